package dev.hyperclient.token;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.error.AuthorizationDeclinedException;
import dev.hyperclient.error.AuthorizationPendingException;
import dev.hyperclient.error.AuthorizationTimeoutException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HTTPErrors;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.concurrent.Futures;
import dev.hyperclient.internal.exchange.FormPost;
import dev.hyperclient.internal.http.Origin;
import dev.hyperclient.retry.Sleeper;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.Assert;
import org.springframework.web.util.UriUtils;

/**
 * The flow by which an application gets a token from Launchpad and similar services: it
 * gets a request token, presents a page to the user, and exchanges the request token for
 * an access token after the user has agreed. {@link #obtain} does all of it.
 * <p>
 * Blocks the calling thread, makes each request once, does not follow redirects, and
 * reads at most 64 KiB of a response. Immutable and thread-safe. <pre class="code">{@code
 * OAuthTokenFlow flow = OAuthTokenFlow.builder(URI.create("https://launchpad.net/"), OAuthConsumer.of("my-tool")).build();
 * AccessToken token = flow.obtain((page) -> System.out.println("Open " + page), Duration.ofMinutes(15));
 * HttpAuthorizer authorizer = new OAuthAuthorizer("my-tool", token);
 * }</pre>
 */
public final class OAuthTokenFlow {

	private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

	private static final String NOT_REVIEWED = "Request token has not yet been reviewed";

	private final URI webRoot;

	private final OAuthConsumer consumer;

	private final String pageParameters;

	private final FormPost post;

	private final Sleeper sleeper;

	private final Clock clock;

	OAuthTokenFlow(URI webRoot, OAuthConsumer consumer, String pageParameters, FormPost post, Sleeper sleeper,
			Clock clock) {
		this.webRoot = webRoot;
		this.consumer = consumer;
		this.pageParameters = pageParameters;
		this.post = post;
		this.sleeper = sleeper;
		this.clock = clock;
	}

	/**
	 * Create a builder for a flow.
	 * @param webRoot the URL of the web site that belongs to the service; see
	 * {@link #webRootOf}
	 * @param consumer the application
	 * @return a builder
	 * @throws IllegalArgumentException if the URL is not an http or https URL without
	 * user name, query and fragment
	 */
	public static OAuthTokenFlowBuilder builder(URI webRoot, OAuthConsumer consumer) {
		return new OAuthTokenFlowBuilder(webRoot, consumer);
	}

	/**
	 * Return the URL of the web site of a service by Launchpad's convention: the host
	 * without its leading {@code api.}.
	 * @param serviceRoot the URL of the service, with the version or without
	 * @return the URL of its web site
	 * @throws IllegalArgumentException if the URL is not an http or https URL without
	 * user name, query and fragment
	 */
	public static URI webRootOf(URI serviceRoot) {
		URI root = normalize("serviceRoot", serviceRoot).resolve("/");
		return URI.create(root.toString().replaceFirst("//api\\.", "//"));
	}

	/**
	 * Return the application that tokens are for.
	 * @return the consumer
	 */
	public OAuthConsumer consumer() {
		return this.consumer;
	}

	/**
	 * Request a request token, the first step of the flow. Makes one POST.
	 * @return the request token
	 * @throws HTTPError if the service answers with an error status
	 * @throws TransportException if there is no response
	 * @throws UnexpectedResponseException if the response is not a token
	 */
	public RequestToken request() {
		ServiceResponse response = post("+request-token", "", "");
		if (response.status() >= 400) {
			throw errorOf(response, List.of(this.consumer.secret()));
		}
		TokenAnswer answer = TokenAnswer.of(response);
		return new RequestToken(answer.key(), answer.secret());
	}

	/**
	 * Return the page on which the user decides, the second step of the flow. Makes no
	 * request.
	 * @param token the request token
	 * @return the URL of the page
	 */
	public URI authorizationPage(RequestToken token) {
		return this.webRoot.resolve("+authorize-token?oauth_token=" + encode(token.key()) + this.pageParameters);
	}

