package dev.hyperclient.docs.testing;

import dev.hyperclient.test.AutoConfigureFakeService;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;

/**
 * The generated test of an application, without network.
 */
// tag::context-loads[]
@SpringBootTest
@AutoConfigureFakeService
class EditorApplicationTests {

	@Test
	void contextLoads() {
	}

}
// end::context-loads[]
