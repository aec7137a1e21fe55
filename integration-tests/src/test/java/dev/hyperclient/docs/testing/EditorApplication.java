package dev.hyperclient.docs.testing;

import dev.hyperclient.CollectionType;
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/**
 * The application of the tests in the guide.
 */
@SpringBootApplication
class EditorApplication {

	@Bean
	ServiceRootBuilderCustomizer keys() {
		return (service, builder) -> builder.collection("recipes", CollectionType.keyedBy("recipes/{key}"));
	}

}
