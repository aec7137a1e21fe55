package dev.hyperclient.cookbook;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.FakeServiceBuilder;

import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.web.util.HtmlUtils;

/**
 * Further services for the explorer: one with a hundred types, and one whose types have
 * names with markup and of any length.
 */
public final class OddServices {

	/** The name of a type of the service {@code hostile}. */
	public static final String MARKUP = "odd\"'><img src=x onerror=alert(1)><b>&amp;";

	/** The longest name of a type of the service {@code hostile}. */
	public static final String LONG = "odd" + "W".repeat(997);

	private OddServices() {
	}

	/**
	 * Start the services, which end with the JVM, as an application of tests does.
	 * @param registry the properties of the application
	 */
	public static void start(DynamicPropertyRegistry registry) {
		add(registry, "hostile", FakeService.describedBy("hostile", bytes(hostile())).start());
		add(registry, "many", many().start());
	}

	private static void add(DynamicPropertyRegistry registry, String name, FakeService service) {
		registry.add("hyper-client.services." + name + ".base-url", service::baseUrl);
		registry.add("hyper-client.services." + name + ".startup", () -> "lazy");
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

	private static String hostile() {
		return """
				<application xmlns="http://research.sun.com/wadl/2006/10">
				<resources base="http://localhost/1.0/"><resource path="" type="#service-root"/></resources>
				""" + type("service-root", MARKUP) + type(MARKUP, LONG) + type(LONG, "kind0")
				+ IntStream.range(0, 50)
					.mapToObj((i) -> type("kind" + i, "kind" + (i + 1) % 50))
					.collect(Collectors.joining())
				+ "</application>";
	}

	private static String type(String id, String next) {
		return """
				<resource_type id="%1$s"><method name="GET"><response><representation href="#%1$s-full"/></response></method></resource_type>
				<representation id="%1$s-full" mediaType="application/json">
				<param style="plain" name="next_link" path="$"><link resource_type="#%2$s"/></param>
				</representation>
				"""
			.formatted(HtmlUtils.htmlEscape(id), HtmlUtils.htmlEscape(next));
	}

	private static ByteArrayInputStream bytes(String text) {
		return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
	}

}
