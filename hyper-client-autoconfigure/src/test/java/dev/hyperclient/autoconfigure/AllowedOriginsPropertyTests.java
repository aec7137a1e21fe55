package dev.hyperclient.autoconfigure;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.temporaryRedirect;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Origins that requests and credentials are sent to.
 */
class AllowedOriginsPropertyTests {

	@AutoClose
	private final StubService service = new StubService();

	@AutoClose
	private final StubService elsewhere = new StubService();

	private final ApplicationContextRunner configured = HyperClientContextRunner.create(this.service)
		.withPropertyValues("hyper-client.retry.max-retries=0");

	@Test
	void allowedOriginReceivesNoCredentials() {
		this.service.server()
			.stubFor(get("/1.0/moved").willReturn(temporaryRedirect(this.elsewhere.url() + "/1.0/entry")));
		this.elsewhere.server().stubFor(get("/1.0/entry").willReturn(this.service.thing()));
		this.configured
			.withPropertyValues("hyper-client.allowed-origins=https://files.example.org," + this.elsewhere.url(),
					"hyper-client.basic.username=me", "hyper-client.basic.password=s3cret")
			.run((context) -> {
				context.getBean(ServiceRoot.class).load("moved", Entry.class);
				assertThat(this.elsewhere.server().getAllServeEvents()).singleElement()
					.satisfies((event) -> assertThat(event.getRequest().containsHeader("Authorization")).isFalse());
			});
	}

	@Test
	void descriptionWithForeignBaseFailsTheStart() {
		this.service.server()
			.stubFor(get("/1.0/").willReturn(ok("""
					<application xmlns="http://research.sun.com/wadl/2006/10">
					  <resources base="%s/1.0/"><resource path="" type="#service-root"/></resources>
					  <resource_type id="service-root"/></application>""".formatted(this.elsewhere.url()))
				.withHeader("Content-Type", "application/vnd.sun.wadl+xml")));
		StartupFailures.assertStartFails(this.configured, "The service links to another origin than its own",
				"add the other origin to 'hyper-client.allowed-origins'");
		StartupFailures.assertStartFails(this.configured, this.elsewhere.url() + "/1.0/",
				"Set 'hyper-client.base-url'");
		assertThat(this.elsewhere.requestCount()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://login.example.com/?token=s3cret", "https://localhost:1/1.0/" })
	void redirectOfTheRootToAnotherPlaceMayLeadToALoginPage(String location) {
		this.service.server().stubFor(get("/1.0/").willReturn(temporaryRedirect(location)));
		StartupFailures.assertStartFails(this.configured, "The service redirects to another origin than its own",
				"A login page may be in front of the service");
	}

	@Test
	void redirectOfTheRootToHttpsSuggestsMatchingBaseUrl() {
		String secured = this.service.url().replace("http://", "https://");
		this.service.server().stubFor(get("/1.0/").willReturn(temporaryRedirect(secured + "/1.0/")));
		StartupFailures.assertStartFails(this.configured, "The service redirects to another origin than its own",
				"Set 'hyper-client.base-url' to '%s/'.".formatted(secured));
	}

	@Test
	void descriptionWithLinksOfAnotherSchemeSuggestsMatchingBaseUrl() {
		String linked = this.service.url().replace("http://", "https://");
		this.service.server()
			.stubFor(get("/1.0/").willReturn(ok("""
					<application xmlns="http://research.sun.com/wadl/2006/10">
					  <resources><resource path="" type="%s/1.0/#service-root"/></resources>
					  <resource_type id="service-root"/></application>""".formatted(linked)).withHeader("Content-Type",
					"application/vnd.sun.wadl+xml")));
		StartupFailures.assertStartFails(this.configured, "refers to another document",
				"honour X-Forwarded-Proto and X-Forwarded-Host",
				"Or set 'hyper-client.base-url' to '%s/'".formatted(linked));
	}

	@Test
	void invalidOriginFailsTheStart() {
		StartupFailures.assertStartFails(
				this.configured.withPropertyValues("hyper-client.allowed-origins=files.example.org"),
				"(hyper-client.allowed-origins) must list scheme and host only, for instance https://files.example.org, but has 'files.example.org'",
				"Correct 'hyper-client.allowed-origins'");
	}

	@Test
	void credentialsOverPlainHttpFailTheStart() {
		ApplicationContextRunner remote = this.configured.withPropertyValues(
				"hyper-client.base-url=http://example.com/", "hyper-client.basic.username=me",
				"hyper-client.basic.password=s3cret", "hyper-client.startup=lazy");
		StartupFailures.assertStartFails(remote, "'serviceRoot' (hyper-client.base-url) must begin with https://",
				"Correct 'hyper-client.base-url'");
		StartupFailures.assertStartFails(remote, "(hyper-client.allow-plain-http-credentials)", "");
		remote.withPropertyValues("hyper-client.allow-plain-http-credentials=true")
			.run((context) -> assertThat(context).hasNotFailed());
	}

}
