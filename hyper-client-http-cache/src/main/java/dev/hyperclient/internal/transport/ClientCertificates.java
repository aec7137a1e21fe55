package dev.hyperclient.internal.transport;

import java.net.URI;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509KeyManager;

import dev.hyperclient.internal.http.Origin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.client.SimpleClientHttpRequestFactory;

/**
 * The certificates that an HTTP client may present to servers (RFC 8446, 4.4.2). They
 * identify its user as {@code Authorization} does, so they are part of the identity of
 * its https requests. A key manager of an {@code SSLContext} cannot be read: they are
 * known if they have been declared for a request factory or connector. What is presented
 * in place of them is noticed in the TLS session, and not stored. Thread-safe.
 */
final class ClientCertificates {

	private static final Logger logger = LoggerFactory.getLogger(ClientCertificates.class);

	/**
	 * The types of keys of JSSE, by which a key manager is asked for its certificates.
	 */
	private static final List<String> KEY_TYPES = List.of("RSA", "RSASSA-PSS", "EC", "EdDSA", "DSA");

	/** The only context that JSSE creates without being asked to. */
	private static final String DEFAULT_CONTEXT = "Default";

	/** Clients that show whether they have a context of their own. */
	private static final List<PrivateField> CLIENTS = List.of(PrivateField.JDK_CLIENT,
			PrivateField.JDK_CONNECTOR_CLIENT, PrivateField.REACTOR_CLIENT, PrivateField.REACTOR_CONNECTOR_CLIENT);

	/** Fields of the adapters of clients that do not. */
	private static final List<PrivateField> OPAQUE = List.of(PrivateField.APACHE_CONTEXT,
			PrivateField.APACHE_REACTIVE_CONTEXT, PrivateField.JETTY_CLIENT, PrivateField.JETTY_CONNECTOR_CLIENT);

	private static final int MAX_ORIGINS = 1_000;

	private static final Map<Object, String> DECLARED = Collections.synchronizedMap(new WeakHashMap<>());

	private static final Set<Class<?>> REPORTED = ConcurrentHashMap.newKeySet();

	private final Object transport;

	private final String declared;

	/** Origins that have been seen to get no other certificate than the declared ones. */
	private final Set<Origin> seen = ConcurrentHashMap.newKeySet();

	/** Whether others than the declared ones may be presented. Set by the first use. */
	private volatile @Nullable Boolean isUnknown;

	/** Whether the client shows that it presents what was declared. */
	private volatile @Nullable Boolean isShown;

	ClientCertificates(Object transport) {
		this.transport = transport;
		this.declared = DECLARED.getOrDefault(transport, "");
	}

	/**
	 * Declare which certificates a client of Spring Boot may present.
	 * @param transport the request factory or connector below all wrappers
	 */
	static void declare(Object transport, @Nullable String certificates, @Nullable SSLContext context) {
		HttpClient jdk = jdk(transport);
		// A customizer of the JDK's client is noticed now, another one by a TLS session.
		if (certificates != null && (jdk == null || jdk.sslContext() == context)) {
			DECLARED.put(transport, certificates);
		}
		else if (certificates == null && isOpaque(transport)) {
			// Without a bundle, Spring Boot sets none.
			DECLARED.put(transport, "");
		}
	}

	/**
	 * Return a text that stands for the end-entity certificates of key managers, and for
	 * them alone: one with the same subject may be another user's.
	 * @param managers the key managers of a client
	 * @return their hashes, empty without certificates. A key manager that does not list
	 * them is a user of its own
	 */
	static String of(KeyManager... managers) {
		Set<String> hashes = new TreeSet<>();
		for (KeyManager manager : managers) {
			// That of JSSE has no list if it has no certificates.
			boolean isListed = manager.getClass().getName().startsWith("sun.security.");
			for (String type : KEY_TYPES) {
				String[] aliases = (manager instanceof X509KeyManager keys) ? keys.getClientAliases(type, null) : null;
				isListed |= aliases != null;
				for (String alias : (aliases != null) ? aliases : new String[0]) {
					hashes.add(hash(((X509KeyManager) manager).getCertificateChain(alias)));
				}
			}
			if (!isListed) {
				hashes.add(UUID.randomUUID().toString());
			}
		}
		return String.join(",", hashes);
	}

	/**
	 * Return the identity of a request with the certificates that may be presented.
	 * @param certificates the result of {@link #of}
	 * @param uri the URL of the request
	 * @param identity its identity otherwise
	 */
	static String identity(String certificates, URI uri, String identity) {
		return (certificates.isEmpty() || !isSecure(uri)) ? identity : "certificate:" + certificates + "\n" + identity;
	}

	/**
	 * Return the identity of a request of this client.
	 * @param uri the URL of the request
	 * @param identity its identity otherwise
	 */
	String identity(URI uri, String identity) {
		return identity(this.declared, uri, identity);
	}

