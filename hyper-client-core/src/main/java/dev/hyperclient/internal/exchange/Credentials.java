package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.Refusal;
import dev.hyperclient.error.CredentialsException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.http.Origin;
import dev.hyperclient.internal.text.Product;
import dev.hyperclient.internal.transport.ObservedExchange;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.web.util.UriUtils;

/**
 * The authorizer, and the only origin that its credentials are sent to. Also the client
 * certificates, which are sent to all origins.
 */
final class Credentials {

	private final Origin origin;

	private final @Nullable HttpAuthorizer authorizer;

	private final Supplier<String> certificates;

	private final String userAgent;

	Credentials(URI serviceRoot, @Nullable HttpAuthorizer authorizer, Supplier<String> certificates) {
		this.certificates = certificates;
		this.origin = Origin.of(serviceRoot);
		this.authorizer = authorizer;
		this.userAgent = (authorizer != null) ? userAgent(authorizer.userAgentParameters()) : Product.TOKEN;
	}

	String identityFor(URI uri) {
		// A certificate is presented to any origin that asks for one.
		return ObservedExchange.identity(this.certificates.get(), uri,
				(this.authorizer != null && concerns(uri)) ? this.authorizer.identity() : "");
	}

	ServiceRequest applyTo(ServiceRequest request) {
		HttpHeaders headers = HeaderFields.copyOf(request.headers());
		boolean known = concerns(request.uri());
		headers.set(HttpHeaders.USER_AGENT, known ? this.userAgent : Product.TOKEN);
		if (this.authorizer != null && known) {
			this.authorizer.authorizeAttempt(request, headers);
			requireValid(request, headers.getOrEmpty(HttpHeaders.AUTHORIZATION));
		}
		return request.withHeaders(headers);
	}

	/**
	 * HTTP clients refuse such a value with an exception that quotes it, or change it.
	 */
	private static void requireValid(ServiceRequest request, List<String> values) {
		for (String value : values) {
			if (!value.chars().allMatch((c) -> c == '\t' || (c >= ' ' && c <= 0xFF && c != 0x7F))) {
				throw new CredentialsException(request.uri(),
						"%s was not requested: the authorizer added an Authorization field with characters that no header field may contain. Check the password or token"
							.formatted(request.shownUri()),
						null);
			}
		}
	}

	/**
	 * Whether the authorizer has new credentials after this request was answered 401.
	 */
	boolean renewedFor(ServiceRequest refused, ServiceResponse refusal) {
		return this.authorizer != null && concerns(refused.uri())
				&& this.authorizer.renew(new Refusal(refused, refusal));
	}

	/** Add what the authorizer advises after its credentials were refused. */
	void advise(HTTPError error) {
		if (error instanceof Unauthorized && this.authorizer != null && concerns(error.uri())) {
			this.authorizer.adviceAfterRefusal().ifPresent(error::addAdvice);
		}
	}

	/**
	 * Note that a request was accepted.
	 */
	void accepted(ServiceRequest request) {
		if (this.authorizer != null && concerns(request.uri())) {
			this.authorizer.accepted(request.uri());
		}
	}

	private boolean concerns(URI uri) {
		return Origin.of(uri).equals(this.origin);
	}

	/**
	 * Return the product token, followed by the authorizer's parameters in alphabetical
	 * order.
	 */
	static String userAgent(Map<String, String> parameters) {
		StringBuilder value = new StringBuilder(Product.TOKEN);
		new TreeMap<>(parameters).forEach((name, text) -> append(value.append("; "), name, text));
		return value.toString();
	}

	private static void append(StringBuilder value, String name, String text) {
		if (text.chars().allMatch((c) -> c >= ' ' && c <= '~')) {
			String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
			value.append(name).append("=\"").append(quoted).append('"');
		}
		else {
			// The extended form of RFC 8187, 3.2, which also encodes control characters.
			value.append(name).append("*=utf-8''").append(UriUtils.encode(text, StandardCharsets.UTF_8));
		}
	}

}
