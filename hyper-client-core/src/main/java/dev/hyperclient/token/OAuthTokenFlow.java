package dev.hyperclient.token;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.error.AuthorizationDeclinedException;
import dev.hyperclient.error.AuthorizationPendingException;
import dev.hyperclient.error.AuthorizationTimeoutException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.exchange.FormPost;
import dev.hyperclient.retry.Sleeper;

import org.springframework.web.util.UriUtils;

/**
 * How an application gets a token from Launchpad, and from what works like it: it asks
 * for a request token, leads the user to a page, and exchanges the request token once the
 * user has agreed there. {@link #obtain} is all of it in one.
 * <p>
 * Blocks the calling thread, asks each URL once, follows no redirect, and takes no more
 * than 64 KiB of an answer. Immutable and thread-safe.
 */
public final class OAuthTokenFlow {

	private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

	private static final String NOT_REVIEWED = "Request token has not yet been reviewed";

	private final URI webRoot;

	private final Consumer consumer;

	private final String pageParameters;

	private final FormPost post;

	private final Sleeper sleeper;

	private final Clock clock;

	OAuthTokenFlow(URI webRoot, Consumer consumer, String pageParameters, FormPost post, Sleeper sleeper, Clock clock) {
		this.webRoot = webRoot;
		this.consumer = consumer;
		this.pageParameters = pageParameters;
		this.post = post;
		this.sleeper = sleeper;
		this.clock = clock;
	}

	/**
	 * Create to describe how tokens are got.
	 * @param webRoot the URL of the web site that belongs to the service; see
	 * {@link #webRootOf}
	 * @param consumer the application
	 * @return a builder
	 * @throws IllegalArgumentException if no web site can be at the URL
	 */
	public static OAuthTokenFlowBuilder builder(URI webRoot, Consumer consumer) {
		return new OAuthTokenFlowBuilder(webRoot, consumer);
	}

	/**
	 * Return where the web site of a service is by Launchpad's custom: on the host
	 * without the {@code api.} that it begins with.
	 * @param serviceRoot the URL of the service, with the version or without
	 * @return the URL of its web site
	 * @throws IllegalArgumentException if no service can be at the URL
	 */
	public static URI webRootOf(URI serviceRoot) {
		URI root = ServiceAddress.normalize("serviceRoot", serviceRoot).resolve("/");
		return URI.create(root.toString().replaceFirst("//api\\.", "//"));
	}

	/**
	 * Return the application that tokens are for.
	 * @return the consumer
	 */
	public Consumer consumer() {
		return this.consumer;
	}

	/**
	 * Return the first step: asks for a request token.
	 * @return the request token
	 * @throws HTTPError if the service refuses
	 * @throws TransportException if it does not answer
	 * @throws UnexpectedResponseException if it answers something else than a token
	 */
	public RequestToken request() {
		ServiceResponse response = post("+request-token", "", "");
		if (response.status() >= 400) {
			throw EchoedSecrets.errorOf(response, List.of(this.consumer.secret()));
		}
		TokenAnswer answer = TokenAnswer.of(response);
		return new RequestToken(answer.key(), answer.secret());
	}

	/**
	 * Return the second step: the page on which the user decides.
	 * @param token the request token
	 * @return the URL of the page
	 */
	public URI authorizationPage(RequestToken token) {
		return this.webRoot.resolve("+authorize-token?oauth_token=" + encode(token.key()) + this.pageParameters);
	}

	/**
	 * Return the third step: exchanges the request token. A service does that once for
	 * each.
	 * @param token the request token
	 * @return the access token
	 * @throws AuthorizationPendingException if the user has not decided yet
	 * @throws AuthorizationDeclinedException if the user has refused
	 * @throws HTTPError if the service refuses for another reason
	 * @throws TransportException if it does not answer
	 * @throws UnexpectedResponseException if it answers something else than a token
	 */
	public AccessToken exchange(RequestToken token) {
		ServiceResponse response = post("+access-token", "&oauth_token=" + encode(token.key()), token.secret());
		if (response.status() < 400) {
			TokenAnswer answer = TokenAnswer.of(response);
			return new AccessToken(answer.key(), answer.secret());
		}
		if (response.status() == 403) {
			throw new AuthorizationDeclinedException(response.uri(),
					"The user has refused '%s' access at %s".formatted(this.consumer.key(), this.webRoot));
		}
		if (response.status() == 401 && bodyOf(response).startsWith(NOT_REVIEWED)) {
			throw new AuthorizationPendingException(response.uri(),
					"The user has not yet decided at %s whether '%s' gets access. Ask again later"
						.formatted(this.webRoot, this.consumer.key()));
		}
		throw EchoedSecrets.errorOf(response, List.of(token.secret(), this.consumer.secret()));
	}

	/**
	 * Does the third step every second until the user has decided. A service that does
	 * not answer, or answers 502 or 503, is asked again too.
	 * @param token the request token
	 * @param timeout how long to go on at the most
	 * @return the access token
	 * @throws AuthorizationTimeoutException if the time is over. What the last attempt
	 * ended with is its cause
	 * @throws HyperClientException for what else {@link #exchange} throws
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
						"The user has not decided within %s at %s whether '%s' gets access. Begin anew with another request token"
							.formatted(timeout, this.webRoot, this.consumer.key()),
						last);
			}
			sleep(last);
		}
	}

	/**
	 * Does all steps: asks for a request token, shows the user the page, and waits.
	 * @param prompt shows the page
	 * @param timeout how long to wait for the user at the most
	 * @return the access token
	 * @throws HyperClientException for what {@link #request} and {@link #await} throw
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
			Thread.currentThread().interrupt();
			throw new TransportException(last.uri(),
					"The thread was interrupted while it waited for the user's decision", ex);
		}
	}

	private ServiceResponse post(String path, String parameters, String tokenSecret) {
		String signature = encode(this.consumer.secret()) + "&" + encode(tokenSecret);
		String form = "oauth_consumer_key=" + encode(this.consumer.key()) + parameters
				+ "&oauth_signature_method=PLAINTEXT&oauth_signature=" + encode(signature);
		return this.post.send(this.webRoot.resolve(path), form, this.webRoot);
	}

	private static String bodyOf(ServiceResponse response) {
		return new String(response.body(), StandardCharsets.UTF_8).stripLeading();
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

}
