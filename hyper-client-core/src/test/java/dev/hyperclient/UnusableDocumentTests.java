package dev.hyperclient;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.internal.transaction.CacheContext;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.UnexpectedResponseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.matching;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for unusable documents, which are removed from the cache after the failure that
 * they cause.
 */
class UnusableDocumentTests {

	private static final String JSON = "application/json";

	private static final String LONG = "max-age=10000";

	@RegisterExtension
	private final StubService service = new StubService();

	private final String wadl = StubService.wadl(this.service.url(""));

	private final String root = this.service.rootJson();

	@TempDir
	Path directory;

	@ParameterizedTest
	@EnumSource(Startup.class)
	void startSucceedsOnceTheServiceIsCorrected(Startup startup) {
		serveWadl(https(this.wadl));
		try (ServiceRoot root = client().startup((startup == Startup.BACKGROUND) ? Startup.LAZY : startup).build()) {
			root.svcCollections();
		}
		catch (ServiceDescriptionException ex) {
			serveWadl(this.wadl);
		}
		try (ServiceRoot root = client().startup(startup).build()) {
			assertThat(root.svcCollections()).containsExactly("recipes");
		}
	}

	@Test
	void failureNamesTheServiceRootThatTheLinksHave() {
		serveWadl(https(this.wadl));
		assertThatExceptionOfType(ServiceDescriptionException.class).isThrownBy(client()::build)
			.withMessageContaining("X-Forwarded-Proto")
			.withMessageContaining("links that begin with " + this.service.url("").replace("/1.0/", ""))
			.withMessageContaining("use " + https(this.service.url("")) + " as the service root");
	}

