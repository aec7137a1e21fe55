package dev.hyperclient;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for redirects.
 */
class RedirectTests {

	@RegisterExtension
	private final StubService service = new StubService();

	@Test
	void redirectedEntryIsTheTarget() {
		redirect("recipes/featured", 303, "recipes/4");
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		Entry featured = this.service.root().entry("featured");
		assertThat(featured.getString("instructions")).isEqualTo("Stir");
		assertThat(featured.selfLink()).hasToString(this.service.url("recipes/4"));
		assertThat(featured.uri()).hasToString(this.service.url("recipes/featured"));
	}

	@Test
	void redirectWithoutFreshnessIsRequestedAgainAndItsTargetIsCached() {
		redirect("recipes/featured", 301, "recipes/4");
		this.service.serve("recipes/4",
				StubService.json(this.service.recipe(4, "Stir"))
					.withHeader("Date", "Sat, 21 Nov 2026 00:00:00 GMT")
					.withHeader("ETag", "\"tag-4\""));
		ServiceRoot root = this.service.root();
		root.entry("featured").getString("instructions");
		root.entry("featured").getString("instructions");
		assertThat(this.service.requestsFor("recipes/featured")).hasSize(2);
		assertThat(this.service.requestsFor("recipes/4")).extracting((request) -> request.getHeader("If-None-Match"))
			.containsExactly(null, "\"tag-4\"");
	}

	@Test
	void freshPermanentRedirectIsNotRequestedAgain() {
		this.service.serve("recipes/featured",
				aResponse().withStatus(301)
					.withHeader("Location", this.service.url("recipes/4"))
					.withHeader("Cache-Control", "max-age=3600"));
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.root();
		root.entry("featured").getString("instructions");
		assertThat(root.entry("featured").getString("instructions")).isEqualTo("Stir");
		assertThat(this.service.requestsFor("recipes/featured")).hasSize(1);
		assertThat(this.service.requestsFor("recipes/4")).hasSize(2);
	}

	private void redirect(String from, int status, String to) {
		this.service.serve(from, aResponse().withStatus(status).withHeader("Location", this.service.url(to)));
	}

}
