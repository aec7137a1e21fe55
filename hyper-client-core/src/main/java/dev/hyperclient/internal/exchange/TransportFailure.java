package dev.hyperclient.internal.exchange;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateRevokedException;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;

import dev.hyperclient.error.Setting;
import dev.hyperclient.internal.transport.Repetition;

import org.springframework.core.NestedExceptionUtils;

/**
 * Why a request got no response, in words, and which settings to check. The exceptions of
 * Netty are recognized by their names, since the HTTP client may be another one.
 *
 * @param reason what went wrong, without a full stop
 * @param advice what to check, a sentence without its full stop
 * @param unsent whether no request can have been sent
 */
record TransportFailure(String reason, String advice, Unsent unsent) {

	private static final int MAX_DETAIL = 200;

	/**
	 * What Netty's native transports and newer JDKs put before the message of the
	 * operating system or of a TLS alert.
	 */
	private static final Pattern PREFIX = Pattern
		.compile("^(\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): |\\(\\w+\\) )");

	private TransportFailure(String reason, String advice) {
		this(reason, advice, Unsent.NO);
	}

	/**
	 * Reason why no request can have been sent, if it is one that may pass soon.
	 */
	enum Unsent {

		/** It may have been sent, or will fail again. */
		NO,

		/** There was no connection, or it ended before the request. */
		REFUSED,

		/** The host was not found. */
		HOST_UNKNOWN

	}

