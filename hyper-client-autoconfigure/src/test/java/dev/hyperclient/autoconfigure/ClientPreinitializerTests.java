package dev.hyperclient.autoconfigure;

import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.preinitialize.BackgroundPreinitializer;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThatCode;

class ClientPreinitializerTests {

	/** Spring Boot ignores failures of what it runs in the background. */
	@Test
	void classesOfTheClientAreLoadedInTheBackground() {
		BackgroundPreinitializer registered = SpringFactoriesLoader.forDefaultResourceLocation()
			.load(BackgroundPreinitializer.class)
			.stream()
			.filter((each) -> each.getClass().getPackage().equals(getClass().getPackage()))
			.findFirst()
			.orElseThrow();
		assertThatCode(registered::preinitialize).doesNotThrowAnyException();
	}

}
