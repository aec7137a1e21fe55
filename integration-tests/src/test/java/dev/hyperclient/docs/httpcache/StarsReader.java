package dev.hyperclient.docs.httpcache;

import com.fasterxml.jackson.annotation.JsonProperty;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/**
 * Reads the number of stars of a repository, as often as it is asked.
 */
// tag::http-cache-reader[]
@Component
class StarsReader {

	private final RestClient client;

	StarsReader(RestClient.Builder builder, @Value("${stars.base-url}") String baseUrl) {
		this.client = builder.baseUrl(baseUrl).build();
	}

	int stars(String repository) {
		return this.client.get().uri("/repos/" + repository).retrieve().requiredBody(Repository.class).stars();
	}

	record Repository(@JsonProperty("stargazers_count") int stars) {

	}

}
// end::http-cache-reader[]
