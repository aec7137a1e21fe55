package dev.hyperclient.internal.transport;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A private field of a class of Spring that has no accessor for it. The class is looked
 * up once; a class or field that does not exist has no values. Thread-safe.
 */
final class HiddenField {

	private static final Logger logger = LoggerFactory.getLogger(HiddenField.class);

	private static final String PACKAGE = "org.springframework.http.client.";

	private static final String WEB_CLIENT = "org.springframework.web.reactive.function.client.";

	private static final String APACHE = "org.apache.hc.client5.http.impl.";

	static final HiddenField JDK_CLIENT = new HiddenField("JdkClientHttpRequestFactory", "httpClient");

	static final HiddenField JDK_CONNECTOR_CLIENT = new HiddenField("reactive.JdkClientHttpConnector", "httpClient");

	static final HiddenField APACHE_CONTEXT = new HiddenField("HttpComponentsClientHttpRequest", "httpContext");

	static final HiddenField APACHE_REACTIVE_CONTEXT = new HiddenField("reactive.HttpComponentsClientHttpRequest",
			"context");

	static final HiddenField JETTY_RESPONSE = new HiddenField("JettyClientHttpResponse", "response");

	static final HiddenField REACTOR_RESPONSE = new HiddenField("ReactorClientHttpResponse", "response");

	static final HiddenField REACTOR_CONNECTION = new HiddenField("ReactorClientHttpResponse", "connection");

	static final HiddenField REACTOR_BODY = new HiddenField("ReactorClientHttpResponse", "body");

	static final HiddenField REACTOR_REACTIVE_RESPONSE = new HiddenField("reactive.ReactorClientHttpResponse",
			"response");

	static final HiddenField JDK_RESPONSE = new HiddenField("JdkClientHttpResponse", "response");

	static final HiddenField SIMPLE_CONNECTION = new HiddenField("SimpleClientHttpResponse", "connection");

	static final HiddenField APACHE_REQUEST = new HiddenField("HttpComponentsClientHttpRequest", "httpRequest");

	static final HiddenField JETTY_CLIENT = new HiddenField("JettyClientHttpRequestFactory", "httpClient");

	static final HiddenField JETTY_CONNECTOR_CLIENT = new HiddenField("reactive.JettyClientHttpConnector",
			"httpClient");

	static final HiddenField REACTOR_CLIENT = new HiddenField("ReactorClientHttpRequestFactory", "httpClient");

	static final HiddenField REACTOR_CONNECTOR_CLIENT = new HiddenField("reactive.ReactorClientHttpConnector",
			"httpClient");

	static final HiddenField REACTOR_REQUEST_CLIENT = new HiddenField("ReactorClientHttpRequest", "httpClient");

	static final HiddenField REACTOR_REQUEST_EXECUTOR = new HiddenField("ReactorClientHttpRequest", "executor");

	static final HiddenField APACHE_CONNECTOR_CLIENT = new HiddenField("reactive.HttpComponentsClientHttpConnector",
			"client");

	static final HiddenField APACHE_ASYNC_CHAIN = new HiddenField(APACHE + "async.InternalAbstractHttpAsyncClient",
			"execChain");

	static final HiddenField APACHE_ASYNC_HANDLER = new HiddenField(APACHE + "async.AsyncExecChainElement", "handler");

	static final HiddenField APACHE_ASYNC_NEXT = new HiddenField(APACHE + "async.AsyncExecChainElement", "next");

	static final HiddenField APACHE_ASYNC_DECODERS = new HiddenField(APACHE + "async.ContentCompressionAsyncExec",
			"decoders");

	static final HiddenField APACHE_REGISTRY = new HiddenField("org.apache.hc.core5.http.config.Registry", "map");

	static final HiddenField JETTY_REQUEST_CLIENT = new HiddenField("org.eclipse.jetty.client.transport.HttpRequest",
			"client");

	static final HiddenField JETTY_SOURCE_RECEIVER = new HiddenField(
			"org.eclipse.jetty.client.transport.HttpReceiver$ContentSource", "this$0");

	static final HiddenField JETTY_CHANNEL = new HiddenField("org.eclipse.jetty.client.transport.HttpReceiver",
			"channel");

	static final HiddenField WEB_CLIENT_EXCHANGE = new HiddenField(WEB_CLIENT + "DefaultWebClient", "exchangeFunction");

	static final HiddenField EXCHANGE_CONNECTOR = new HiddenField(
			WEB_CLIENT + "ExchangeFunctions$DefaultExchangeFunction", "connector");

	static final List<HiddenField> ALL = List.of(JDK_CLIENT, JDK_CONNECTOR_CLIENT, APACHE_CONTEXT,
			APACHE_REACTIVE_CONTEXT, JETTY_RESPONSE, REACTOR_RESPONSE, REACTOR_CONNECTION, REACTOR_BODY,
			REACTOR_REACTIVE_RESPONSE, JDK_RESPONSE, SIMPLE_CONNECTION, APACHE_REQUEST, JETTY_CLIENT,
			JETTY_CONNECTOR_CLIENT, REACTOR_CLIENT, REACTOR_CONNECTOR_CLIENT, REACTOR_REQUEST_CLIENT,
			REACTOR_REQUEST_EXECUTOR, APACHE_CONNECTOR_CLIENT, APACHE_ASYNC_CHAIN, APACHE_ASYNC_HANDLER,
			APACHE_ASYNC_NEXT, APACHE_ASYNC_DECODERS, APACHE_REGISTRY, JETTY_REQUEST_CLIENT, JETTY_SOURCE_RECEIVER,
			JETTY_CHANNEL, WEB_CLIENT_EXCHANGE, EXCHANGE_CONNECTOR);

	private final String className;

	private final String name;

	private final @Nullable Field field;

	private HiddenField(String className, String name) {
		this.className = className.startsWith("org.") ? className : PACKAGE + className;
		this.name = name;
		this.field = find();
	}

	String className() {
		return this.className;
	}

	String name() {
		return this.name;
	}

	boolean exists() {
		return this.field != null;
	}

	/**
	 * Return the value.
	 * @param target any object
	 * @return the value, or {@code null} if the object is of another class
	 */
	@Nullable Object of(Object target) {
		if (this.field == null || !this.field.getDeclaringClass().isInstance(target)) {
			return null;
		}
		try {
			return this.field.get(target);
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private @Nullable Field find() {
		try {
			Field found = Class.forName(this.className, false, HiddenField.class.getClassLoader())
				.getDeclaredField(this.name);
			found.setAccessible(true);
			return found;
		}
		catch (ReflectiveOperationException | InaccessibleObjectException | LinkageError ex) {
			logger.debug("What an HTTP client does itself is not seen, since {} has no field '{}'", this.className,
					this.name, ex);
			return null;
		}
	}

}
