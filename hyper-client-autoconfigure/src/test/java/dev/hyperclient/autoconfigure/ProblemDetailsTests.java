package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.util.Map;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.web.HyperClientProblemDetailsAutoConfiguration;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Responses of web applications whose controllers fail with an exception of the client.
 */
@ExtendWith(OutputCaptureExtension.class)
class ProblemDetailsTests {

	private static final String ENABLED = "hyper-client.web.problem-details.enabled=true";

	private static final String SECRET = "s3cret";

	private static final FakeService cookbooks = FakeService.builder("cookbooks")
		.type("recipe", "recipes", (recipe) -> {
			recipe.integer("id").text("instructions", (text) -> text.redacted());
			recipe.entry(Map.of("id", 4, "instructions", "Boil."));
		})
		.start();

	/** Responds as the cookbooks unless a test stubs another response. */
	private final StubService service = new StubService();

	@BeforeEach
	void serveRecipes() {
		this.service.server()
			.stubFor(any(anyUrl()).willReturn(aResponse().proxiedFrom("http://localhost:" + cookbooks.port())));
	}

	@AfterEach
	void stop() {
		this.service.close();
	}

	@AfterAll
	static void stopCookbooks() {
		cookbooks.close();
	}

	@ParameterizedTest
	@MethodSource
	void errorHasStatusAndDetail(WebStack stack, ResponseDefinitionBuilder answer, int status, String retryAfter,
			CapturedOutput output) {
		this.service.server()
			.stubFor(any(urlPathEqualTo("/1.0/recipes/4"))
				.willReturn(answer.withHeader("X-Secret", SECRET).withHeader("X-Lazr-OopsId", "OOPS-1")));
		stack.run(URI.create(this.service.url() + "/1.0/"), Controllers.class, (browser) -> {
			WebStack.Response response = browser.get("/recipe");
			assertThat(response.status()).isEqualTo(status);
			assertThat(response.headers().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
			assertThat(response.headers().getFirst("Retry-After")).isEqualTo(retryAfter);
			JsonNode problem = JsonMapper.shared().readTree(response.body());
			assertThat(problem.propertyNames()).containsExactlyInAnyOrder("status", "title", "detail", "instance");
			assertThat(problem.path("status").intValue()).isEqualTo(status);
			assertThat(problem.path("title").asString()).isEqualTo(HttpStatus.valueOf(status).getReasonPhrase());
			assertThat(problem.path("instance").asString()).isEqualTo("/recipe");
			assertThat(response.body()).doesNotContain(SECRET, "OOPS", "localhost");
			assertThat(response.headers().toString()).doesNotContain(SECRET);
			String line = "Responding with " + HttpStatus.valueOf(status);
			if (status >= 500) {
				assertThat(output).contains(line).contains(this.service.url() + "/1.0/recipes/4");
			}
			else {
				assertThat(output).doesNotContain(line);
			}
			assertThat(output).doesNotContain(SECRET);
		}, ENABLED);
	}

	static Stream<Arguments> errorHasStatusAndDetail() {
		return Stream.of(WebStack.values())
			.flatMap((stack) -> Stream.of(Arguments.of(stack, failed(404), 404, null),
					Arguments.of(stack, failed(410), 404, null), Arguments.of(stack, failed(409), 409, null),
					Arguments.of(stack, failed(412), 409, null), Arguments.of(stack, failed(400), 502, null),
					Arguments.of(stack, failed(401), 502, null), Arguments.of(stack, failed(403), 502, null),
					Arguments.of(stack, failed(405), 502, null), Arguments.of(stack, failed(500), 502, null),
					Arguments.of(stack, failed(502), 502, null), Arguments.of(stack, failed(503), 503, "30"),
					Arguments.of(stack, failed(503).withHeader("Retry-After", "120"), 503, "120"),
					Arguments.of(stack, failed(503).withHeader("Retry-After", "Fri, 31 Dec 2027 23:59:59 GMT"), 503,
							"Fri, 31 Dec 2027 23:59:59 GMT"),
					Arguments.of(stack, failed(503).withHeader("Retry-After", SECRET), 503, "30"),
					Arguments.of(stack, failed(429).withHeader("Retry-After", "7"), 503, "7"),
					Arguments.of(stack, aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER), 503, "30"), Arguments
						.of(stack, aResponse().withHeader("Content-Type", "text/html").withBody(SECRET), 502, null)));
	}

	private static ResponseDefinitionBuilder failed(int status) {
		return aResponse().withStatus(status).withHeader("Content-Type", "text/plain").withBody(SECRET);
	}

	@ParameterizedTest
	@EnumSource
	void timeoutIsUnavailableService(WebStack stack) {
		this.service.server()
			.stubFor(any(urlPathEqualTo("/1.0/recipes/4")).willReturn(aResponse().withFixedDelay(20_000)));
		stack.run(URI.create(this.service.url() + "/1.0/"), Controllers.class, (browser) -> {
			WebStack.Response response = browser.get("/recipe");
			assertThat(response.status()).isEqualTo(503);
			assertThat(response.headers().getFirst("Retry-After")).isEqualTo("30");
			assertThat(response.body()).doesNotContain("localhost", "call-timeout");
		}, ENABLED, "hyper-client.startup=lazy", "hyper-client.call-timeout=500ms");
	}

