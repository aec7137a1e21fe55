package dev.hyperclient.docs.httpcache;

import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

// tag::http-cache-reader[]
@Component
class StarsReader {

	private final RestClient client;

	StarsReader(RestClient.Builder builder, @Value("${stars.base-url}") String baseUrl) {
		this.client = builder.baseUrl(baseUrl).build();
	}

	int stars(String repository) {
		JsonNode found = this.client.get().uri("/repos/" + repository).retrieve().requiredBody(JsonNode.class);
		return found.path("stargazers_count").asInt();
	}

}
// end::http-cache-reader[]
