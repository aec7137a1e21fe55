package dev.hyperclient.internal.transport;

import org.jspecify.annotations.Nullable;

/**
 * The private fields that are read, since there is no accessor for them. Most are of
 * Spring's adapters of HTTP clients; over an adapter without one of its fields, nothing
 * is stored.
 */
enum PrivateField {

	/** Its authenticator and cookie handler are not shown by requests. */
	JDK_CLIENT("JdkClientHttpRequestFactory", "httpClient", "java.net.http.HttpClient"),

	/** Also whether it follows redirects, which its responses do not show. */
	JDK_CONNECTOR_CLIENT("reactive.JdkClientHttpConnector", "httpClient", "java.net.http.HttpClient"),

	/** Whether Spring decodes content. */
	JDK_REQUEST_COMPRESSION("JdkClientHttpRequest", "compression", "boolean"),

	/** Used by a request whose content Spring does not decode. */
	JDK_REQUEST_CLIENT("JdkClientHttpRequest", "httpClient", "java.net.http.HttpClient"),

	/** Used by a request whose content Spring does not decode. */
	JDK_REQUEST_EXECUTOR("JdkClientHttpRequest", "executor", "java.util.concurrent.Executor"),

	/** The read timeout of a request whose content Spring does not decode. */
	JDK_REQUEST_TIMEOUT("JdkClientHttpRequest", "timeout", "java.time.Duration"),

	/** Has the responses before a redirect. */
	JDK_RESPONSE("JdkClientHttpResponse", "response", "java.net.http.HttpResponse"),

	/** Has the URL after a redirect, and can be disconnected. */
	SIMPLE_CONNECTION("SimpleClientHttpResponse", "connection", "java.net.HttpURLConnection"),

	/** Has the request that was sent, and the redirects. */
	APACHE_CONTEXT("HttpComponentsClientHttpRequest", "httpContext", "org.apache.hc.core5.http.protocol.HttpContext"),

	/** Has the request that was sent, and the redirects. */
	APACHE_REACTIVE_CONTEXT("reactive.HttpComponentsClientHttpRequest", "context",
			"org.apache.hc.client5.http.protocol.HttpClientContext"),

	/** Its decoders are replaced, which may end content early. */
	APACHE_REQUEST_CLIENT("HttpComponentsClientHttpRequest", "httpClient",
			"org.apache.hc.client5.http.classic.HttpClient"),

	/** Can be cancelled. */
	APACHE_REQUEST("HttpComponentsClientHttpRequest", "httpRequest", "org.apache.hc.core5.http.ClassicHttpRequest"),

	/** Is made to skip interim responses. */
	JETTY_CLIENT("JettyClientHttpRequestFactory", "httpClient", "org.eclipse.jetty.client.HttpClient"),

	/** Is made to skip interim responses. */
	JETTY_CONNECTOR_CLIENT("reactive.JettyClientHttpConnector", "httpClient", "org.eclipse.jetty.client.HttpClient"),

	/** Has the requests that were sent, and the failure of a decoder. */
	JETTY_RESPONSE("JettyClientHttpResponse", "response", "org.eclipse.jetty.client.Response"),

	/** Shows whether it skips interim responses, below a wrapper. */
	REACTOR_CLIENT("ReactorClientHttpRequestFactory", "httpClient", "reactor.netty.http.client.HttpClient"),

	/** A client is derived from it that skips interim responses. */
	REACTOR_CONNECTOR_CLIENT("reactive.ReactorClientHttpConnector", "httpClient",
			"reactor.netty.http.client.HttpClient"),

	/** A client is derived from it that skips interim responses and is observed. */
	REACTOR_REQUEST_CLIENT("ReactorClientHttpRequest", "httpClient", "reactor.netty.http.client.HttpClient"),

	/** Used by the requests of the derived client. */
	REACTOR_REQUEST_EXECUTOR("ReactorClientHttpRequest", "executor", "java.util.concurrent.Executor"),

	/** Has the request that was sent, the redirects and the connection. */
	REACTOR_RESPONSE("ReactorClientHttpResponse", "response", "reactor.netty.http.client.HttpClientResponse"),

	/** Its decoders are replaced, which do not notice truncated content. */
	APACHE_CONNECTOR_CLIENT("reactive.HttpComponentsClientHttpConnector", "client",
			"org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient"),

	/** The first element of the chain with the decoders. */
	APACHE_ASYNC_CHAIN("org.apache.hc.client5.http.impl.async.InternalAbstractHttpAsyncClient", "execChain",
			"org.apache.hc.client5.http.impl.async.AsyncExecChainElement"),

	/** One of the handlers of the chain has the decoders. */
	APACHE_ASYNC_HANDLER("org.apache.hc.client5.http.impl.async.AsyncExecChainElement", "handler",
			"org.apache.hc.client5.http.async.AsyncExecChainHandler"),

	/** The next element of the chain. */
	APACHE_ASYNC_NEXT("org.apache.hc.client5.http.impl.async.AsyncExecChainElement", "next",
			"org.apache.hc.client5.http.impl.async.AsyncExecChainElement"),

