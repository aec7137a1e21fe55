package dev.hyperclient;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.retry.RetryPolicy;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.netty.http.client.HttpClient;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.request;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for redirects to foreign origins, for each kind of request, each status and each
 * kind of origin.
 */
class ForeignRedirectTests {

	private static final WebClient TRUSTING = WebClient.builder()
		.clientConnector(
				new ReactorClientHttpConnector(HttpClient.create().secure((ssl) -> ssl.sslContext(trustAll()))))
		.build();

	private static final String RECIPE = "/1.0/recipes/4";

	private static final String TARGET = "/target";

	@AutoClose("stop")
	private final WireMockServer service = new WireMockServer(
			WireMockConfiguration.options().dynamicPort().dynamicHttpsPort());

	@AutoClose("stop")
	private final WireMockServer elsewhere = new WireMockServer(
			WireMockConfiguration.options().dynamicPort().dynamicHttpsPort());

	@BeforeEach
	void serve() {
		this.service.start();
		this.elsewhere.start();
		this.service.stubFor(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo(StubService.WADL_TYPE))
			.willReturn(aResponse().withHeader("Content-Type", StubService.WADL_TYPE)
				.withBody(StubService.wadl(url("/1.0/")))));
		this.service.stubFor(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo("application/json"))
			.willReturn(StubService.json("""
					{"resource_type_link": "%1$s#service-root", "recipes_collection_link": "%1$srecipes",
					 "featured_link": "%1$srecipes/featured"}""".formatted(url("/1.0/")))));
		this.service.stubFor(get(urlEqualTo(RECIPE)).willReturn(StubService.json(recipe())));
		this.service.stubFor(any(urlEqualTo(TARGET)).willReturn(StubService.json(recipe())));
		this.elsewhere.stubFor(any(anyUrl()).willReturn(StubService.json(recipe())));
	}

	@ParameterizedTest
	@EnumSource(Call.class)
	void redirectToForeignOriginIsRejectedWithoutRequest(Call call) {
		try (ServiceRoot root = client().build()) {
			for (WayOut way : WayOut.values()) {
				for (int status : call.statuses()) {
					Entry recipe = root.collection("recipes").getReference(4);
					recipe.getString("instructions");
					StubMapping redirect = redirect(call, status, way);
					assertRefused(call, status, way, () -> call.action.accept(root, recipe));
					assertThat(recipe.uri()).hasToString(url(RECIPE));
					this.service.removeStub(redirect);
				}
			}
		}
		assertThat(this.service.findAll(anyRequestedFor(urlPathEqualTo(call.path)))).isNotEmpty()
			.allSatisfy((request) -> assertThat(request.containsHeader("Authorization")).isTrue());
	}

	private void assertRefused(Call call, int status, WayOut way, ThrowingCallable action) {
		HyperClientException error = catchThrowableOfType(HyperClientException.class, action);
		assertThat(error).as("%s, %s, %s", call, status, way)
			.isInstanceOf(call.follows.contains(status) ? ForeignOriginException.class : RedirectException.class);
		assertThat(error.getMessage() + error.uri()).contains(TARGET).doesNotContain("s3cret");
		assertThat(askedForTarget()).isEmpty();
		assertThat(this.elsewhere.getAllServeEvents()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(value = WayOut.class, names = "USER", mode = EnumSource.Mode.EXCLUDE)
	void readFollowsAllowedRedirectWithoutCredentials(WayOut way) {
		for (Call call : Call.values()) {
			try (ServiceRoot root = client().allowedOrigins(URI.create(way.origin(this))).build()) {
				Entry recipe = root.collection("recipes").get(4);
				StubMapping redirect = redirect(call, 303, way);
				HyperClientException error = catchThrowableOfType(HyperClientException.class,
						() -> call.action.accept(root, recipe));
				assertThat(error == null).as("%s: %s", call, error).isEqualTo(call.follows.contains(303));
				this.service.removeStub(redirect);
			}
		}
		assertThat(asked()).isNotEmpty().allSatisfy((request) -> {
			assertThat(request.getMethod()).isEqualTo(RequestMethod.GET);
			assertThat(request.containsHeader("Authorization")).isFalse();
			assertThat(request.containsHeader("Cookie")).isFalse();
		});
	}

	/**
	 * A permanent move is the only redirect of a write request that is followed, with a
	 * GET.
	 */
	@ParameterizedTest
	@EnumSource(value = WayOut.class, names = "USER", mode = EnumSource.Mode.EXCLUDE)
	void entryMovesToAllowedOriginWithoutCredentials(WayOut way) {
		for (Call call : new Call[] { Call.PATCH, Call.PUT, Call.POST }) {
			try (ServiceRoot root = client().allowedOrigins(URI.create(way.origin(this))).build()) {
				Entry recipe = root.collection("recipes").get(4);
				StubMapping redirect = redirect(call, 301, way);
				call.action.accept(root, recipe);
				assertThat(recipe.uri()).hasToString(way.origin(this) + TARGET);
				this.service.removeStub(redirect);
			}
		}
		assertThat(asked()).hasSizeGreaterThanOrEqualTo(3).allSatisfy((request) -> {
			assertThat(request.getMethod()).isEqualTo(RequestMethod.GET);
			assertThat(request.containsHeader("Authorization")).isFalse();
		});
	}

	private StubMapping redirect(Call call, int status, WayOut way) {
		return this.service.stubFor(request(call.method, urlPathEqualTo(call.path)).atPriority(1)
			.willReturn(aResponse().withStatus(status)
				.withHeader("Set-Cookie", "session=s3cret; Path=/")
				.withHeader("Location", way.location(this))));
	}

	private static SslContext trustAll() {
		try {
			return SslContextBuilder.forClient().trustManager(InsecureTrustManagerFactory.INSTANCE).build();
		}
		catch (SSLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private List<LoggedRequest> askedForTarget() {
		return this.service.findAll(anyRequestedFor(urlEqualTo(TARGET)));
	}

	private List<LoggedRequest> asked() {
		return Stream.concat(askedForTarget().stream(), this.elsewhere.findAll(anyRequestedFor(anyUrl())).stream())
			.toList();
	}

	private ServiceRootBuilder client() {
		return ServiceRoot.builder(new BasicHttpAuthorizer("me", "s3cret"))
			.serviceRoot(url("/1.0/"))
			.webClient(() -> TRUSTING)
			.retryPolicy(RetryPolicy.none())
			.collection("recipes", CollectionType.collectionOf("recipe").withKeyPath("recipes/{key}"));
	}

	private String url(String path) {
		return "https://localhost:" + this.service.httpsPort() + path;
	}

	private String recipe() {
		return """
				{"self_link": "%1$s/recipes/4", "resource_type_link": "%1$s/#recipe", "http_etag": "\\"tag-4\\"",
				 "id": 4, "instructions": "Stir", "picture_link": "%1$s/recipes/4/picture"}""".formatted(url("/1.0"));
	}

	/** Kinds of requests, with the statuses whose Location they follow. */
	enum Call {

		GET("GET", RECIPE, Set.of(301, 302, 303, 307, 308), (root, recipe) -> recipe.svcRefresh()),

		GET_OPERATION("GET", "/1.0/recipes", Set.of(301, 302, 303, 307, 308),
				(root, recipe) -> root.collection("recipes").operation("find").with("search", "a").invoke()),

		PATCH("PATCH", RECIPE, Set.of(301), (root, recipe) -> recipe.set("instructions", "Boil").save()),

		PUT("PUT", RECIPE, Set.of(301), (root, recipe) -> recipe.set("instructions", "Boil").replace()),

		DELETE("DELETE", RECIPE, Set.of(), (root, recipe) -> recipe.delete()),

		POST("POST", RECIPE, Set.of(201, 301, 303), (root, recipe) -> recipe.operation("cook").invoke()),

		FILE_GET("GET", RECIPE + "/picture", Set.of(301, 302, 303, 307, 308),
				(root, recipe) -> recipe.file("picture").open().close()),

		FILE_PUT("PUT", RECIPE + "/picture", Set.of(),
				(root, recipe) -> recipe.file("picture")
					.write(new ByteArrayResource(new byte[3]), MediaType.IMAGE_PNG, "a.png")),

		FILE_DELETE("DELETE", RECIPE + "/picture", Set.of(), (root, recipe) -> recipe.file("picture").delete());

		private final String method;

		private final String path;

		private final Set<Integer> follows;

		private final BiConsumer<ServiceRoot, Entry> action;

		Call(String method, String path, Set<Integer> follows, BiConsumer<ServiceRoot, Entry> action) {
			this.method = method;
			this.path = path;
			this.follows = follows;
			this.action = action;
		}

		private int[] statuses() {
			return (this == POST) ? new int[] { 201, 301, 302, 303, 307, 308 } : new int[] { 301, 302, 303, 307, 308 };
		}

	}

	/** The part that differs from the origin of the service. */
	enum WayOut {

		PORT, HOST, SCHEME, USER;

		String origin(ForeignRedirectTests test) {
			return switch (this) {
				case PORT -> "https://localhost:" + test.elsewhere.httpsPort();
				case HOST -> "https://127.0.0.1:" + test.service.httpsPort();
				case SCHEME -> "http://localhost:" + test.service.port();
				case USER -> "https://me:s3cret@localhost:" + test.service.httpsPort();
			};
		}

		String location(ForeignRedirectTests test) {
			return origin(test) + TARGET;
		}

	}

}
