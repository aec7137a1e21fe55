package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for training runs of an application that uses the starter. Each is a process of
 * its own, since it ends its JVM.
 */
@Tag("slow")
class TrainingRunTests {

	@AutoClose
	private final FakeService service = FakeService.builder("recipes").start();

	@TempDir
	private Path directory;

	private String train(Class<?> application, int exitCode, String... arguments) throws Exception {
		Path output = this.directory.resolve("output.txt");
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
						// As the JVM of the tests: starts faster.
						"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dspring.context.exit=onRefresh",
						"-Dspring.main.web-application-type=none",
						"-Djava.io.tmpdir=" + Files.createDirectories(this.directory.resolve("tmp")),
						"-Xlog:class+load:file=" + this.directory.resolve("classes.txt"), "-cp",
						System.getProperty("java.class.path"), application.getName(),
						"--hyper-client.base-url=" + this.service.baseUrl(), "--logging.level.dev.hyperclient=info",
						// Warns where there is no network.
						"--logging.level.io.netty.util.internal.MacAddressUtil=error"));
		command.addAll(List.of(arguments));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
		try {
			assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
		}
		finally {
			process.destroyForcibly();
		}
		String text = Files.readString(output, StandardCharsets.UTF_8);
		assertThat(process.exitValue()).as(text).isEqualTo(exitCode);
		return text;
	}

	@Test
	void trainingRunCallsNoServiceAndLoadsTheClassesOfTheClient() throws Exception {
		String output = train(Application.class, 0, "--hyper-client.cache.directory=" + this.directory.resolve("cache"),
				"--hyper-client.collections.dishes.key-path=dishes/{key}",
				"--hyper-client.oauth.credentials-file=" + this.directory.resolve("missing"));
		assertThat(output).contains("Training run: the classes of the client are loaded").doesNotContain(" WARN ");
		assertThat(this.service.requests()).isEmpty();
		assertThat(loadedClasses()).contains("dev.hyperclient.autoconfigure.PropertiesHttpAuthorizerFactory ",
				"dev.hyperclient.internal.store.FileResponseStore ", "dev.hyperclient.internal.exchange.RetryStep ",
				"dev.hyperclient.internal.description.WadlParser ",
				"dev.hyperclient.internal.description.CompactReader ", "dev.hyperclient.EntryEditor ",
				"dev.hyperclient.PageWalk ", "dev.hyperclient.convert.JacksonValueConverter ",
				"tools.jackson.databind.json.JsonMapper ", "reactor.netty.http.client.HttpClientOperations ");
		assertThat(this.directory.resolve("tmp")).isEmptyDirectory();
	}

	private String loadedClasses() throws IOException {
		return Files.readString(this.directory.resolve("classes.txt"));
	}

	@Test
	void beanThatCallsTheServiceFailsTheTrainingRun() throws Exception {
		assertThat(train(CallingApplication.class, 1)).contains("A service is called in a training run")
			.contains("spring.context.exit=onRefresh");
		assertThat(this.service.requests()).isEmpty();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		public static void main(String[] arguments) {
			SpringApplication.run(Application.class, arguments);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class CallingApplication {

		@Bean
		List<String> collections(ServiceRoot root) {
			return root.svcCollections();
		}

		public static void main(String[] arguments) {
			SpringApplication.run(CallingApplication.class, arguments);
		}

	}

}
