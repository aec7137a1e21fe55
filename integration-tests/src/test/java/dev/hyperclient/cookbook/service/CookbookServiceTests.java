package dev.hyperclient.cookbook.service;

import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.testservice.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.context.WebApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Start, settings, recorded requests and close of the service.
 */
class CookbookServiceTests {

	private static final int GENERATED = 9_000;

	@RegisterExtension
	final RunningService service = new RunningService(CookbookSettings.onAnyPort("recipes=" + GENERATED));

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(CookbookServiceConfiguration.class)
		.withPropertyValues("cookbook.service.port=0");

	@Test
	void beanListensAfterCreation() {
		this.runner.run((context) -> {
			CookbookService bean = context.getBean(CookbookService.class);
			assertThat(bean.baseUrl()).hasToString("http://localhost:" + bean.port() + "/");
			assertThat(bean.port()).isPositive();
		});
	}

	@Test
	void closesWithApplicationContext() {
		AtomicInteger port = new AtomicInteger();
		this.runner.run((context) -> port.set(context.getBean(CookbookService.class).port()));
		assertThatIOException().isThrownBy(() -> new Socket("localhost", port.get()).close());
	}

	@Test
	void runsAloneWithServiceProfile() {
		SpringApplicationBuilder application = new SpringApplicationBuilder(CookbookServiceConfiguration.class)
			.profiles("service")
			.bannerMode(Banner.Mode.OFF);
		try (ConfigurableApplicationContext context = application.run("--cookbook.service.port=0")) {
			assertThat(context).isNotInstanceOf(WebApplicationContext.class);
			assertThat(application.application().isKeepAlive()).isTrue();
			assertThat(context.getBean(CookbookService.class).port()).isPositive();
		}
	}

	@Test
	void disabledServiceIsNoBean() {
		this.runner.withPropertyValues("cookbook.service.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(CookbookService.class));
	}

	@Test
	void portInUseIsReportedWithProperty() {
		CookbookServiceProperties taken = CookbookSettings.onAnyPort("port=" + this.service.service().port());
		assertThatExceptionOfType(FailureAnalyzedException.class).isThrownBy(() -> new CookbookService(taken))
			.satisfies((ex) -> {
				assertThat(ex.analysis().getDescription()).contains("localhost", String.valueOf(taken.port()));
				assertThat(ex.analysis().getAction()).contains("'cookbook.service.port'");
			});
	}

	@Test
	void invalidSettingsAreRejected() {
		assertRefused("port", "-1");
		assertRefused("address", " ");
		assertRefused("recipes", "-1");
		assertRefused("realm", "two\nlines");
		assertRefused("username", "us:er");
		assertRefused("password", "");
		assertRefused("consumer-key", "");
		assertRefused("access-token", "");
		assertRefused("access-token-secret", " ");
	}

	@Test
	void toStringOfSettingsHidesSecrets() {
		assertThat(CookbookSettings
			.onAnyPort("username=cook", "password=pa55", "consumer-key=spoon", "access-token=t0ken",
					"access-token-secret=s3cret")
			.toString()).contains("cook", "spoon").doesNotContain("pa55", "t0ken", "s3cret");
	}

	private static void assertRefused(String property, String value) {
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> CookbookSettings.onAnyPort(property + "=" + value))
			.havingRootCause()
			.isInstanceOf(IllegalArgumentException.class)
			.withMessageStartingWith("'cookbook.service." + property + "' must");
	}

	@Test
	void requestsAreRecorded() {
		this.service.get("/1.0/recipes/1000000", "Accept", "application/json", "User-Agent", "spoon 1.0");
		this.service.get("/1.0/dishes?ws.size=1", "User-Agent", "fork");
		assertThat(this.service.service().requests())
			.extracting(RecordedRequest::toString, (request) -> request.header("Accept"),
					(request) -> request.header("User-Agent"), RecordedRequest::body)
			.containsExactly(tuple("GET /1.0/recipes/1000000 -> 404", "application/json", "spoon 1.0", ""),
					tuple("GET /1.0/dishes?ws.size=1 -> 200", null, "fork", ""));
	}

	@Test
	void resetRestoresSeedDataAndClearsRequests() {
		this.service.post("/1.0/cookbooks/Everyday%20Greens", "ws.op=make_more_interesting");
		this.service.service().reset();
		assertThat(this.service.service().requests()).isEmpty();
		assertThat(this.service.get("/1.0/cookbooks/Everyday%20Greens").statusCode()).isEqualTo(200);
	}

	@Test
	void generatedRecipesFollowWrittenOnes() {
		JsonNode first = this.service.json("/1.0/recipes/7");
		assertThat(first.get("cookbook_link").stringValue()).endsWith("Mastering%20the%20Art%20of%20French%20Cooking");
		assertThat(first.get("dish_link").stringValue()).endsWith("Roast%20chicken");
		assertThat(this.service.json("/1.0/recipes/8").get("dish_link").stringValue()).endsWith("Baked%20beans");
		assertThat(this.service.get("/1.0/recipes/" + (GENERATED + 6)).statusCode()).isEqualTo(200);
		assertThat(this.service.get("/1.0/recipes/" + (GENERATED + 7)).statusCode()).isEqualTo(404);
	}

	@Test
	void everyGeneratedRecipeIsListedOnce() {
		Set<Integer> ids = new HashSet<>();
		for (int start = 0; start < GENERATED + 6; start += 300) {
			JsonNode page = this.service.json("/1.0/recipes?ws.size=300&ws.start=" + start);
			assertThat(page.get("total_size").intValue()).isEqualTo(GENERATED + 6);
			page.get("entries").forEach((entry) -> ids.add(entry.get("id").intValue()));
		}
		assertThat(ids).hasSize(GENERATED + 5);
		JsonNode beans = this.service.json("/1.0/dishes/Baked%20beans/recipes?ws.start=2700");
		assertThat(beans.get("entries")).hasSize(5);
		assertThat(beans.get("total_size").intValue()).isEqualTo(2 + GENERATED / 3);
	}

}
