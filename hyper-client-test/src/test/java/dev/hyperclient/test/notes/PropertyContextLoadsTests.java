package dev.hyperclient.test.notes;

import dev.hyperclient.ServiceRoot;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application of a user with the property that starts it without its service.
 */
@SpringBootTest(properties = { "hyper-client.startup=lazy", "hyper-client.cache.directory=",
		"hyper-client.services.bugs.enabled=false" })
class PropertyContextLoadsTests {

	@Test
	void contextLoads(@Autowired ServiceRoot root) {
		assertThat(root.isFetched()).isFalse();
		assertThat(root.uri()).hasToString("https://notes.invalid/2.0/");
	}

}