	/**
	 * Return whether the response to a request may depend on a certificate that is not
	 * part of its identity. A client that may have one is used for an origin as soon as a
	 * TLS session with it has none.
	 * @param uri the URL of the request
	 */
	boolean isHidden(URI uri) {
		return isSecure(uri) && isUnknown() && !this.seen.contains(Origin.of(uri));
	}

	/**
	 * Return whether requests present no other certificate than the one in their
	 * identity. Of a client that does not show its context, or may have been given
	 * another one by a customizer, that is known as soon as a TLS session with the origin
	 * has shown it.
	 * @param uri the URL of the requests
	 */
	boolean isKnown(URI uri) {
		return !isSecure(uri) || isCertain() || this.seen.contains(Origin.of(uri));
	}

	/**
	 * Return why a response must not be stored. Logged once for each class of transports.
	 * @param uri the URL of the request
	 * @param session the TLS session of the response, or {@code null} if the HTTP client
	 * does not show it
	 */
	Optional<String> reasonNotToStore(URI uri, @Nullable SSLSession session) {
		if (!isSecure(uri)) {
			return Optional.empty();
		}
		Certificate[] presented = (session != null) ? session.getLocalCertificates() : null;
		boolean isOther = presented != null && presented.length > 0 && !this.declared.contains(hash(presented));
		if (isOther) {
			// Later requests must not be answered with what was stored for others either.
			this.isUnknown = true;
			this.seen.clear();
		}
		if (isOther || (session == null && (isUnknown() || !isKnown(uri)))) {
			report(uri);
			return Optional.of("the HTTP client may have presented an unknown certificate");
		}
		if (!isKnown(uri)) {
			if (this.seen.size() >= MAX_ORIGINS) {
				this.seen.clear();
			}
			this.seen.add(Origin.of(uri));
		}
		return Optional.empty();
	}

	private void report(URI uri) {
		if (REPORTED.add(this.transport.getClass())) {
			logger
				.warn("Responses of {} over {} are not cached, since its HTTP client presents a client certificate that "
						+ "the cache does not know, or may do so. Set the certificate by an SSL bundle of Spring Boot "
						+ "(spring.ssl.bundle) on the client's builder, or set an identity that is not empty for "
						+ "each user (an HttpCacheIdentity, or withIdentity). (Logged once for each class.)",
						Origin.of(uri), this.transport.getClass().getName());
		}
	}

	private boolean isUnknown() {
		Boolean unknown = this.isUnknown;
		if (unknown == null) {
			unknown = this.declared.isEmpty() && mayHaveKeys();
			this.isUnknown = unknown;
		}
		return unknown;
	}

	private boolean isCertain() {
		Boolean shown = this.isShown;
		if (shown == null) {
			Boolean hasContext = hasContext();
			shown = (hasContext == null) ? !isOpaque(this.transport)
					: hasContext ? jdk(this.transport) != null : this.declared.isEmpty();
			this.isShown = shown;
		}
		return shown && !isUnknown();
	}

	private static @Nullable HttpClient jdk(Object transport) {
		Object client = PrivateField.JDK_CLIENT.of(transport);
		return (HttpClient) ((client != null) ? client : PrivateField.JDK_CONNECTOR_CLIENT.of(transport));
	}

	private boolean mayHaveKeys() {
		Boolean hasContext = hasContext();
		if (hasContext == null && !isOpaque(this.transport)) {
			// Of another class. The cache warns of those.
			return false;
		}
		if (System.getProperty("javax.net.ssl.keyStore") != null) {
			// The default context has keys, which most clients use without a bundle.
			return true;
		}
		return !DECLARED.containsKey(this.transport) && (hasContext == null || hasContext);
	}

	/**
	 * Return whether the client has an {@code SSLContext} of its own, or {@code null} if
	 * it does not show that.
	 */
	private @Nullable Boolean hasContext() {
		if (this.transport instanceof SimpleClientHttpRequestFactory) {
			return this.transport.getClass() != SimpleClientHttpRequestFactory.class
					|| HttpsURLConnection.getDefaultSSLSocketFactory() != SSLSocketFactory.getDefault();
		}
		for (PrivateField field : CLIENTS) {
			Object client = field.of(this.transport);
			if (client != null) {
				return (client instanceof HttpClient jdk) ? !jdk.sslContext().getProtocol().equals(DEFAULT_CONTEXT)
						: ReactorNetty.hasContext(client);
			}
		}
		return null;
	}

	private static boolean isOpaque(Object transport) {
		return OPAQUE.stream().anyMatch((field) -> field.adapterClass(transport) != null);
	}

	private static boolean isSecure(URI uri) {
		return "https".equalsIgnoreCase(uri.getScheme());
	}

	private static String hash(Certificate[] chain) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(chain[0].getEncoded()));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("A client certificate cannot be read", ex);
		}
	}

	/** Loaded only if there is a client of it. */
	private static final class ReactorNetty {

		static boolean hasContext(Object client) {
			return ((reactor.netty.http.client.HttpClient) client).configuration().sslProvider() != null;
		}

	}

}