	@ParameterizedTest
	@ValueSource(strings = { "<html/>", "cut", "foreign reference", "foreign base", "base without JSON", "HTML" })
	void unusableDescriptionThatWasStoredBeforeIsRequestedAgain(String kind) {
		String foreign = https(this.service.url(""));
		String stored = switch (kind) {
			case "cut" -> this.wadl.substring(0, this.wadl.length() / 2);
			case "foreign reference" -> https(this.wadl);
			case "foreign base" -> this.wadl.replace("base=\"" + this.service.url(""), "base=\"" + foreign);
			case "base without JSON" ->
				this.wadl.replace("base=\"" + this.service.url(""), "base=\"" + this.service.url("gone/"));
			default -> "<html/>";
		};
		store("", StubService.WADL_TYPE, kind.equals("HTML") ? "text/html" : StubService.WADL_TYPE, stored);
		serveWadl(this.wadl);
		for (int start = 0; start < 2; start++) {
			try (ServiceRoot root = client().build()) {
				assertThat(root.svcCollections()).containsExactly("recipes");
			}
		}
		assertThat(this.service.requestsFor("")).filteredOn((request) -> isFor(request.getHeader("Accept"), "wadl"))
			.hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "{", "[]", "foreign links" })
	void unusableRootThatWasStoredBeforeIsRequestedAgain(String stored) {
		store("", JSON, JSON, stored.equals("foreign links") ? https(this.root) : stored);
		this.service.serveJson("recipes", this.service.page(0, 0, null));
		ServiceRoot root = this.service.open(client());
		assertThat(root.collection("recipes").size()).isZero();
	}

	@Test
	void confirmedDescriptionThatCannotBeUsedIsRequestedWithoutACondition() {
		store("", StubService.WADL_TYPE, StubService.WADL_TYPE, "<html/>", "ETag", "\"same\"");
		ResponseDefinitionBuilder confirmed = aResponse().withStatus(304).withHeader("ETag", "\"same\"");
		serveWadl(this.wadl);
		this.service.serve(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo(StubService.WADL_TYPE))
			.withHeader("If-None-Match", matching(".*")), confirmed);
		ServiceRoot root = this.service.open(client());
		assertThat(root.svcCollections()).containsExactly("recipes");
		assertThat(this.service.requestsFor("")).filteredOn((request) -> isFor(request.getHeader("Accept"), "wadl"))
			.extracting((request) -> request.getHeader("If-None-Match"),
					(request) -> request.getHeader("Cache-Control"))
			.containsExactlyInAnyOrder(tuple("\"same\"", null), tuple(null, "no-cache"));
	}

	@Test
	void storedRedirectOfTheRootToAForeignOriginIsNotUsed() {
		storeRedirect("", StubService.WADL_TYPE, "https://elsewhere.example/1.0/");
		ServiceRoot root = this.service.open(client());
		assertThat(root.svcCollections()).containsExactly("recipes");
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/html", "broken", "unknown type" })
	void unusableEntryIsNotKept(String kind) {
		assertRecovers("recipes/4", answered(kind, this.service.recipe(4, "Stir")), this.service.recipe(4, "Stir"),
				(root) -> root.collection("recipes").get(4).getString("instructions"), "Stir");
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/html", "broken", "no entries" })
	void unusablePageIsNotKept(String kind) {
		String page = this.service.page(0, 1, null, this.service.recipe(4, "Stir"));
		assertRecovers("recipes", answered(kind, page), page,
				(root) -> root.collection("recipes").stream().findFirst().orElseThrow().getString("instructions"),
				"Stir");
	}

	@Test
	void unusableOperationResultIsNotKept() {
		assertRecovers("recipes?search=%22a%22&ws.op=find", answered("broken", ""), this.service.page(0, 7, null),
				(root) -> root.collection("recipes").operation("find").with("search", "a").invoke().collection().size(),
				7);
	}

	@Test
	void entryThatStaysUnusableCostsOneRequestForEachCall() {
		this.service.serve("recipes/4", answer(JSON, "{"));
		ServiceRoot root = this.service.open(client());
		this.service.forgetRequests();
		for (int calls = 1; calls <= 3; calls++) {
			assertThatExceptionOfType(UnexpectedResponseException.class)
				.isThrownBy(() -> root.collection("recipes").get(4));
			assertThat(this.service.requestCount()).isEqualTo(calls);
		}
	}

	@Test
	void healthRecoversFromAStoredRootThatCannotBeRead() {
		this.service.serve(
				get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo(JSON)).withHeader("If-None-Match", absent()),
				answer(JSON, this.root).withHeader("ETag", "\"same\""));
		ServiceRoot root = this.service.open(client());
		store("", JSON, JSON, "{", "ETag", "\"same\"");
		this.service.serve(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo(JSON))
			.withHeader("If-None-Match", matching(".*")), aResponse().withStatus(304));
		assertThat(root.validate(Duration.ofSeconds(30)).current()).isTrue();
	}

	/**
	 * Fails while the service is misconfigured, also with an existing cache, and then
	 * succeeds.
	 */
	private void assertRecovers(String path, ResponseDefinitionBuilder wrong, String right,
			Function<ServiceRoot, Object> call, Object expected) {
		this.service.serve(path, wrong);
		try (ServiceRoot root = client().build()) {
			assertThatExceptionOfType(HyperClientException.class).isThrownBy(() -> call.apply(root));
			this.service.serve(path, answer(JSON, right));
			assertThat(call.apply(root)).isEqualTo(expected);
			store(path, JSON, JSON, "{");
			assertThat(call.apply(root)).isEqualTo(expected);
			this.service.forgetRequests();
			assertThat(call.apply(root)).isEqualTo(expected);
			assertThat(this.service.requestCount()).isZero();
		}
	}

	private static ResponseDefinitionBuilder answered(String kind, String document) {
		return switch (kind) {
			case "text/html" -> answer("text/html", "<html>Log in</html>");
			case "unknown type" -> answer(JSON, document.replace("#recipe\"", "#cake\""));
			case "no entries" -> answer(JSON, document.replace("\"entries\"", "\"others\""));
			default -> answer(JSON, "{");
		};
	}

	private static ResponseDefinitionBuilder answer(String mediaType, String body) {
		return aResponse().withHeader("Content-Type", mediaType).withHeader("Cache-Control", LONG).withBody(body);
	}

	private void serveWadl(String document) {
		this.service.serve(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo(StubService.WADL_TYPE)),
				answer(StubService.WADL_TYPE, document));
	}

	private String https(String document) {
		return document.replace(this.service.url(""), this.service.url("").replace("http://", "https://"));
	}

	private static boolean isFor(String accept, String kind) {
		return accept.contains(kind);
	}

	/** Documents that an earlier process has stored. */
	private void store(String path, String accept, String mediaType, String body, String... fields) {
		HttpHeaders headers = new HttpHeaders();
		headers.set("Content-Type", mediaType);
		headers.set("Cache-Control", (fields.length == 0) ? LONG : "no-cache");
		for (int i = 0; i < fields.length; i += 2) {
			headers.set(fields[i], fields[i + 1]);
		}
		store(path, accept, 200, headers, body);
	}

	private void storeRedirect(String path, String accept, String target) {
		HttpHeaders headers = new HttpHeaders();
		headers.set("Location", target);
		headers.set("Cache-Control", LONG);
		store(path, accept, 301, headers, "");
	}

	private void store(String path, String accept, int status, HttpHeaders headers, String body) {
		headers.setDate("Date", Instant.now().toEpochMilli());
		URI uri = URI.create(this.service.url(path));
		HttpHeaders request = new HttpHeaders();
		request.setAccept(List.of(org.springframework.http.MediaType.parseMediaType(accept)));
		try (HttpCache cache = CacheContext.forRepresentations(HttpCache.inDirectory(this.directory))) {
			cache.evict(uri);
			cache.around((asked) -> CacheResponse.of(uri, status, headers, body.getBytes(StandardCharsets.UTF_8)))
				.exchange(CacheRequest.get(uri, request));
		}
	}

	private ServiceRootBuilder client() {
		return this.service.client().cache(this.directory);
	}

}
