package dev.hyperclient.cookbook;

import java.time.Duration;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * Event loops of one application context, disposed of when it is closed. The global loops
 * and connections are shut down together, which can block a closing context forever.
 * Found by the component scan of every context in the tests.
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