	/** The decoders. */
	APACHE_ASYNC_DECODERS("org.apache.hc.client5.http.impl.async.ContentCompressionAsyncExec", "decoders",
			"org.apache.hc.core5.http.config.Lookup"),

	/** The first element of the chain with the decoders. */
	APACHE_CHAIN("org.apache.hc.client5.http.impl.classic.InternalHttpClient", "execChain",
			"org.apache.hc.client5.http.impl.classic.ExecChainElement"),

	/** One of the handlers of the chain has the decoders. */
	APACHE_HANDLER("org.apache.hc.client5.http.impl.classic.ExecChainElement", "handler",
			"org.apache.hc.client5.http.classic.ExecChainHandler"),

	/** The next element of the chain. */
	APACHE_NEXT("org.apache.hc.client5.http.impl.classic.ExecChainElement", "next",
			"org.apache.hc.client5.http.impl.classic.ExecChainElement"),

	/** The decoders. */
	APACHE_DECODERS("org.apache.hc.client5.http.impl.classic.ContentCompressionExec", "decoderRegistry",
			"org.apache.hc.core5.http.config.Lookup"),

	/** The decoders by name. */
	APACHE_DECODERS_BY_NAME("org.apache.hc.core5.http.config.Registry", "map", "java.util.Map"),

	/** The decoders by name. */
	APACHE_REGISTRY("org.apache.hc.core5.http.config.Registry", "map", "java.util.Map"),

	/** The client below a wrapper, whose decoders and handlers are replaced. */
	JETTY_REQUEST_CLIENT("org.eclipse.jetty.client.transport.HttpRequest", "client",
			"org.eclipse.jetty.client.HttpClient"),

	/** Has the channel of content that is decoded. */
	JETTY_SOURCE_RECEIVER("org.eclipse.jetty.client.transport.HttpReceiver$ContentSource", "this$0",
			"org.eclipse.jetty.client.transport.HttpReceiver"),

	/** Has the request of content that is decoded. */
	JETTY_CHANNEL("org.eclipse.jetty.client.transport.HttpReceiver", "channel",
			"org.eclipse.jetty.client.transport.HttpChannel"),

	/** Has the request factory below the interceptors, which may be without the cache. */
	INTERCEPTED_FACTORY("InterceptingClientHttpRequest", "requestFactory",
			"org.springframework.http.client.ClientHttpRequestFactory"),

	/** Has the connector of a {@code WebClient}. */
	WEB_CLIENT_EXCHANGE("org.springframework.web.reactive.function.client.DefaultWebClient", "exchangeFunction",
			"org.springframework.web.reactive.function.client.ExchangeFunction"),

	/** The connector of a {@code WebClient}. */
	EXCHANGE_CONNECTOR("org.springframework.web.reactive.function.client.ExchangeFunctions$DefaultExchangeFunction",
			"connector", "org.springframework.http.client.reactive.ClientHttpConnector");

	private static final String PREFIX = "ClientHttp";

	private final String className;

	private final String fieldName;

	private final String type;

	PrivateField(String className, String fieldName, String type) {
		this.className = className.startsWith("org.") ? className : "org.springframework.http.client." + className;
		this.fieldName = fieldName;
		this.type = type;
	}

	String className() {
		return this.className;
	}

	String fieldName() {
		return this.fieldName;
	}

	/**
	 * Return the name of the type of the field.
	 */
	String type() {
		return this.type;
	}

	/**
	 * Return how the names of all classes of the adapter begin: request factory or
	 * connector, request and response. For a field of a decoder, they are the classes of
	 * the adapter below which truncated content would be stored without it.
	 */
	String adapter() {
		String owner = switch (this) {
			case APACHE_ASYNC_CHAIN, APACHE_ASYNC_HANDLER, APACHE_ASYNC_NEXT, APACHE_ASYNC_DECODERS, APACHE_REGISTRY ->
				APACHE_CONNECTOR_CLIENT.className;
			case APACHE_CHAIN, APACHE_HANDLER, APACHE_NEXT, APACHE_DECODERS, APACHE_DECODERS_BY_NAME ->
				APACHE_REQUEST.className;
			case JETTY_SOURCE_RECEIVER, JETTY_CHANNEL -> JETTY_CLIENT.className;
			default -> this.className;
		};
		int end = owner.indexOf(PREFIX);
		return (end < 0) ? owner : owner.substring(0, end + PREFIX.length());
	}

	/**
	 * Return the class of the adapter that an object has or extends.
	 * @param target any object
	 * @return the class, or {@code null} if the object does not belong to the adapter
	 */
	@Nullable Class<?> adapterClass(Object target) {
		String adapter = adapter();
		Class<?> type = adapter.endsWith(PREFIX) ? target.getClass() : null;
		while (type != null && !type.getName().startsWith(adapter)) {
			type = type.getSuperclass();
		}
		return type;
	}

	/**
	 * Return the value.
	 * @param target any object
	 * @return the value, or {@code null} if the object is of another class
	 */
	@Nullable Object of(Object target) {
		return PrivateFields.SPRING.get(this, target);
	}

}
