package dev.hyperclient.authorizer;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import oauth.signpost.AbstractOAuthConsumer;
import oauth.signpost.exception.OAuthException;
import oauth.signpost.http.HttpRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.web.util.UriUtils;

/**
 * Signpost with a given nonce and time, as an independent implementation of signatures.
 */
public final class SignpostConsumer extends AbstractOAuthConsumer {

	private static final long serialVersionUID = 1L;

	private static final Pattern SIGNATURE = Pattern.compile("oauth_signature=\"([^\"]*)\"");

	private final String nonce;

	private final String timestamp;

	public SignpostConsumer(String consumerKey, String consumerSecret, String nonce, String timestamp) {
		super(consumerKey, consumerSecret);
		this.nonce = nonce;
		this.timestamp = timestamp;
		setSendEmptyTokens(true);
	}

	public String signature(URI uri, String method, @Nullable String body, @Nullable String contentType)
			throws OAuthException {
		Request request = new Request(uri.toString(), method, body, contentType);
		sign(request);
		return signatureOf(request.headers.get("Authorization"));
	}

	public static String signatureOf(String header) {
		Matcher matcher = SIGNATURE.matcher(header);
		if (!matcher.find()) {
			throw new IllegalArgumentException(header);
		}
		return UriUtils.decode(matcher.group(1), StandardCharsets.UTF_8);
	}

	@Override
	protected String generateNonce() {
		return this.nonce;
	}

	@Override
	protected String generateTimestamp() {
		return this.timestamp;
	}

	@Override
	protected HttpRequest wrap(Object request) {
		return (HttpRequest) request;
	}

	/**
	 * A request for Signpost.
	 */
	private static final class Request implements HttpRequest {

		private final Map<String, String> headers = new HashMap<>();

		private final String url;

		private final String method;

		private final @Nullable String body;

		private final @Nullable String contentType;

		Request(String url, String method, @Nullable String body, @Nullable String contentType) {
			this.url = url;
			this.method = method;
			this.body = body;
			this.contentType = contentType;
		}

		@Override
		public String getMethod() {
			return this.method;
		}

		@Override
		public String getRequestUrl() {
			return this.url;
		}

		@Override
		public void setRequestUrl(String other) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void setHeader(String name, String value) {
			this.headers.put(name, value);
		}

		@Override
		public String getHeader(String name) {
			return this.headers.get(name);
		}

		@Override
		public Map<String, String> getAllHeaders() {
			return this.headers;
		}

		@Override
		public @Nullable InputStream getMessagePayload() {
			return (this.body != null) ? new ByteArrayInputStream(this.body.getBytes(StandardCharsets.UTF_8)) : null;
		}

		@Override
		public @Nullable String getContentType() {
			return this.contentType;
		}

		@Override
		public Object unwrap() {
			return this;
		}

	}

}
