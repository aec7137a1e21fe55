package dev.hyperclient.docs.httpcache;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import feign.Client;
import feign.Response;
import org.kohsuke.github.connector.GitHubConnector;
import org.kohsuke.github.connector.GitHubConnectorRequest;
import org.kohsuke.github.connector.GitHubConnectorResponse.ByteArrayResponse;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.RestClient;

/**
 * SDKs that send their requests through the HTTP cache.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class CachedSdks {

	// tag::http-cache-feign[]
	@Bean
	Client feignClient(RestClient.Builder builder) {
		RestClient client = builder.build();
		return (request, options) -> {
			RestClient.RequestBodySpec prepared = client.method(HttpMethod.valueOf(request.httpMethod().name()))
				.uri(URI.create(request.url()))
				.headers((fields) -> request.headers()
					.forEach((name, values) -> fields.addAll(name, List.copyOf(values))));
			if (request.body() != null) {
				prepared.body(request.body());
			}
			return prepared.exchange((sent, response) -> {
				Map<String, Collection<String>> fields = new LinkedHashMap<>();
				response.getHeaders().forEach(fields::put);
				return Response.builder()
					.request(request)
					.status(response.getStatusCode().value())
					.headers(fields)
					.body(response.getBody().readAllBytes())
					.build();
			});
		};
	}
	// end::http-cache-feign[]

	// tag::http-cache-github[]
	@Bean
	GitHubConnector gitHubConnector(RestClient.Builder builder) {
		RestClient client = builder.build();
		return (request) -> {
			RestClient.RequestBodySpec prepared = client.method(HttpMethod.valueOf(request.method()))
				.uri(URI.create(request.url().toString()))
				.headers((fields) -> request.allHeaders().forEach(fields::addAll));
			if (request.hasBody()) {
				prepared.body(request.body().readAllBytes());
			}
			return prepared.exchange((sent, response) -> new GitHubAnswer(request, response));
		};
	}

	static class GitHubAnswer extends ByteArrayResponse {

		private final byte[] content;

		GitHubAnswer(GitHubConnectorRequest request, ClientHttpResponse response) throws IOException {
			super(request, response.getStatusCode().value(),
					new LinkedHashMap<>(response.getHeaders().asMultiValueMap()));
			this.content = response.getBody().readAllBytes();
		}

		@Override
		protected InputStream rawBodyStream() {
			return new ByteArrayInputStream(this.content);
		}

	}
	// end::http-cache-github[]

}
