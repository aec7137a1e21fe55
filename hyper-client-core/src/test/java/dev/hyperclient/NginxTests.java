package dev.hyperclient;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.fixtures.ServerProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.matching;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests with a service behind nginx with {@code gzip on}, which weakens the entity tag of
 * what it compresses, but not that of a 304.
 */
class NginxTests {

	private static final String TAG = "\"tag-4\"";

	@RegisterExtension
	private final StubService service = new StubService();

	private final List<CacheOutcome> outcomes = new CopyOnWriteArrayList<>();

	@TempDir
	Path directory;

	private final int port = ServerProcess.freePort();

	private final String url = "http://localhost:" + this.port;

	private ServerProcess nginx;

	@BeforeEach
	void start() {
		this.nginx = ServerProcess.nginx(this.directory, this.port, """
				gzip on;
				gzip_min_length 0;
				gzip_proxied any;
				gzip_types application/json application/vnd.sun.wadl+xml;
				server {
				  listen 127.0.0.1:%d;
				  location / {
				    proxy_http_version 1.1;
				    proxy_set_header Connection "";
				    proxy_set_header Accept-Encoding "";
				    proxy_pass %s;
				  }
				}
				""".formatted(this.port, this.service.url("").replace("/1.0/", "")));
		this.service.serveRoot(StubService.wadl(this.url + "/1.0/"), linked(this.service.rootJson()));
		serveRecipe("Stir");
	}

	@AfterEach
	void stop() {
		if (this.nginx != null) {
			this.nginx.close();
		}
	}

	@Test
	void compressedEntryIsRevalidated() {
		try (ServiceRoot root = client()) {
			for (int i = 0; i < 3; i++) {
				assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("Stir");
			}
		}
		List<LoggedRequest> requests = this.service.requestsFor("recipes/4");
		assertThat(requests).extracting((request) -> request.getHeader("If-None-Match"))
			.containsExactly(null, "W/" + TAG, "W/" + TAG);
		assertThat(this.outcomes).endsWith(CacheOutcome.MISS, CacheOutcome.REVALIDATED, CacheOutcome.REVALIDATED);
	}

	@Test
	void compressedEntryIsRefreshedAndSaved() {
		this.service.serve(patch(urlEqualTo("/1.0/recipes/4")).withHeader("If-Match", equalTo(TAG)),
				aResponse().withStatus(209)
					.withHeader("Content-Type", "application/json")
					.withHeader("ETag", "\"new\"")
					.withBody(linked(this.service.recipe(4, "Cook").replace("tag-4", "new"))));
		try (ServiceRoot root = client()) {
			Entry recipe = root.collection("recipes").get(4);
			recipe.svcRefresh();
			assertThat(this.outcomes).endsWith(CacheOutcome.MISS, CacheOutcome.REVALIDATED);
			recipe.set("instructions", "Cook").save();
			assertThat(recipe.getString("instructions")).isEqualTo("Cook");
			assertThat(recipe.httpEtag()).contains("\"new\"");
		}
	}

	@Test
	void compressedResponseIsRevalidatedForAWebClient() {
		try (HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))) {
			WebClient client = WebClient.builder()
				.baseUrl(this.url)
				.defaultHeader(HttpHeaders.ACCEPT_ENCODING, "gzip")
				.clientConnector(new CachingClientHttpConnector(
						cache.withAdditionalListener((request, result) -> this.outcomes.add(result.outcome())),
						new ReactorClientHttpConnector()))
				.build();
			for (int i = 0; i < 3; i++) {
				ResponseEntity<byte[]> answer = client.get()
					.uri("/1.0/recipes/4")
					.retrieve()
					.toEntity(byte[].class)
					.block();
				assertThat(answer).isNotNull();
				assertThat(answer.getStatusCode().value()).isEqualTo(200);
				assertThat(answer.getHeaders().getETag()).isEqualTo("W/" + TAG);
			}
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED,
				CacheOutcome.REVALIDATED);
		assertThat(this.service.requestsFor("recipes/4")).hasSize(3);
	}

	private void serveRecipe(String instructions) {
		this.service.serve("recipes/4",
				StubService.json(linked(this.service.recipe(4, instructions))).withHeader("ETag", TAG));
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")).withHeader("If-None-Match", matching("(W/)?" + TAG)),
				aResponse().withStatus(304).withHeader("ETag", TAG));
	}

	private String linked(String document) {
		return document.replace(this.service.url(""), this.url + "/1.0/");
	}

	private ServiceRoot client() {
		return this.service.client().serviceRoot(this.url).addListener(new ClientListener() {

			@Override
			public void onCacheResult(CacheRequest request, CacheResult result) {
				NginxTests.this.outcomes.add(result.outcome());
			}

		}).build();
	}

}
