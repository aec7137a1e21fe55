package dev.hyperclient.autoconfigure.httpcache;

import java.net.URI;
import java.util.Map;

import dev.hyperclient.cache.spring.CachingClientHttpConnector;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;

/**
 * Puts the cache around connectors, as {@link ClientCaching} does for request factories.
 *
 * @param caching what both have in common
 */
record ConnectorCaching(ClientCaching caching) {

	CachingClientHttpConnector decorate(ClientHttpConnector connector) {
		return (connector instanceof CachingClientHttpConnector cached) ? cached
				: new CachingClientHttpConnector(this.caching.cache(), connector)
					.withMaxBodySize(this.caching.maxBodySize())
					.withIdentity((request) -> this.caching.identity(new ReactiveRequest(request)))
					.withCacheSelector((request) -> this.caching.select(request.getAttributes()));
	}

	/**
	 * A request of {@code WebClient} as a request of any client.
	 *
	 * @param request the request
	 */
	private record ReactiveRequest(ClientHttpRequest request) implements HttpRequest {

		@Override
		public HttpMethod getMethod() {
			return this.request.getMethod();
		}

		@Override
		public URI getURI() {
			return this.request.getURI();
		}

		@Override
		public Map<String, Object> getAttributes() {
			return this.request.getAttributes();
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.request.getHeaders();
		}

	}

}
