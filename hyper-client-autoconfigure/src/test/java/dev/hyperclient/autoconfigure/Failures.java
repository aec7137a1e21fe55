package dev.hyperclient.autoconfigure;

import java.util.List;
import java.util.stream.Stream;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads what is printed if the application does not start.
 */
final class Failures {

	private Failures() {
	}

	static List<Throwable> causes(Throwable failure) {
		return Stream.iterate(failure, (cause) -> cause != null, Throwable::getCause).toList();
	}

	static void assertAnalysed(Throwable failure, String description, String action) {
		assertThat(causes(failure)).anySatisfy((cause) -> {
			assertThat(cause).isInstanceOf(FailureAnalyzedException.class);
			assertThat(((FailureAnalyzedException) cause).analysis().getDescription()).contains(description);
			assertThat(((FailureAnalyzedException) cause).analysis().getAction()).contains(action);
		});
	}

}
