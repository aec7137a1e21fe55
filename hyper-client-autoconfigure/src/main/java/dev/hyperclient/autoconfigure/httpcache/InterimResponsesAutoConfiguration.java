package dev.hyperclient.autoconfigure.httpcache;

import dev.hyperclient.internal.transport.JettyInterimResponses;
import dev.hyperclient.netty.InterimResponses;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.JettyClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.JettyClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration that makes the clients of Spring Boot's builders skip interim
 * responses if their HTTP client does not, with the cache and without it: they may share
 * connections.
 */
@AutoConfiguration
@ConditionalOnClass({ InterimResponses.class, ClientHttpRequestFactoryBuilderCustomizer.class })
public final class InterimResponsesAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = "reactor.netty.http.client.HttpClient")
	static class ReactorNettyConfiguration {

		@Bean
		ClientHttpRequestFactoryBuilderCustomizer<ReactorClientHttpRequestFactoryBuilder> reactorRequestFactoryInterimResponses() {
			return (builder) -> builder.withHttpClientCustomizer(InterimResponses::skip);
		}

		@Bean
		ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> reactorConnectorInterimResponses() {
			return (builder) -> builder.withHttpClientCustomizer(InterimResponses::skip);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = "org.eclipse.jetty.client.HttpClient")
	static class JettyConfiguration {

		@Bean
		ClientHttpRequestFactoryBuilderCustomizer<JettyClientHttpRequestFactoryBuilder> jettyRequestFactoryInterimResponses() {
			return (builder) -> builder.withHttpClientCustomizer(JettyInterimResponses::skip);
		}

		@Bean
		ClientHttpConnectorBuilderCustomizer<JettyClientHttpConnectorBuilder> jettyConnectorInterimResponses() {
			return (builder) -> builder.withHttpClientCustomizer(JettyInterimResponses::skip);
		}

	}

}
