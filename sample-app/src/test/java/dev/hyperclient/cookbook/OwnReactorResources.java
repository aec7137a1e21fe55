package dev.hyperclient.cookbook;

import java.time.Duration;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * Event loops for one context alone, which go with it at once. The loops that all
 * contexts of a JVM share are shut down together with their connections, and a context
 * that closes can wait for ever for one of the two. Found by the component scan of every
 * context that a test starts.
 */
@Configuration(proxyBeanMethods = false)
class OwnReactorResources {

	@Bean
	ReactorResourceFactory reactorResourceFactory() {
		ReactorResourceFactory resources = new ReactorResourceFactory();
		resources.setUseGlobalResources(false);
		resources.setShutdownQuietPeriod(Duration.ZERO);
		return resources;
	}

}
