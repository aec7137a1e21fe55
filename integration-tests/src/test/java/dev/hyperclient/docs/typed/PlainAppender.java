package dev.hyperclient.docs.typed;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonProperty;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

/**
 * Does what {@link RecipeAppender} does, without a client for such services.
 */
// tag::typed-plain[]
@Component
class PlainAppender {

	private final RestClient client;

	PlainAppender(RestClient.Builder builder, @Value("${cookbook.url}") String url) {
		this.client = builder.baseUrl(url).build();
	}

	void append(int id, String text) {
		for (int attempt = 1;; attempt++) {
			Recipe recipe = this.client.get().uri("/recipes/{id}", id).retrieve().requiredBody(Recipe.class);
			try {
				this.client.patch()
					.uri("/recipes/{id}", id)
					.header("If-Match", recipe.etag())
					.body(Map.of("instructions", recipe.instructions() + text))
					.retrieve()
					.toBodilessEntity();
				return;
			}
			catch (HttpClientErrorException ex) {
				if (ex.getStatusCode().value() != 412 || attempt == 3) {
					throw ex;
				}
			}
		}
	}

	record Recipe(String instructions, @JsonProperty("http_etag") String etag) {

	}

}
// end::typed-plain[]