	/**
	 * Exchange a request token for an access token, the third step of the flow. This is
	 * possible once for each request token. Makes one POST.
	 * @param token the request token
	 * @return the access token
	 * @throws AuthorizationPendingException if the user has not decided yet
	 * @throws AuthorizationDeclinedException if the user has declined
	 * @throws HTTPError if the service answers with another error status
	 * @throws TransportException if there is no response
	 * @throws UnexpectedResponseException if the response is not a token
	 */
	public AccessToken exchange(RequestToken token) {
		ServiceResponse response = post("+access-token", "&oauth_token=" + encode(token.key()), token.secret());
		if (response.status() < 400) {
			TokenAnswer answer = TokenAnswer.of(response);
			return new AccessToken(answer.key(), answer.secret());
		}
		if (response.status() == 403) {
			throw new AuthorizationDeclinedException(response.uri(),
					"The user has declined to grant a token to '%s' at %s".formatted(this.consumer.key(),
							this.webRoot));
		}
		if (response.status() == 401 && bodyOf(response).startsWith(NOT_REVIEWED)) {
			throw new AuthorizationPendingException(response.uri(),
					"The user has not yet decided at %s whether to grant a token to '%s'. Repeat the request later"
						.formatted(this.webRoot, this.consumer.key()));
		}
		throw errorOf(response, List.of(token.secret(), this.consumer.secret()));
	}

	/**
	 * Exchange a request token for an access token, repeated every second until the user
	 * has decided. Makes one POST each time. It is also repeated if there is no response
	 * or the status is 502 or 503.
	 * @param token the request token
	 * @param timeout the maximum time to wait
	 * @return the access token
	 * @throws AuthorizationTimeoutException if the timeout passes. Its cause is the
	 * exception of the last attempt
	 * @throws HyperClientException for other failures of {@link #exchange}
	 */
	public AccessToken await(RequestToken token, Duration timeout) {
		Instant start = this.clock.instant();
		while (true) {
			HyperClientException last;
			try {
				return exchange(token);
			}
			catch (AuthorizationPendingException | TransportException ex) {
				last = ex;
			}
			catch (HTTPError ex) {
				if (ex.status() != 502 && ex.status() != 503) {
					throw ex;
				}
				last = ex;
			}
			Duration passed = Duration.between(start, this.clock.instant());
			if (passed.plus(POLL_INTERVAL).compareTo(timeout) > 0) {
				throw new AuthorizationTimeoutException(last.uri(),
						"The user has not decided within %s at %s whether to grant a token to '%s'. Start again with a new request token"
							.formatted(timeout, this.webRoot, this.consumer.key()),
						last);
			}
			sleep(last);
		}
	}

	/**
	 * Run all steps of the flow: get a request token, present the page to the user, and
	 * wait for the decision.
	 * @param prompt presents the page
	 * @param timeout the maximum time to wait for the user
	 * @return the access token
	 * @throws HyperClientException for the failures of {@link #request} and
	 * {@link #await}
	 */
	public AccessToken obtain(AuthorizationPrompt prompt, Duration timeout) {
		RequestToken token = request();
		prompt.show(authorizationPage(token));
		return await(token, timeout);
	}

	private void sleep(HyperClientException last) {
		try {
			if (Thread.currentThread().isInterrupted()) {
				throw new InterruptedException();
			}
			this.sleeper.sleep(POLL_INTERVAL);
		}
		catch (InterruptedException ex) {
			throw Futures.interrupted(HttpMethod.POST, last.uri(), "for the user's decision", ex);
		}
	}

	private ServiceResponse post(String path, String parameters, String tokenSecret) {
		String signature = encode(this.consumer.secret()) + "&" + encode(tokenSecret);
		String form = "oauth_consumer_key=" + encode(this.consumer.key()) + parameters
				+ "&oauth_signature_method=PLAINTEXT&oauth_signature=" + encode(signature);
		return this.post.send(this.webRoot.resolve(path), form, this.webRoot);
	}

	/**
	 * Return the error for a response, with secrets of the request masked: error pages
	 * may contain the form that was sent, and error messages are logged.
	 */
	private HTTPError errorOf(ServiceResponse response, List<String> secrets) {
		HttpHeaders headers = new HttpHeaders();
		response.headers()
			.forEach((name, values) -> values.forEach((value) -> headers.add(name, mask(value, secrets))));
		// ISO 8859-1 maps each byte to one character.
		String body = mask(new String(response.bytes(), StandardCharsets.ISO_8859_1), secrets);
		HTTPError error = HTTPErrors.of(HttpMethod.POST, ServiceResponse.of(response.uri(), response.status(), headers,
				body.getBytes(StandardCharsets.ISO_8859_1)));
		if (error instanceof Unauthorized) {
			error.addAdvice("Check that the service knows the consumer key '%s'".formatted(this.consumer.key()));
		}
		else if (error instanceof NotFound) {
			error.addAdvice(
					"Check that 'webRoot' is the URL of the service's web site, which OAuthTokenFlow.webRootOf returns, not the URL of its API");
		}
		return error;
	}

