package com.example;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.FakeService;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * A reactive application: an entry of a service, and a WebClient with the HTTP cache.
 */
@SpringBootApplication
@RestController
public class Reactive {

	private final ServiceRoot root;

	private final WebClient client;

	Reactive(ServiceRoot root, WebClient.Builder builder, @Value("${server.url}") String url) {
		this.root = root;
		this.client = builder.baseUrl(url).build();
	}

	@GetMapping("/recipe")
	Mono<String> recipe() {
		return Mono.fromCallable(() -> this.root.collection("recipes").get(4).getString("instructions"))
			.subscribeOn(Schedulers.boundedElastic());
	}

	@GetMapping("/text")
	Mono<String> text() {
		return this.client.get().uri("/validated").retrieve().bodyToMono(String.class);
	}

	public static void main(String[] args) throws Exception {
		try (Server server = new Server();
				FakeService service = FakeService.builder("cookbooks").type("recipe", "recipes", (recipe) -> {
					recipe.integer("id").text("instructions");
					recipe.entry(Map.of("id", 4, "instructions", "Boil."));
				}).start();
				ConfigurableApplicationContext context = new SpringApplicationBuilder(Reactive.class).run(
						"--server.port=0", "--server.url=" + server.url(), "--hyper-client.base-url=" + service.baseUrl(),
						"--hyper-client.collections.recipes.key-path=recipes/{key}",
						"--hyper-client.http-cache.enabled=true")) {
			String url = "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
			Saw.report("recipe 4: %s; validated: %s, %s".formatted(get(url + "/recipe"),
					server.sentBy(() -> get(url + "/text")), server.sentBy(() -> get(url + "/text"))));
		}
	}

	private static String get(String url) {
		return HttpClient.newHttpClient()
			.sendAsync(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
			.join()
			.body();
	}

}
