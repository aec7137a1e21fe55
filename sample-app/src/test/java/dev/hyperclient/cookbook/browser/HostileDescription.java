package dev.hyperclient.cookbook.browser;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hyperclient.testservice.FakeService;

import org.springframework.web.util.HtmlUtils;

/**
 * A service whose types have names with markup, and of any length.
 */
final class HostileDescription {

	static final String MARKUP = "odd\"'><img src=x onerror=alert(1)><b>&amp;";

	static final String LONG = "odd" + "W".repeat(997);

	private HostileDescription() {
	}

	static FakeService start() {
		return FakeService.describedBy("hostile", new ByteArrayInputStream(hostile().getBytes(StandardCharsets.UTF_8)))
			.start();
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

}