	private static String mask(String text, List<String> secrets) {
		String masked = text;
		for (String secret : secrets) {
			if (!secret.isEmpty()) {
				String bytes = new String(secret.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
				String encoded = encode(secret);
				masked = masked.replace(bytes, "******").replace(encoded, "******").replace(encode(encoded), "******");
			}
		}
		return masked;
	}

	private static String bodyOf(ServiceResponse response) {
		return new String(response.bytes(), StandardCharsets.UTF_8).stripLeading();
	}

	static String encode(String text) {
		return UriUtils.encode(text, StandardCharsets.UTF_8);
	}

	/**
	 * Return the web site and the application.
	 */
	@Override
	public String toString() {
		return "OAuthTokenFlow[webRoot=%s, consumer=%s]".formatted(this.webRoot, this.consumer.key());
	}

	/**
	 * Return the URL of a service or of its web site with a slash at its end, scheme and
	 * host in lower case, and without a default port (RFC 3986, 6.2.2.1 and 6.2.3).
	 * @throws IllegalArgumentException if it is not an http or https URL without user
	 * name, query and fragment
	 */
	static URI normalize(String name, URI url) {
		Origin origin = Origin.of(url);
		boolean plain = url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null;
		// The URL is not part of the message, since it may contain a password.
		Assert.isTrue(
				(origin.scheme().equals("http") || origin.scheme().equals("https")) && url.getHost() != null && plain,
				() -> "'%s' must begin with http:// or https://, name a host, and have neither user name, query nor fragment"
					.formatted(name));
		String path = url.getRawPath();
		return URI.create(origin + path + (path.endsWith("/") ? "" : "/"));
	}

	/**
	 * A token in a response: {@code oauth_token} and {@code oauth_token_secret} in a form
	 * (RFC 5849, 2.1 and 2.3). Other fields are ignored.
	 *
	 * @param key the token
	 * @param secret its secret
	 */
	record TokenAnswer(String key, String secret) {

		private static final String KEY = "oauth_token";

		private static final String SECRET = "oauth_token_secret";

		/**
		 * Read a response.
		 * @throws UnexpectedResponseException if it is not a token. The message does not
		 * contain the response, which may have secrets
		 */
		static TokenAnswer of(ServiceResponse response) {
			try {
				Map<String, String> fields = fields(new String(response.bytes(), StandardCharsets.UTF_8).strip());
				return new TokenAnswer(require(fields, KEY), require(fields, SECRET));
			}
			catch (IllegalArgumentException ex) {
				throw malformed(response.uri(), String.valueOf(ex.getMessage()));
			}
		}

		private static UnexpectedResponseException malformed(URI uri, String reason) {
			return new UnexpectedResponseException(uri,
					"The response of %s is not a token: %s. Check that 'webRoot' is the URL of the service's web site, which OAuthTokenFlow.webRootOf returns, not the URL of its API"
						.formatted(uri, reason));
		}

		private static Map<String, String> fields(String form) {
			if (form.startsWith("<") || form.startsWith("{")) {
				throw new IllegalArgumentException("it is not a form");
			}
			Map<String, String> fields = new HashMap<>();
			for (String pair : form.split("&")) {
				int equals = pair.indexOf('=');
				if (equals > 0
						&& fields.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1))) != null) {
					throw new IllegalArgumentException("it has a field twice");
				}
			}
			return fields;
		}

		private static String decode(String text) {
			try {
				return URLDecoder.decode(text, StandardCharsets.UTF_8);
			}
			catch (IllegalArgumentException ex) {
				throw new IllegalArgumentException("it is not encoded correctly");
			}
		}

		private static String require(Map<String, String> fields, String name) {
			@Nullable String value = fields.get(name);
			Assert.isTrue(value != null && !value.isEmpty(), () -> "it has no '%s'".formatted(name));
			OAuthConsumer.requireStorable(name, value);
			return value;
		}

		/**
		 * Return a text that reveals neither key nor secret.
		 */
		@Override
		public String toString() {
			return "TokenAnswer[******]";
		}

	}

}
