package dev.hyperclient.internal.transport;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A private field of a class of Spring or an HTTP client that has no accessor for it. The
 * class is looked up once; a class or field that does not exist has no values.
 * Thread-safe.
 */
final class HiddenField {

	private static final Logger logger = LoggerFactory.getLogger(HiddenField.class);

	private static final String PACKAGE = "org.springframework.http.client.";

	private static final String APACHE = "org.apache.hc.client5.http.impl.";

	static final HiddenField JDK_CLIENT = new HiddenField("JdkClientHttpRequestFactory", "httpClient");

	static final HiddenField JDK_CONNECTOR_CLIENT = new HiddenField("reactive.JdkClientHttpConnector", "httpClient");

	static final HiddenField JETTY_CLIENT = new HiddenField("JettyClientHttpRequestFactory", "httpClient");

	static final HiddenField JETTY_CONNECTOR_CLIENT = new HiddenField("reactive.JettyClientHttpConnector",
			"httpClient");

	static final HiddenField REACTOR_CLIENT = new HiddenField("ReactorClientHttpRequestFactory", "httpClient");

	static final HiddenField REACTOR_CONNECTOR_CLIENT = new HiddenField("reactive.ReactorClientHttpConnector",
			"httpClient");

	static final HiddenField APACHE_CHAIN = new HiddenField(APACHE + "classic.InternalHttpClient", "execChain");

	static final HiddenField APACHE_HANDLER = new HiddenField(APACHE + "classic.ExecChainElement", "handler");

	static final HiddenField APACHE_NEXT = new HiddenField(APACHE + "classic.ExecChainElement", "next");

	static final HiddenField APACHE_STRATEGY = new HiddenField(APACHE + "classic.RedirectExec", "redirectStrategy");

	static final List<HiddenField> ALL = List.of(APACHE_CHAIN, APACHE_HANDLER, APACHE_NEXT, APACHE_STRATEGY);

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
