package com.example;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;

/**
 * Reads each resource twice with the HTTP cache.
 */
@SpringBootApplication
public class Cache {

	public static void main(String[] args) throws Exception {
		try (Server server = new Server();
				ConfigurableApplicationContext context = new SpringApplicationBuilder(Cache.class)
					.web(WebApplicationType.NONE)
					.run("--hyper-client.http-cache.enabled=true")) {
			RestClient client = context.getBean(RestClient.Builder.class).baseUrl(server.url()).build();
			Saw.report("validated: %s, %s; fresh: %s, %s".formatted(get(server, client, "/validated"),
					get(server, client, "/validated"), get(server, client, "/fresh"), get(server, client, "/fresh")));
		}
	}

	private static String get(Server server, RestClient client, String path) {
		return server.sentBy(() -> client.get().uri(path).retrieve().body(String.class));
	}

}
