package dev.hyperclient.cookbook.client;

import dev.hyperclient.CollectionType;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;

import org.springframework.stereotype.Component;

/**
 * What the cookbook service does not tell about itself: how a key leads to an entry.
 */
@Component
class KeyedCollections implements ServiceRootBuilderCustomizer {

	@Override
	public void customize(ServiceRootBuilder builder) {
		builder.collection("recipes", CollectionType.keyedBy("recipes/{key}"))
			.collection("cookbooks", CollectionType.keyedBy("cookbooks/{key}"));
	}

}
