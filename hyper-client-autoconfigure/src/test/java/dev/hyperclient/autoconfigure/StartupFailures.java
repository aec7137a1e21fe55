package dev.hyperclient.autoconfigure;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Assertions on the failure of a start, with all registered failure analyzers in the
 * order in which Spring Boot calls them.
 */
public final class StartupFailures {

	private StartupFailures() {
	}

	/**
	 * Return the analysis that Spring Boot prints.
	 */
	public static @Nullable FailureAnalysis analyze(Throwable failure) {
		return analyze(failure, new StandardEnvironment());
	}

	/**
	 * Return the analysis that Spring Boot prints in an environment.
	 */
	public static @Nullable FailureAnalysis analyze(Throwable failure, Environment environment) {
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, ArgumentResolver.of(Environment.class, environment),
					FailureHandler.handleMessage((message, cause) -> {
					}))
			.stream()
			.map((analyzer) -> analyzer.analyze(failure))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Assert that an application does not start, and what Spring Boot prints of the
	 * failure. No message contains the word {@code s3cret}.
	 */
	static void assertStartFails(ApplicationContextRunner runner, String description, String... actions) {
		AtomicReference<Environment> environment = new AtomicReference<>();
		runner.withInitializer((context) -> environment.set(context.getEnvironment())).run((context) -> {
			Throwable failure = context.getStartupFailure();
			assertThat(failure).isNotNull();
			Stream.of(actions).forEach((action) -> assertAnalyzed(failure, environment.get(), description, action));
			assertThat(messages(failure)).doesNotContain("s3cret");
		});
	}

	static void assertAnalyzed(Throwable failure, String description, String action) {
		assertAnalyzed(failure, new StandardEnvironment(), description, action);
	}

	static void assertAnalyzed(Throwable failure, Environment environment, String description, String action) {
		FailureAnalysis analysis = analyze(failure, environment);
		assertThat(analysis).isNotNull();
		assertThat(analysis.getDescription()).contains(description);
		assertThat(analysis.getAction()).contains(action);
		assertThat(analysis.getDescription() + analysis.getAction()).doesNotContain("s3cret");
	}

	static List<Throwable> causes(Throwable failure) {
		return Stream.iterate(failure, (cause) -> cause != null, Throwable::getCause).toList();
	}

	/**
	 * Return the messages of a failure and of all its causes.
	 */
	static String messages(Throwable failure) {
		return causes(failure).stream().map(Throwable::toString).collect(Collectors.joining("\n"));
	}

}
