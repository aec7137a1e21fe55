package dev.hyperclient.autoconfigure.httpcache;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import dev.hyperclient.autoconfigure.internal.CacheMarker;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.internal.transport.ObservedClient;

import org.springframework.beans.DirectFieldAccessor;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInitializer;
import org.springframework.http.client.InterceptingClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * Applies the HTTP cache of the application to a {@link RestClient} or
 * {@link RestTemplate}. Typically used as follows: <pre class="code">
 * &#064;Bean
 * MyClient myClient(RestClient.Builder builder, RestClientHttpCache httpCache) {
 *     return new MyClient(builder.apply(httpCache::apply).build());
 * }
 * </pre> A client to which the cache is applied twice has one cache. Thread-safe.
 */
public final class RestClientHttpCache {

	private final LazyClientCaching caching;

	private final Supplier<ClientHttpRequestFactory> requestFactory;

	/**
	 * Create an instance.
	 * @param caching decorates request factories, obtained when it is needed: a bean that
	 * it depends on may need this instance
	 * @param requestFactory supplier of a request factory with the settings of the
	 * application
	 */
	RestClientHttpCache(LazyClientCaching caching, Supplier<ClientHttpRequestFactory> requestFactory) {
		this.caching = caching;
		this.requestFactory = requestFactory;
	}

	/**
	 * Apply the cache to the clients of a builder. Like {@code RestClientSsl} of Spring
	 * Boot, this replaces the request factory by one with the HTTP client settings of the
	 * application; {@code RestClientSsl} may be applied after it.
	 * @param builder the builder
	 */
	public void apply(RestClient.Builder builder) {
		apply(builder, this.requestFactory.get());
	}

	/**
	 * Apply the cache to the clients of a builder, with a request factory of the caller.
	 * @param builder the builder
	 * @param requestFactory sends the requests that the cache does not answer
	 */
	public void apply(RestClient.Builder builder, ClientHttpRequestFactory requestFactory) {
		builder.requestFactory(decorated(requestFactory));
		mark(builder);
	}

	/**
	 * Apply the cache to a client, below its interceptors.
	 * @param client the client
	 */
	public void apply(RestTemplate client) {
		ClientHttpRequestFactory factory = transport(client);
		ClientHttpRequestFactory decorated = decorated(factory);
		if (decorated != factory) {
			client.setRequestFactory(decorated);
		}
		client.getClientHttpRequestInitializers()
			.add((request) -> request.getAttributes().put(CacheMarker.ATTRIBUTE, new CacheMarker("")));
		client.getClientHttpRequestInitializers().removeIf(Check.class::isInstance);
		client.getClientHttpRequestInitializers()
			.add(new Check("the RestTemplate has a request factory that was set afterwards. "
					+ "Apply the cache again by RestClientHttpCache.apply(restTemplate)."));
	}

	private ClientHttpRequestFactory decorated(ClientHttpRequestFactory factory) {
		return isCaching(factory) ? factory : this.caching.get().decorate(this.caching.checked(factory));
	}

	/**
	 * Cache the requests of a builder whose request factories can cache.
	 */
	static void mark(RestClient.Builder builder) {
		mark(builder, "");
	}

	/**
	 * Cache the requests of an HTTP service group.
	 */
	static void mark(RestClient.Builder builder, String group) {
		builder.defaultRequest((request) -> request.attribute(CacheMarker.ATTRIBUTE, new CacheMarker(group)));
		builder.requestInitializers((initializers) -> {
			initializers.removeIf(Check.class::isInstance);
			initializers.add(new Check("the RestClient has a request factory of its own. Apply the cache by "
					+ "RestClientHttpCache.apply(builder, requestFactory), or call HttpCacheTransports.exclude(builder)."));
		});
	}

	/**
	 * Undo {@link #mark}.
	 */
	static void unmark(RestClient.Builder builder) {
		builder
			.defaultRequest((request) -> request.attributes((attributes) -> attributes.remove(CacheMarker.ATTRIBUTE)));
		builder.requestInitializers((initializers) -> initializers.removeIf(Check.class::isInstance));
	}

	/**
	 * Return whether the builder of a client has been marked.
	 */
	static boolean isMarked(RestClient client) {
		AtomicBoolean marked = new AtomicBoolean();
		client.mutate()
			.requestInitializers((initializers) -> marked.set(initializers.stream().anyMatch(Check.class::isInstance)));
		return marked.get();
	}

	/**
	 * Return whether the cache is applied to a client.
	 */
	static boolean isCached(RestTemplate client) {
		return isCaching(transport(client));
	}

	private static boolean isCaching(ClientHttpRequestFactory factory) {
		return factory instanceof CachingClientHttpRequestFactory || factory instanceof MarkedRequestFactory;
	}

	private static ClientHttpRequestFactory transport(RestTemplate client) {
		ClientHttpRequestFactory factory = client.getRequestFactory();
		return (!client.getInterceptors().isEmpty()
				&& factory instanceof InterceptingClientHttpRequestFactory intercepting) ? intercepting.getDelegate()
						: factory;
	}

	/**
	 * Checks each request, below its interceptors.
	 */
	private static final class Check extends LazyClientCaching.TransportCheck implements ClientHttpRequestInitializer {

		private static final String DELEGATE = "request";

		Check(String advice) {
			super(advice);
		}

		@Override
		public void initialize(ClientHttpRequest request) {
			ClientHttpRequestFactory factory = ObservedClient.belowInterceptors(request);
			while (factory instanceof AbstractClientHttpRequestFactoryWrapper wrapper && !isCaching(factory)) {
				factory = wrapper.getDelegate();
			}
			check((factory != null) ? factory.getClass() : unbuffered(request, request), request.getURI());
		}

		/**
		 * Return the class of the request below those that buffer, or one of Spring's if
		 * that is cached: the attributes of the others do not reach it.
		 */
		private static Class<?> unbuffered(Object request, Object outermost) {
			if (request.getClass().getSimpleName().equals("BufferingClientHttpRequestWrapper")) {
				DirectFieldAccessor fields = new DirectFieldAccessor(request);
				Object delegate = fields.isReadableProperty(DELEGATE) ? fields.getPropertyValue(DELEGATE) : null;
				return (delegate != null) ? unbuffered(delegate, outermost) : request.getClass();
			}
			boolean isLost = request != outermost && request.getClass().getName().startsWith("dev.hyperclient.");
			return isLost ? ClientHttpRequestFactory.class : request.getClass();
		}

	}

}
