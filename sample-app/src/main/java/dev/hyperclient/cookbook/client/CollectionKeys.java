package dev.hyperclient.cookbook.client;

import dev.hyperclient.CollectionType;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;

import org.springframework.stereotype.Component;

/**
 * Declares the key-based lookups, which the description of the service does not contain.
 */
@Component
class CollectionKeys implements ServiceRootBuilderCustomizer {

	@Override
	public void customize(ServiceRootBuilder builder) {
		builder.collection("recipes", CollectionType.keyedBy("recipes/{key}"))
			.collection("cookbooks", CollectionType.keyedBy("cookbooks/{key}"));
	}

}
