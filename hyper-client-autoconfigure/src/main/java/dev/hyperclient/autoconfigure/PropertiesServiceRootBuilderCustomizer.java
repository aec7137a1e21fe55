package dev.hyperclient.autoconfigure;

import java.net.URI;

import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.retry.RetryPolicy;

import org.springframework.core.Ordered;

/**
 * Applies the properties.
 */
final class PropertiesServiceRootBuilderCustomizer implements ServiceRootBuilderCustomizer, Ordered {

	private final HyperClientProperties properties;

	PropertiesServiceRootBuilderCustomizer(HyperClientProperties properties) {
		this.properties = properties;
	}

	@Override
	public int getOrder() {
		return 0;
	}

	@Override
	public void customize(ServiceRootBuilder builder) {
		HyperClientProperties.Retry retry = this.properties.retry();
		builder.cache(this.properties.cache().directory())
			.callTimeout(this.properties.callTimeout())
			.maxResponseSize((int) this.properties.maxResponseSize().toBytes())
			.allowedOrigins(this.properties.allowedOrigins().toArray(URI[]::new))
			.allowPlainHttpCredentials(this.properties.allowPlainHttpCredentials())
			.retryPolicy(RetryPolicy.defaults()
				.withMaxRetries(retry.maxRetries())
				.withMaxRetryAfter(retry.maxRetryAfter())
				.withRetryPost(retry.post()));
	}

}