	@ParameterizedTest
	@EnumSource
	void invalidFieldsAreListedWithoutOriginOfService(WebStack stack) {
		this.service.server()
			.stubFor(any(urlPathEqualTo("/1.0/recipes/4")).willReturn(aResponse().withStatus(400)
				.withHeader("Content-Type", "text/plain")
				.withBody("cuisine: Invalid value \"<b>Nope</b>\".\ndish_link: No such object: %s/1.0/dishes/9"
					.formatted(this.service.url()))));
		stack.run(URI.create(this.service.url() + "/1.0/"), Controllers.class, (browser) -> {
			WebStack.Response response = browser.get("/recipe");
			assertThat(response.status()).isEqualTo(422);
			assertThat(JsonMapper.shared().readTree(response.body()).path("errors"))
				.isEqualTo(JsonMapper.shared().readTree("""
						[{"field": "cuisine", "message": "Invalid value \\"<b>Nope</b>\\"."},
						 {"field": "dish_link", "message": "No such object: /1.0/dishes/9"}]"""));
		}, ENABLED);
	}

	@ParameterizedTest
	@EnumSource
	void causeOfAnotherExceptionIsHandledLikeTheExceptionItself(WebStack stack) {
		this.service.server().stubFor(any(urlPathEqualTo("/1.0/recipes/4")).willReturn(failed(404)));
		stack.run(URI.create(this.service.url() + "/1.0/"), Controllers.class, (browser) -> {
			WebStack.Response response = browser.get("/wrapped");
			assertThat(response.status()).isEqualTo(404);
			assertThat(response.headers().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
		}, ENABLED);
	}

	@ParameterizedTest
	@EnumSource
	void logHasNoQueryOfARedirect(WebStack stack, CapturedOutput output) {
		this.service.server()
			.stubFor(any(urlPathEqualTo("/1.0/recipes/4"))
				.willReturn(aResponse().withStatus(303).withHeader("Location", "recipes/5?signature=" + SECRET)));
		this.service.server().stubFor(any(urlPathEqualTo("/1.0/recipes/recipes/5")).willReturn(failed(503)));
		stack.run(URI.create(this.service.url() + "/1.0/"), Controllers.class, (browser) -> {
			assertThat(browser.get("/recipe").status()).isEqualTo(503);
			assertThat(output).contains("/1.0/recipes/recipes/5?...").doesNotContain(SECRET);
		}, ENABLED);
	}

	@ParameterizedTest
	@EnumSource
	void redactedValueIsForbidden(WebStack stack) {
		stack.run(URI.create(this.service.url() + "/1.0/"), Controllers.class, (browser) -> {
			WebStack.Response response = browser.get("/redacted");
			assertThat(response.status()).isEqualTo(403);
			assertThat(response.body()).doesNotContain("localhost", "instructions");
		}, ENABLED);
	}

	@ParameterizedTest
	@EnumSource
	void missingKeyIsNotFound(WebStack stack) {
		stack.run(URI.create(this.service.url() + "/1.0/"), Controllers.class, (browser) -> {
			WebStack.Response response = browser.get("/missing");
			assertThat(response.status()).isEqualTo(404);
			assertThat(response.body()).doesNotContain("localhost");
		}, ENABLED);
	}

	@ParameterizedTest
	@EnumSource
	void handlersOfApplicationTakePrecedence(WebStack stack) {
		this.service.server().stubFor(any(urlPathEqualTo("/1.0/recipes/4")).willReturn(failed(404)));
		stack.run(URI.create(this.service.url() + "/1.0/"), OwnAdvice.class, (browser) -> {
			assertThat(browser.get("/recipe").status()).isEqualTo(410);
			assertThat(browser.get("/recipe").body()).isEqualTo("mine");
		}, ENABLED);
	}

	@ParameterizedTest
	@EnumSource
	void mistakesOfApplicationAreNotHandled(WebStack stack) {
		stack.run(URI.create(this.service.url() + "/1.0/"), Controllers.class,
				(browser) -> assertIsNotHandled(browser.get("/misspelt")), ENABLED);
	}

	@ParameterizedTest
	@EnumSource
	void nothingIsHandledUnlessEnabled(WebStack stack) {
		this.service.server().stubFor(any(urlPathEqualTo("/1.0/recipes/4")).willReturn(failed(404)));
		stack.run(URI.create(this.service.url() + "/1.0/"), Controllers.class,
				(browser) -> assertIsNotHandled(browser.get("/recipe")));
		stack.run(URI.create(this.service.url() + "/1.0/"), Controllers.class,
				(browser) -> assertIsNotHandled(browser.get("/recipe")),
				"hyper-client.web.problem-details.enabled=false");
	}

	private static void assertIsNotHandled(WebStack.Response response) {
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.headers().getContentType()).isNotEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
	}

	@Test
	void applicationWithoutWebServerHasNoAdvice() {
		HyperClientContextRunner.create(this.service, HyperClientProblemDetailsAutoConfiguration.class)
			.withPropertyValues(ENABLED)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("hyperClientProblemDetailsAdvice"));
	}

	@RestController
	static class Controllers {

		private final ServiceRoot root;

		Controllers(ServiceRoot root) {
			this.root = root;
		}

		@GetMapping("/recipe")
		String recipe() {
			return this.root.load("recipes/4", Entry.class).selfLink().toString();
		}

		@GetMapping("/wrapped")
		String wrapped() {
			try {
				return recipe();
			}
			catch (NotFound ex) {
				throw new IllegalStateException(new RuntimeException(ex));
			}
		}

		@GetMapping("/redacted")
		String redacted() {
			return this.root.load("recipes/4", Entry.class).getString("instructions");
		}

		@GetMapping("/misspelt")
		String misspelt() {
			return this.root.load("recipes/4", Entry.class).getString("instrctions");
		}

		@GetMapping("/missing")
		String missing() {
			return this.root.collection("recipes").get(9).selfLink().toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import({ Controllers.class, Handlers.class })
	static class OwnAdvice {

	}

	@ControllerAdvice
	static class Handlers {

		@ExceptionHandler
		@ResponseStatus(HttpStatus.GONE)
		@ResponseBody
		String notFound(NotFound ex) {
			return "mine";
		}

	}

}
