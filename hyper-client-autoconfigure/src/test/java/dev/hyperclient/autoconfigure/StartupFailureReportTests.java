package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The report that Spring Boot prints if the start fails.
 */
@ExtendWith(OutputCaptureExtension.class)
class StartupFailureReportTests {

	@Test
	void missingBaseUrlIsReported(CapturedOutput output) {
		SpringApplicationBuilder application = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE);
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(application::run);
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("'hyper-client.base-url' is not set.")
			.contains("Set 'hyper-client.base-url' to the URL of the service");
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(HyperClientAutoConfiguration.class)
	static class Application {

		@Bean
		String recipes(ServiceRoot root) {
			return root.toString();
		}

	}

}
