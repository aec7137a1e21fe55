package dev.hyperclient.internal.transport;

import org.jspecify.annotations.Nullable;

/**
 * The private fields of Spring's adapters of HTTP clients that are read, since there is
 * no accessor for them.
 */
public enum PrivateField {

	/** Its authenticator and cookie handler are not shown by requests. */
	JDK_CLIENT("JdkClientHttpRequestFactory", "httpClient", "java.net.http.HttpClient"),

	/** Also whether it follows redirects, which its responses do not show. */
	JDK_CONNECTOR_CLIENT("reactive.JdkClientHttpConnector", "httpClient", "java.net.http.HttpClient"),

	/** Has the responses before a redirect. */
	JDK_RESPONSE("JdkClientHttpResponse", "response", "java.net.http.HttpResponse"),

	/** Has the URL after a redirect, and can be disconnected. */
	SIMPLE_CONNECTION("SimpleClientHttpResponse", "connection", "java.net.HttpURLConnection"),

	/** Has the request that was sent, and the redirects. */
	APACHE_CONTEXT("HttpComponentsClientHttpRequest", "httpContext", "org.apache.hc.core5.http.protocol.HttpContext"),

	/** Has the request that was sent, and the redirects. */
	APACHE_REACTIVE_CONTEXT("reactive.HttpComponentsClientHttpRequest", "context",
			"org.apache.hc.client5.http.protocol.HttpClientContext"),

	/** Can be cancelled. */
	APACHE_REQUEST("HttpComponentsClientHttpRequest", "httpRequest", "org.apache.hc.core5.http.ClassicHttpRequest"),

	/** Is made to skip interim responses. */
	JETTY_CLIENT("JettyClientHttpRequestFactory", "httpClient", "org.eclipse.jetty.client.HttpClient"),

	/** Is made to skip interim responses. */
	JETTY_CONNECTOR_CLIENT("reactive.JettyClientHttpConnector", "httpClient", "org.eclipse.jetty.client.HttpClient"),

	/** Has the requests that were sent. */
	JETTY_REQUEST("JettyClientHttpRequest", "request", "org.eclipse.jetty.client.Request"),

	/** Tells whether it skips interim responses, below a wrapper. */
	REACTOR_CLIENT("ReactorClientHttpRequestFactory", "httpClient", "reactor.netty.http.client.HttpClient"),

	/** A client is derived from it that skips interim responses. */
	REACTOR_CONNECTOR_CLIENT("reactive.ReactorClientHttpConnector", "httpClient",
			"reactor.netty.http.client.HttpClient"),

	/** A client is derived from it that skips interim responses and is observed. */
	REACTOR_REQUEST_CLIENT("ReactorClientHttpRequest", "httpClient", "reactor.netty.http.client.HttpClient"),

	/** Used by the requests of the derived client. */
	REACTOR_REQUEST_EXECUTOR("ReactorClientHttpRequest", "executor", "java.util.concurrent.Executor"),

	/** Has the request that was sent, the redirects and the connection. */
	REACTOR_RESPONSE("ReactorClientHttpResponse", "response", "reactor.netty.http.client.HttpClientResponse");

	private static final String PREFIX = "ClientHttp";

	private final String className;

	private final String fieldName;

	private final String type;

	PrivateField(String className, String fieldName, String type) {
		this.className = "org.springframework.http.client." + className;
		this.fieldName = fieldName;
		this.type = type;
	}

	public String className() {
		return this.className;
	}

	public String fieldName() {
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
	 * connector, request and response.
	 */
	String adapter() {
		return this.className.substring(0, this.className.indexOf(PREFIX) + PREFIX.length());
	}

	/**
	 * Return the class of the adapter that an object has or extends.
	 * @param target any object
	 * @return the class, or {@code null} if the object does not belong to the adapter
	 */
	@Nullable Class<?> adapterClass(Object target) {
		Class<?> type = target.getClass();
		while (type != null && !type.getName().startsWith(adapter())) {
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
