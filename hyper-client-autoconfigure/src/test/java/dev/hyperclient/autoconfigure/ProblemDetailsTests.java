package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.util.Map;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.web.HyperClientProblemDetailsAutoConfiguration;
import dev.hyperclient.autoconfigure.web.ServiceProblems;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
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
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Responses of web applications whose controllers fail with an exception of the client.
 */
@ParameterizedClass
@EnumSource(WebStack.class)
@ExtendWith(OutputCaptureExtension.class)
class ProblemDetailsTests {

	private static final String ENABLED = "hyper-client.web.problem-details.enabled=true";

	private static final String SECRET = "s3cret";

	@AutoClose
	private static final FakeService cookbooks = FakeService.builder("cookbooks")
		.type("recipe", "recipes", (recipe) -> {
			recipe.integer("id").text("instructions", (text) -> text.redacted());
			recipe.entry(Map.of("id", 5, "instructions", "Boil."));
		})
		.start();

	/** Responds as the cookbooks unless a test stubs another response. */
	@AutoClose
	private static final StubService service = new StubService();

	private static WebStack.Application application;

	@Parameter
	private WebStack stack;

	@BeforeParameterizedClassInvocation
	static void start(WebStack stack) {
		serveRecipes();
		application = start(stack, Controllers.class, ENABLED);
	}

	private static WebStack.Application start(WebStack stack, Class<?> controllers, String... properties) {
		return stack.start(URI.create(service.url() + "/1.0/"), controllers, properties);
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		application.close();
	}

	@BeforeEach
	void reset() {
		serveRecipes();
	}

	private static void serveRecipes() {
		service.reset();
		service.server()
			.stubFor(any(anyUrl()).willReturn(aResponse().proxiedFrom("http://localhost:" + cookbooks.port())));
	}

	@ParameterizedTest
	@MethodSource
	void errorHasStatusAndDetail(ResponseDefinitionBuilder answer, int status, String retryAfter,
			CapturedOutput output) {
		serve(answer.withHeader("X-Secret", SECRET).withHeader("X-Lazr-OopsId", "OOPS-1"));
		WebStack.Response response = application.get("/recipe");
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
			assertThat(output).contains(line).contains(service.url() + "/1.0/recipes/4");
		}
		else {
			assertThat(output).doesNotContain(line);
		}
		assertThat(output).doesNotContain(SECRET);
	}

	static Stream<Arguments> errorHasStatusAndDetail() {
		return Stream.of(arguments(failed(404), 404, null), arguments(failed(410), 404, null),
				arguments(failed(409), 409, null), arguments(failed(412), 409, null), arguments(failed(400), 502, null),
				arguments(failed(401), 502, null), arguments(failed(403), 502, null), arguments(failed(405), 502, null),
				arguments(failed(500), 502, null), arguments(failed(503), 503, "30"),
				arguments(failed(503).withHeader("Retry-After", "120"), 503, "120"),
				arguments(failed(503).withHeader("Retry-After", "Fri, 31 Dec 2027 23:59:59 GMT"), 503,
						"Fri, 31 Dec 2027 23:59:59 GMT"),
				arguments(failed(503).withHeader("Retry-After", SECRET), 503, "30"),
				arguments(failed(429).withHeader("Retry-After", "7"), 503, "7"),
				arguments(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER), 503, "30"),
				arguments(aResponse().withHeader("Content-Type", "text/html")
					.withHeader("Cache-Control", "no-store")
					.withBody(SECRET), 502, null));
	}

	private static ResponseDefinitionBuilder failed(int status) {
		return aResponse().withStatus(status).withHeader("Content-Type", "text/plain").withBody(SECRET);
	}

	private static void serve(ResponseDefinitionBuilder answer) {
		service.server().stubFor(any(urlPathEqualTo("/1.0/recipes/4")).willReturn(answer));
	}

	@Test
	void invalidFieldsAreListedWithoutOriginOfService() {
		serve(aResponse().withStatus(400)
			.withHeader("Content-Type", "text/plain")
			.withBody("cuisine: Invalid value \"<b>Nope</b>\".\ndish_link: No such object: %s/1.0/dishes/9"
				.formatted(service.url())));
		WebStack.Response response = application.get("/recipe");
		assertThat(response.status()).isEqualTo(422);
		assertThat(JsonMapper.shared().readTree(response.body()).path("errors"))
			.isEqualTo(JsonMapper.shared().readTree("""
					[{"field": "cuisine", "message": "Invalid value \\"<b>Nope</b>\\"."},
					 {"field": "dish_link", "message": "No such object: /1.0/dishes/9"}]"""));
	}

	@Test
	void causeOfAnotherExceptionIsHandledLikeTheExceptionItself() {
		serve(failed(404));
		WebStack.Response response = application.get("/wrapped");
		assertThat(response.status()).isEqualTo(404);
		assertThat(response.headers().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
	}

	@Test
	void timeoutIsUnavailableService() {
		assertThat(ServiceProblems.of(new CallTimeoutException(URI.create("https://api.example.com/"), "Late", null)))
			.hasValueSatisfying((problem) -> assertThat(problem.getStatus()).isEqualTo(503));
	}

	@Test
	void logHasNoQueryOfARedirect(CapturedOutput output) {
		serve(aResponse().withStatus(303).withHeader("Location", "recipes/5?signature=" + SECRET));
		service.server().stubFor(any(urlPathEqualTo("/1.0/recipes/recipes/5")).willReturn(failed(503)));
		assertThat(application.get("/recipe").status()).isEqualTo(503);
		assertThat(output).contains("/1.0/recipes/recipes/5?...").doesNotContain(SECRET);
	}

	@ParameterizedTest
	@CsvSource({ "/redacted, 403, instructions", "/missing, 404, 9" })
	void valueThatCannotBeReadHasItsOwnStatus(String path, int status, String hidden) {
		WebStack.Response response = application.get(path);
		assertThat(response.status()).isEqualTo(status);
		assertThat(response.body()).doesNotContain("localhost", hidden);
	}

	@Test
	void handlersOfApplicationTakePrecedence() {
		serve(failed(404));
		try (WebStack.Application handling = start(this.stack, OwnAdvice.class, ENABLED)) {
			assertThat(handling.get("/recipe").status()).isEqualTo(410);
			assertThat(handling.get("/recipe").body()).isEqualTo("mine");
		}
	}

	@Test
	void mistakesOfApplicationAreNotHandled() {
		assertIsNotHandled(application.get("/misspelt"));
	}

	@Test
	void nothingIsHandledUnlessEnabled() {
		serve(failed(404));
		try (WebStack.Application disabled = start(this.stack, Controllers.class)) {
			assertIsNotHandled(disabled.get("/recipe"));
		}
	}

	private static void assertIsNotHandled(WebStack.Response response) {
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.headers().getContentType()).isNotEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
	}

	@Test
	void applicationWithoutWebServerHasNoAdvice() {
		HyperClientContextRunner.create(service, HyperClientProblemDetailsAutoConfiguration.class)
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
			return this.root.load("recipes/5", Entry.class).getString("instructions");
		}

		@GetMapping("/misspelt")
		String misspelt() {
			return this.root.load("recipes/5", Entry.class).getString("instrctions");
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
