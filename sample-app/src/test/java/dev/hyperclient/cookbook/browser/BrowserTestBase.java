package dev.hyperclient.cookbook.browser;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.cookbook.SampleApplication;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.FakeServiceBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * The application in an installed Chromium, with further services for the explorer.
 * Skipped where Chromium or its driver is missing. One application and one browser serve
 * all tests; each starts with the data of the service restored.
 */
@SpringBootTest(classes = SampleApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "cookbook.service.port=0", "hyper-client.retry.max-retries=1", "hyper-client.cache.directory=",
				"hyper-client.health.time-to-live=0s" })
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(SharedBrowser.class)
@EnabledIf(value = "dev.hyperclient.cookbook.browser.Chromium#isInstalled",
		disabledReason = "chromium and chromium-driver are not installed")
abstract class BrowserTestBase {

	private static final Path LAUNCHPAD = Path.of("../../shared/data/launchpad-devel.wadl");

	@LocalServerPort
	private int port;

	@Autowired
	private CookbookService service;

	Chromium browser;

	/** The services end with the JVM, as the application does. */
	@DynamicPropertySource
	static void startServices(DynamicPropertyRegistry registry) {
		registry.add("hyper-client.services.hostile.base-url", HostileDescription.start()::baseUrl);
		registry.add("hyper-client.services.many.base-url", many().start()::baseUrl);
		if (Files.exists(LAUNCHPAD)) {
			registry.add("hyper-client.services.launchpad.base-url",
					FakeService.describedBy("launchpad", LAUNCHPAD).start()::baseUrl);
		}
	}

	/**
	 * Return a service with as many types as Launchpad has, and names that are similar.
	 */
	private static FakeServiceBuilder many() {
		FakeServiceBuilder builder = FakeService.builder("many");
		builder.type("bug_task", "bug_tasks", (task) -> task.text("name").link("tracker", "bug_tracker"));
		builder.type("bug_tracker", "bug_trackers", (tracker) -> tracker.text("name").link("first", "kind0"));
		IntStream.range(0, 100)
			.forEach((i) -> builder.type("kind" + i, "kinds" + i,
					(kind) -> kind.text("name").link("next", "kind" + (i + 1) % 100)));
		return builder;
	}

	/** Return the names of the services with hundreds of types. */
	static Stream<String> largeServices() {
		return Files.exists(LAUNCHPAD) ? Stream.of("many", "launchpad") : Stream.of("many");
	}

	@BeforeAll
	void openApplication(Chromium shared) {
		shared.setBaseUrl("http://localhost:" + this.port);
		this.browser = shared;
	}

	@BeforeEach
	void reset() {
		this.service.reset();
		this.browser.emulate(1280, 900, false);
	}

}