	/**
	 * Describe a failure by its root cause.
	 * @param failure what the HTTP client has thrown
	 * @param names names the settings
	 * @return the description
	 */
	static TransportFailure of(Throwable failure, SettingNames names) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
		if (is(cause, "NotSslRecordException")
				|| (cause instanceof SSLException && detail(cause).contains("nrecognized SSL message"))) {
			return new TransportFailure("the server does not speak TLS on that port",
					"Check the scheme and the port of the URL (%s)".formatted(names.shortest(Setting.BASE_URL)));
		}
		if (Repetition.isNotHttp(cause)) {
			// For instance a TLS alert, the usual response to plain text on a TLS port.
			return new TransportFailure("the response is not HTTP",
					"Check the scheme and the port of the URL (%s): a TLS port requires https"
						.formatted(names.shortest(Setting.BASE_URL)));
		}
		if (cause instanceof SSLException || cause instanceof GeneralSecurityException) {
			return tls(cause, names);
		}
		String text = String.valueOf(cause.getMessage());
		if (text.contains("reactor.netty.") || text.contains("HttpConnectionOverHTTP@")) {
			// Reactor Netty describes its pool, Jetty its connection.
			return new TransportFailure("the server closed the connection", general(names));
		}
		if (text.contains("DURING response") || text.startsWith("EOF reached")) {
			return new TransportFailure("the connection was closed before its end",
					"Check the service, and the proxies in front of it");
		}
		if (is(cause, "ConnectTimeoutException") || cause instanceof HttpConnectTimeoutException) {
			return new TransportFailure("no connection was established in time (%s)".formatted(detail(cause)),
					"Check %s and the URL (%s), the network and the service"
						.formatted(names.quoted(Setting.CONNECT_TIMEOUT), names.shortest(Setting.BASE_URL)));
		}
		if (is(cause, "ReadTimeoutException") || cause instanceof HttpTimeoutException
				|| cause instanceof SocketTimeoutException) {
			return new TransportFailure("no data was received in time (%s)".formatted(detail(cause)),
					"Check %s, the network and the service".formatted(names.quoted(Setting.READ_TIMEOUT)));
		}
		// Netty adds a cause, such as that no name server can be reached.
		if (passesThrough(failure, UnknownHostException.class)) {
			return new TransportFailure("the host is unknown (%s)".formatted(detail(cause)), general(names),
					Unsent.HOST_UNKNOWN);
		}
		// The HTTP client of the JDK says neither in a message.
		if (cause instanceof UnresolvedAddressException) {
			return new TransportFailure("the host is unknown", general(names), Unsent.HOST_UNKNOWN);
		}
		if (cause instanceof ClosedChannelException && passesThrough(failure, ConnectException.class)) {
			return new TransportFailure("Connection refused", general(names), Unsent.REFUSED);
		}
		// The operating system may report its own time-out, and Netty a refusal of a
		// proxy.
		boolean refused = cause instanceof ConnectException && !detail(cause).contains("timed out")
				&& !cause.getClass().getSimpleName().endsWith("ProxyConnectException");
		return new TransportFailure(detail(cause), general(names), refused ? Unsent.REFUSED : Unsent.NO);
	}

	private static TransportFailure tls(Throwable cause, SettingNames names) {
		String bundle = names.shortest(Setting.SSL_BUNDLE);
		if (cause instanceof CertificateExpiredException) {
			return new TransportFailure("the server's certificate has expired (%s)".formatted(detail(cause)),
					"Renew the certificate of the server, or correct the clock of this machine");
		}
		if (cause instanceof CertificateNotYetValidException) {
			return new TransportFailure("the server's certificate is not valid yet (%s)".formatted(detail(cause)),
					"Correct the clock of this machine, or the certificate of the server");
		}
		if (cause instanceof CertificateRevokedException) {
			return new TransportFailure("the server's certificate has been revoked (%s)".formatted(detail(cause)),
					"Replace the certificate of the server");
		}
		if (detail(cause).contains("lgorithm constraints")) {
			return new TransportFailure(
					"this JVM does not allow the algorithms of the server's certificate (%s)".formatted(detail(cause)),
					"Replace the certificate of the server, or change 'jdk.certpath.disabledAlgorithms' of the JVM");
		}
		if (cause instanceof CertPathBuilderException || cause instanceof CertPathValidatorException) {
			return new TransportFailure("the server's certificate is not trusted (%s)".formatted(detail(cause)),
					"Use an SSL bundle (%s) whose trust store contains the certificate authority that has signed it"
						.formatted(bundle));
		}
		if (cause instanceof CertificateException && (detail(cause).startsWith("No subject alternative")
				|| detail(cause).startsWith("No name matching"))) {
			return new TransportFailure(
					"the server's certificate is not for the host of the URL (%s)".formatted(detail(cause)),
					"Use a host name in the URL (%s) that the certificate contains"
						.formatted(names.shortest(Setting.BASE_URL)));
		}
		if (detail(cause).contains("fatal alert")) {
			return new TransportFailure("the server refused the TLS handshake (%s)".formatted(detail(cause)),
					"If it requires a client certificate, add one to the key store of the SSL bundle (%s); otherwise check the protocols and ciphers of that bundle"
						.formatted(bundle));
		}
		return new TransportFailure("the TLS connection failed (%s)".formatted(detail(cause)),
				"Check the SSL bundle (%s), and the scheme and the port of the URL (%s)".formatted(bundle,
						names.shortest(Setting.BASE_URL)));
	}

	private static boolean passesThrough(Throwable failure, Class<? extends Throwable> type) {
		for (Throwable next = failure; next != null; next = next.getCause()) {
			if (type.isInstance(next)) {
				return true;
			}
		}
		return false;
	}

	private static boolean is(Throwable cause, String simpleName) {
		return cause.getClass().getSimpleName().equals(simpleName);
	}

	private static String general(SettingNames names) {
		return "Check the URL (%s), the network and the service".formatted(names.shortest(Setting.BASE_URL));
	}

	private static String detail(Throwable cause) {
		String message = cause.getMessage();
		if (message == null || message.isBlank()) {
			return cause.getClass().getSimpleName();
		}
		String line = message.strip().lines().findFirst().orElse("").replaceAll("\\.+$", "");
		line = PREFIX.matcher(line).replaceFirst("");
		return (line.length() > MAX_DETAIL) ? line.substring(0, MAX_DETAIL) + "..." : line;
	}

}
