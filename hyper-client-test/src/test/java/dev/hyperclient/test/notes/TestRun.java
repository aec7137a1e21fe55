package dev.hyperclient.test.notes;

import java.util.List;
import java.util.stream.Stream;

import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs test classes inside a test.
 */
final class TestRun {

	private TestRun() {
	}

	/**
	 * Run test classes and their methods in parallel.
	 * @return the exceptions of the tests that failed
	 */
	static List<Throwable> failures(Class<?>... testClasses) {
		LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
			.selectors(Stream.of(testClasses).map(DiscoverySelectors::selectClass).toList())
			.configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
			.configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
			.configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
			.configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "4")
			.build();
		LauncherConfig config = LauncherConfig.builder()
			.enableTestExecutionListenerAutoRegistration(false)
			.enableLauncherSessionListenerAutoRegistration(false)
			.enableLauncherDiscoveryListenerAutoRegistration(false)
			.build();
		SummaryGeneratingListener listener = new SummaryGeneratingListener();
		LauncherFactory.create(config).execute(request, listener);
		assertThat(listener.getSummary().getTestsFoundCount()).isPositive();
		return listener.getSummary().getFailures().stream().map((failure) -> failure.getException()).toList();
	}

}
