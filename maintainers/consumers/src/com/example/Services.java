package com.example;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.stream.Collectors;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.FakeService;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Reads and writes an entry of a service, and looks at the actuator.
 */
@SpringBootApplication
public class Services {

	public static void main(String[] args) throws Exception {
		try (FakeService service = FakeService.builder("cookbooks").type("recipe", "recipes", (recipe) -> {
			recipe.integer("id").text("instructions");
			recipe.entry(Map.of("id", 4, "instructions", "Boil."));
		}).start();
				ConfigurableApplicationContext context = new SpringApplicationBuilder(Services.class).run("--server.port=0",
						"--hyper-client.base-url=" + service.baseUrl(),
						"--hyper-client.collections.recipes.key-path=recipes/{key}",
						"--management.endpoints.web.exposure.include=health,metrics")) {
			int atStart = service.requests().size();
			ServiceRoot root = context.getBean(ServiceRoot.class);
			Entry recipe = root.collection("recipes").get(4);
			root.collection("recipes").get(4);
			recipe.update((it) -> it.set("instructions", it.getString("instructions") + " Stir."));
			String calls = service.requests()
				.stream()
				.skip(atStart)
				.map((request) -> request.method() + " " + request.status())
				.collect(Collectors.joining(", "));
			String port = context.getEnvironment().getProperty("local.server.port");
			Saw.report("%s; health %d, hyper.client.cache %d".formatted(calls, status(port, "/actuator/health"),
					status(port, "/actuator/metrics/hyper.client.cache")));
		}
	}

	private static int status(String port, String path) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build();
		return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
	}

}
