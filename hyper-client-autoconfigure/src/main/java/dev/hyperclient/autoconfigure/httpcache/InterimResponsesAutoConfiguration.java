package dev.hyperclient.autoconfigure.httpcache;

import dev.hyperclient.autoconfigure.internal.BeanDecorator;
import dev.hyperclient.internal.transport.ObservedClient;
import dev.hyperclient.netty.InterimResponses;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JettyClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JettyClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;

/**
 * Auto-configuration that makes the clients of Spring Boot's builders skip interim
 * responses if their HTTP client does not, with the cache and without it: they may share
 * connections. The builder may be a bean of the application. Runs before the
 * auto-configuration of the cache, whose builders hide the type of the HTTP client.
 */
@AutoConfiguration(before = { RestClientHttpCacheAutoConfiguration.class, WebClientHttpCacheAutoConfiguration.class })
@ConditionalOnClass({ InterimResponses.class, ClientHttpRequestFactoryBuilder.class })
public final class InterimResponsesAutoConfiguration {

	private static final String UNPROTECTED = "Over Reactor Netty and Jetty, interim responses are not skipped by";

	@Bean
	static BeanDecorator<?> requestFactoryInterimResponses() {
		return new BeanDecorator<>(ClientHttpRequestFactoryBuilder.class, InterimResponsesAutoConfiguration::skipping,
				UNPROTECTED);
	}

	private static ClientHttpRequestFactoryBuilder<?> skipping(ClientHttpRequestFactoryBuilder<?> builder) {
		// The type of Spring Boot's own builders remains.
		if (builder instanceof ReactorClientHttpRequestFactoryBuilder reactor) {
			return reactor.withHttpClientCustomizer(InterimResponses::skip).withCustomizer(ObservedClient::known);
		}
		if (builder instanceof JettyClientHttpRequestFactoryBuilder jetty) {
			return jetty.withHttpClientCustomizer(ObservedClient::protectJetty);
		}
		if (isSpringBoot(builder)) {
			return builder;
		}
		ClientHttpRequestFactoryBuilder<ClientHttpRequestFactory> own = (settings) -> ObservedClient
			.built(builder.build(settings));
		return own;
	}

	/** Those that build one type of Spring; the others may build any. */
	private static boolean isSpringBoot(Object builder) {
		return builder.getClass().getSuperclass().getSimpleName().startsWith("AbstractClientHttp");
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(Mono.class)
	static class ReactiveConfiguration {

		@Bean
		static BeanDecorator<?> connectorInterimResponses() {
			return new BeanDecorator<>(ClientHttpConnectorBuilder.class, ReactiveConfiguration::skipping, UNPROTECTED);
		}

		private static ClientHttpConnectorBuilder<?> skipping(ClientHttpConnectorBuilder<?> builder) {
			if (builder instanceof ReactorClientHttpConnectorBuilder reactor) {
				return reactor.withHttpClientCustomizer(InterimResponses::skip).withCustomizer(ObservedClient::known);
			}
			if (builder instanceof JettyClientHttpConnectorBuilder jetty) {
				return jetty.withHttpClientCustomizer(ObservedClient::protectJetty);
			}
			if (isSpringBoot(builder)) {
				return builder;
			}
			ClientHttpConnectorBuilder<ClientHttpConnector> own = (settings) -> ObservedClient
				.built(builder.build(settings));
			return own;
		}

	}

}
