package dev.hyperclient.testservice;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/**
 * A fake service with the description of another service, and entries.
 */
abstract class ReplayedServiceFixture {

	static final String BASE = "https://api.example.com/1.0/";

	static String wadl = "";

	@AutoClose
	FakeService service = start(UnaryOperator.identity());

	ServiceCalls calls = new ServiceCalls(this.service);

	@BeforeAll
	static void readDescription() throws Exception {
		try (FakeService kitchen = Kitchen.builder().start()) {
			wadl = new ServiceCalls(kitchen).get("", "Accept", "application/vnd.sun.wadl+xml")
				.body()
				.replace(kitchen.baseUrl().toString(), BASE);
		}
	}

	String tag(String path) throws Exception {
		return this.calls.get(path).headers().firstValue("ETag").orElseThrow();
	}

	void restart(UnaryOperator<ReplayedServiceBuilder> more) {
		this.service.close();
		this.service = start(more);
		this.calls = new ServiceCalls(this.service);
	}

	private static FakeService start(UnaryOperator<ReplayedServiceBuilder> more) {
		return more
			.apply(builder()
				.entry("dishes/Caf\u00e9", "dish", Map.of("name", "Caf\u00e9", "first_served", "1901-02-03"))
				.entry("dishes/Soup", "dish", Map.of("name", "Soup", "course", "Starter"))
				.entry("recipes/4", "recipe", Map.of("id", 4, "instructions", "Boil.", "dish", "dishes/Caf\u00e9"))
				.entry("recipes/5", "recipe", Map.of("id", 5, "instructions", "Soak.", "dish", "dishes/Soup")))
			.start();
	}

	static ReplayedServiceBuilder builder() {
		return FakeService.describedBy("tracker", new ByteArrayInputStream(wadl.getBytes(StandardCharsets.UTF_8)));
	}

}
