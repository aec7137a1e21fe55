package dev.hyperclient.cookbook;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.cookbook.service.CookbookServiceProperties;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Profiles and settings of the sample.
 */
class ProfileTests {

	@AutoClose
	private static final ConfigurableApplicationContext service = service();

	private final HttpClient client = HttpClient.newHttpClient();

	@Test
	void serviceProfileRunsServiceAlone() throws Exception {
		assertThat(service.getBeanProvider(ServiceRoot.class)).isEmpty();
		assertThat(service).isNotInstanceOf(ServletWebServerApplicationContext.class);
		assertThat(get(url(service, "")).statusCode()).isEqualTo(200);
	}

	/** As the reference service does, which other clients are tested with. */
	@Test
	void serviceProfileBeginsWithoutFiles() throws Exception {
		URI cover = url(service, "cookbooks/Everyday%20Greens/cover");
		assertThat(get(cover).statusCode()).isEqualTo(404);
		this.client.send(HttpRequest.newBuilder(cover).PUT(HttpRequest.BodyPublishers.ofString("cover")).build(),
				HttpResponse.BodyHandlers.discarding());
		assertThat(get(cover).headers().firstValue("Location"))
			.hasValueSatisfying((location) -> assertThat(location).endsWith("/devel/filemanager/0"));
	}

	@ParameterizedTest
	@CsvSource({ "basic,--cookbook.service.username=cook --cookbook.service.password=pa55,Basic Y29vazpwYTU1",
			"oauth,--cookbook.service.access-token=t0ken --cookbook.service.access-token-secret=s3cret,"
					+ "'OAuth oauth_consumer_key=\"consumer\", oauth_token=\"t0ken\", "
					+ "oauth_signature_method=\"PLAINTEXT\", oauth_signature=\"%26s3cret\"'" })
	void serviceRequiresConfiguredCredentials(String security, String credentials, String header) throws Exception {
		String settings = "--cookbook.service.security=" + security + " --cookbook.service.realm=kitchen "
				+ credentials;
		try (ConfigurableApplicationContext context = service(settings.split(" "))) {
			HttpResponse<String> refused = get(url(context, ""));
			assertThat(refused.statusCode()).isEqualTo(401);
			assertThat(refused.headers().firstValue("WWW-Authenticate").orElseThrow()).contains("realm=\"kitchen\"");
			assertThat(get(url(context, ""), "Authorization", header).statusCode()).isEqualTo(200);
		}
	}

	@Test
	void baseUrlSelectsAnotherService(@TempDir Path cache) {
		try (CookbookService other = openService(1_000);
				ConfigurableApplicationContext context = application(cache,
						"--hyper-client.base-url=" + other.baseUrl(), "--hyper-client.version=devel")) {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			assertThat(root.uri()).hasToString(other.baseUrl() + "devel/");
			assertThat(root.collection("recipes").size()).isGreaterThan(1_000);
			assertThat(context.getBean(CookbookService.class).requests()).isEmpty();
		}
	}

	@Test
	void disabledServiceIsAbsent(@TempDir Path cache) {
		try (CookbookService other = openService(0);
				ConfigurableApplicationContext context = application(cache, "--cookbook.service.enabled=false",
						"--hyper-client.base-url=" + other.baseUrl())) {
			assertThat(context.getBeanProvider(CookbookService.class)).isEmpty();
			assertThat(context.getBean(ServiceRoot.class).uri()).hasToString(other.baseUrl() + "1.0/");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "basic", "oauth" })
	void clientUsesCredentialsOfEmbeddedService(String security, @TempDir Path cache) {
		try (ConfigurableApplicationContext context = application(cache, "--cookbook.service.security=" + security)) {
			assertThat(context.getBean(ServiceRoot.class).collection("recipes")).hasSize(6);
		}
	}

	private static ConfigurableApplicationContext service(String... settings) {
		return run(List.of("--spring.profiles.active=service"), settings);
	}

	private static ConfigurableApplicationContext application(Path cache, String... settings) {
		return run(List.of("--server.port=0", "--hyper-client.cache.directory=" + cache), settings);
	}

	private static ConfigurableApplicationContext run(List<String> common, String... settings) {
		return SpringApplication.run(SampleApplication.class,
				Stream
					.concat(Stream.of("--cookbook.service.port=0"), Stream.concat(common.stream(), Stream.of(settings)))
					.toArray(String[]::new));
	}

	private static CookbookService openService(int recipes) {
		return new CookbookService(
				new CookbookServiceProperties(true, "localhost", 0, recipes, CookbookServiceProperties.Security.OPEN,
						"cookbooks", "user", "password", "consumer", "token", "secret"));
	}

	private static URI url(ConfigurableApplicationContext context, String path) {
		return context.getBean(CookbookService.class).baseUrl().resolve("1.0/" + path);
	}

	private HttpResponse<String> get(URI uri, String... headers) throws Exception {
		HttpRequest.Builder request = HttpRequest.newBuilder(uri);
		return this.client.send(((headers.length > 0) ? request.headers(headers) : request).build(),
				HttpResponse.BodyHandlers.ofString());
	}

}
