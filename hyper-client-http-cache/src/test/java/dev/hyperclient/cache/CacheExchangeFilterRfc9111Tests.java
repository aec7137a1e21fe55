package dev.hyperclient.cache;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static org.assertj.core.api.Assertions.assertThat;

class CacheExchangeFilterRfc9111Tests extends Rfc9111Contract {

	CacheExchangeFilterRfc9111Tests() {
		super(new WebClients());
	}

	@Test
	void responseVaryingOnHiddenAuthorizationIsNotStored(@TempDir Path directory) {
		List<CacheOutcome> outcomes = new CopyOnWriteArrayList<>();
		HttpCache cache = HttpCache.inDirectory(directory).withListener((request, outcome) -> outcomes.add(outcome));
		for (String user : List.of("ann", "bob")) {
			server.stubFor(get("/a").withHeader("Authorization", equalTo(user))
				.willReturn(aResponse().withHeader("Cache-Control", "max-age=60")
					.withHeader("Vary", "Authorization")
					.withBody(user)));
		}
		for (String user : List.of("ann", "bob", "bob")) {
			WebClient client = WebClient.builder()
				.baseUrl(server.baseUrl())
				.filter(new CacheExchangeFilterFunction(cache))
				.filter((request, next) -> next
					.exchange(ClientRequest.from(request).header("Authorization", user).build()))
				.build();
			assertThat(client.get().uri("/a").retrieve().bodyToMono(String.class).block(Duration.ofSeconds(10)))
				.isEqualTo(user);
		}
		assertThat(outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.MISS);
		assertThat(directory).isEmptyDirectory();
	}

}
