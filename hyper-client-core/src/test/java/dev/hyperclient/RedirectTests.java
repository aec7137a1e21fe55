package dev.hyperclient;

import java.net.URI;
import java.util.List;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.error.RedirectException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for redirects.
 */
class RedirectTests {

	private final StubService service = new StubService();

	@AfterEach
	void stop() {
		this.service.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { 300, 301, 302, 303, 307, 308 })
	void redirectedEntryIsTheTarget(int status) {
		redirect("recipes/featured", status, "recipes/4");
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		try (ServiceRoot root = this.service.client().build()) {
			Entry featured = root.entry("featured");
			assertThat(featured.getString("instructions")).isEqualTo("Stir");
			assertThat(featured.selfLink()).hasToString(this.service.url("recipes/4"));
			assertThat(featured.uri()).hasToString(this.service.url("recipes/featured"));
		}
	}

	@Test
	void relativeLocationIsResolved() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/featured")),
				aResponse().withStatus(302).withHeader("Location", "../recipes/4"));
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		try (ServiceRoot root = this.service.client().build()) {
			assertThat(root.entry("featured").getString("instructions")).isEqualTo("Stir");
		}
	}

	@Test
	void redirectWithoutFreshnessIsRequestedAgainAndItsTargetIsCached() {
		redirect("recipes/featured", 301, "recipes/4");
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")),
				StubService.json(this.service.recipe(4, "Stir"))
					.withHeader("Date", "Sat, 21 Nov 2026 00:00:00 GMT")
					.withHeader("ETag", "\"tag-4\""));
		try (ServiceRoot root = this.service.client().build()) {
			root.entry("featured").getString("instructions");
			root.entry("featured").getString("instructions");
		}
		assertThat(this.service.requestsFor("recipes/featured")).hasSize(2);
		assertThat(this.service.requestsFor("recipes/4")).extracting((request) -> request.getHeader("If-None-Match"))
			.containsExactly(null, "\"tag-4\"");
	}

	@Test
	void freshPermanentRedirectIsNotRequestedAgain() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/featured")),
				aResponse().withStatus(301)
					.withHeader("Location", this.service.url("recipes/4"))
					.withHeader("Date", "{{now format='EEE, dd MMM yyyy HH:mm:ss z' timezone='GMT'}}")
					.withHeader("Cache-Control", "max-age=3600")
					.withTransformers("response-template"));
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		try (ServiceRoot root = this.service.client().build()) {
			root.entry("featured").getString("instructions");
			assertThat(root.entry("featured").getString("instructions")).isEqualTo("Stir");
		}
		assertThat(this.service.requestsFor("recipes/featured")).hasSize(1);
		assertThat(this.service.requestsFor("recipes/4")).hasSize(2);
	}

	@Test
	void everyRedirectIsAuthorized() {
		redirect("recipes/featured", 302, "recipes/4");
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		try (ServiceRoot root = this.service.client().authorizer(new CountingAuthorizer("me")).build()) {
			root.entry("featured").getString("instructions");
		}
		assertThat(this.service.requestsFor("recipes/featured")).extracting(this::authorization)
			.containsExactly("Attempt 3");
		assertThat(this.service.requestsFor("recipes/4")).extracting(this::authorization).containsExactly("Attempt 4");
	}

	@Test
	void credentialsStayOnTheOriginOfTheService() {
		WireMockServer elsewhere = new WireMockServer(WireMockConfiguration.options().dynamicPort());
		elsewhere.start();
		try {
			elsewhere.stubFor(get(urlEqualTo("/recipe")).willReturn(StubService.json(this.service.recipe(4, "Stir"))));
			this.service.serve(get(urlEqualTo("/1.0/recipes/featured")),
					aResponse().withStatus(303).withHeader("Location", elsewhere.baseUrl() + "/recipe"));
			try (ServiceRoot root = this.service.client()
				.authorizer(new CountingAuthorizer("me"))
				.allowedOrigins(URI.create(elsewhere.baseUrl()))
				.build()) {
				assertThat(root.entry("featured").getString("instructions")).isEqualTo("Stir");
			}
			List<LoggedRequest> requests = elsewhere
				.findAll(com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor(urlEqualTo("/recipe")));
			assertThat(requests).hasSize(1).allSatisfy((request) -> {
				assertThat(request.containsHeader("Authorization")).isFalse();
				assertThat(request.containsHeader("Cookie")).isFalse();
			});
		}
		finally {
			elsewhere.stop();
		}
	}

	@Test
	void cycleOfRedirectsThrowsException() {
		redirect("recipes/featured", 302, "recipes/featured");
		try (ServiceRoot root = this.service.client().build()) {
			this.service.forgetRequests();
			assertThatExceptionOfType(RedirectException.class)
				.isThrownBy(() -> root.entry("featured").getString("instructions"))
				.withMessageContaining(this.service.url("recipes/featured"))
				.withMessageContaining("more than 5 times");
		}
		assertThat(this.service.requestCount()).isEqualTo(6);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "ftp://example.com/recipe", "file:///etc/passwd", "http:///nowhere", "::", "javascript:1" })
	void redirectToNonHttpUrlThrowsException(String location) {
		this.service.serve(get(urlEqualTo("/1.0/recipes/featured")),
				aResponse().withStatus(302).withHeader("Location", location));
		try (ServiceRoot root = this.service.client().build()) {
			assertThatExceptionOfType(RedirectException.class)
				.isThrownBy(() -> root.entry("featured").getString("instructions"))
				.withMessageContaining(this.service.url("recipes/featured"));
		}
	}

	@Test
	void redirectWithoutLocationThrowsException() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/featured")), aResponse().withStatus(301));
		try (ServiceRoot root = this.service.client().build()) {
			assertThatExceptionOfType(RedirectException.class)
				.isThrownBy(() -> root.entry("featured").getString("instructions"))
				.withMessageContaining("without a Location");
		}
	}

	private void redirect(String from, int status, String to) {
		this.service.serve(get(urlEqualTo("/1.0/" + from)),
				aResponse().withStatus(status).withHeader("Location", this.service.url(to)));
	}

	private String authorization(LoggedRequest request) {
		return request.getHeader("Authorization");
	}

}
