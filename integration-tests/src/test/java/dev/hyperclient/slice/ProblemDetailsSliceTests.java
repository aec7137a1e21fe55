package dev.hyperclient.slice;

import java.net.URI;

import dev.hyperclient.error.CallTimeoutException;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Problem details are part of the test slice for Spring MVC.
 */
@WebMvcTest(properties = "hyper-client.web.problem-details.enabled=true")
@AutoConfigureMockMvc(addFilters = false)
class ProblemDetailsSliceTests {

	@Test
	void exceptionOfTheClientIsAProblemDetail(@Autowired MockMvcTester mvc) {
		assertThat(mvc.get().uri("/late")).hasStatus(503).bodyJson().extractingPath("$.status").isEqualTo(503);
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(LateController.class)
	static class Application {

	}

	@RestController
	static class LateController {

		@GetMapping("/late")
		String late() {
			throw new CallTimeoutException(URI.create("http://localhost/"), "late", null);
		}

	}

}
