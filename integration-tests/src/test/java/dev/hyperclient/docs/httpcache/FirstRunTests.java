package dev.hyperclient.docs.httpcache;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import javax.tools.ToolProvider;

import dev.hyperclient.docs.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.DefaultResourceLoader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application of the page of the first run, compiled and started from the files of
 * the page, logs the lines of the page.
 */
@ExtendWith(OutputCaptureExtension.class)
class FirstRunTests {

	private static final String GITHUB = "https://api.github.com";

	@TempDir
	Path directory;

	@Test
	void applicationOfThePageLogsItsLines(CapturedOutput output) throws Exception {
		try (ExampleService service = new ExampleService("public, max-age=60")) {
			Path page = Documents.PROJECT.resolve("docs/guide/http-cache-start.md");
			for (Map.Entry<String, String> file : Documents.files(page).entrySet()) {
				String name = Path.of(file.getKey()).getFileName().toString();
				Files.writeString(this.directory.resolve(name), file.getValue().replace(GITHUB, service.url()));
			}
			run();
			assertThat(GuidePage.lines(output.getOut().replace(service.url(), GITHUB)))
				.isEqualTo(GuidePage.lines(Files.readString(page)));
			assertThat(service.requests()).isOne();
		}
	}

	private void run() throws Exception {
		ToolProvider.getSystemJavaCompiler()
			.run(null, null, null, "-d", this.directory.toString(),
					this.directory.resolve("StarsApplication.java").toString());
		try (URLClassLoader classes = new URLClassLoader(new URL[] { this.directory.toUri().toURL() })) {
			new SpringApplicationBuilder(classes.loadClass("com.example.stars.StarsApplication"))
				.resourceLoader(new DefaultResourceLoader(classes))
				.web(WebApplicationType.NONE)
				.properties("spring.config.location=" + this.directory.toUri())
				.run()
				.close();
		}
	}

}
