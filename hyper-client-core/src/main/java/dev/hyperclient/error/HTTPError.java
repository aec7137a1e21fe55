package dev.hyperclient.error;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.error.PrintableText;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * The service answered with an error status. The message begins with the method and the
 * URL of the request, without the query of the target of a redirect. It continues with
 * status line, header fields and body, as the section "Errors" of the specification
 * defines. Control characters of the response are replaced in the message.
 */
public class HTTPError extends HyperClientException {

	private static final int CONTENT_RETURNED = 209;

	/** The method of the request. */
	private final HttpMethod method;

	/** The status code. */
	private final int status;

	private final transient HttpHeaders headers;

	/** The body, truncated if it was long. */
	private final byte[] body;

	/** The URL for messages. */
	private final String shownUri;

	HTTPError(HttpMethod method, ServiceResponse response) {
		super(response.uri(), method + " " + response.shownUri() + ": "
				+ describe(response.status(), response.headers(), response.bytes()), "", null, null);
		this.method = method;
		this.status = response.status();
		this.headers = response.headers();
		this.body = response.bytes();
		this.shownUri = response.shownUri();
	}

	private static String reasonOf(int status) {
		HttpStatus known = HttpStatus.resolve(status);
		if (known != null) {
			return known.getReasonPhrase();
		}
		return (status == CONTENT_RETURNED) ? "Content Returned" : "";
	}

	/** Return the URL for messages. */
	final String shownUri() {
		return this.shownUri;
	}

	/**
	 * Return the method of the request.
	 * @return the method
	 */
	public final HttpMethod method() {
		return this.method;
	}

	/**
	 * Return the status code.
	 * @return the code
	 */
	public final int status() {
		return this.status;
	}

	/**
	 * Return the standard phrase of the status. The phrase that a server sends is not
	 * used, since HTTP/2 has none.
	 * @return the phrase, empty for a status without one
	 */
	public final String reason() {
		return reasonOf(this.status);
	}

	/**
	 * Return the header fields of the response.
	 * @return the fields, read-only
	 */
	public final HttpHeaders headers() {
		return (this.headers != null) ? this.headers : HttpHeaders.EMPTY;
	}

	/**
	 * Return the id under which the service has recorded this failure for its operators
	 * ({@code X-Lazr-OopsId}).
	 * @return the id, empty if the service sent none
	 */
	public final Optional<String> oopsId() {
		return Optional.ofNullable(headers().getFirst("X-Lazr-OopsId"));
	}

	/**
	 * Return the body of the response, truncated if it was long.
	 * @return a copy of the bytes
	 */
	public final byte[] body() {
		return this.body.clone();
	}

	/**
	 * Return the body of the response as text, in the character set that its
	 * {@code Content-Type} names, else UTF-8.
	 * @return the text
	 */
	public final String bodyText() {
		return text(headers(), this.body);
	}

	private static String describe(int status, HttpHeaders headers, byte[] body) {
		return "HTTP Error " + status + ": " + reasonOf(status) + "\nResponse headers:\n---\n" + describe(headers)
				+ "\n---\nResponse body:\n---\n" + PrintableText.lines(text(headers, body)) + "\n---\n";
	}

	private static String describe(HttpHeaders headers) {
		Map<String, List<String>> sorted = new TreeMap<>();
		headers.forEach((name, values) -> sorted.put(name.toLowerCase(Locale.ROOT), values));
		return sorted.entrySet()
			.stream()
			.map((field) -> PrintableText.line(field.getKey() + ": " + shown(field.getKey(), field.getValue())))
			.collect(Collectors.joining("\n"));
	}

	/** Masked, since a cookie is a secret and messages are logged. */
	private static String shown(String name, List<String> values) {
		return name.startsWith("set-cookie") ? "(hidden)" : String.join(", ", values);
	}

	private static String text(HttpHeaders headers, byte[] body) {
		return new String(body, charset(headers));
	}

	private static Charset charset(HttpHeaders headers) {
		try {
			MediaType type = headers.getContentType();
			@Nullable Charset charset = (type != null) ? type.getCharset() : null;
			return (charset != null) ? charset : StandardCharsets.UTF_8;
		}
		catch (IllegalArgumentException ex) {
			return StandardCharsets.UTF_8;
		}
	}

}
