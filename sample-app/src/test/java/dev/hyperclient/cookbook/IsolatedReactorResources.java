package dev.hyperclient.cookbook;

import java.time.Duration;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * Event loops for one context that are shut down with it immediately. By default, a
 * closing context waits two seconds for late requests, and shuts down the event loops
 * that all contexts of a JVM share. Found by the component scan of every context in the
 * tests.
 */
@Configuration(proxyBeanMethods = false)
class IsolatedReactorResources {

	@Bean
	ReactorResourceFactory reactorResourceFactory() {
		ReactorResourceFactory resources = new ReactorResourceFactory();
		resources.setUseGlobalResources(false);
		resources.setShutdownQuietPeriod(Duration.ZERO);
		return resources;
	}

}
