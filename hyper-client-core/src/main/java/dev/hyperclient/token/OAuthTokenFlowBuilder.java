package dev.hyperclient.token;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import dev.hyperclient.internal.exchange.FormPost;
import dev.hyperclient.internal.exchange.Loopback;
import dev.hyperclient.retry.Sleeper;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Builds an {@link OAuthTokenFlow}. Not thread-safe; the flow is.
 *
 * @see OAuthTokenFlow#builder
 */
public final class OAuthTokenFlowBuilder {

	private static final String DESKTOP = "System-wide: ";

	private final URI webRoot;

	private final OAuthConsumer consumer;

	private final Set<AccessLevel> accessLevels = EnumSet.noneOf(AccessLevel.class);

	private @Nullable String context;

	private @Nullable URI callback;

	private Supplier<WebClient> webClient = WebClient::create;

	private Duration requestTimeout = Duration.ofSeconds(30);

	private boolean allowPlainHttpCredentials;

	private Sleeper sleeper = Sleeper.THREAD;

	private Clock clock = Clock.systemUTC();

	OAuthTokenFlowBuilder(URI webRoot, OAuthConsumer consumer) {
		this.webRoot = OAuthTokenFlow.normalize("webRoot", webRoot);
		this.consumer = consumer;
	}

	/**
	 * Set the access levels that the user can choose from.
	 * @param levels the levels, in place of those set before; none, the default, for all
	 * levels of the service except {@link AccessLevel#DESKTOP_INTEGRATION}
	 * @return this builder
	 */
	public OAuthTokenFlowBuilder accessLevels(AccessLevel... levels) {
		this.accessLevels.clear();
		this.accessLevels.addAll(List.of(levels));
		return this;
	}

	/**
	 * Restrict the token to a part of the service, such as a project.
	 * @param context the name of the part, {@code null} for no limit, which is the
	 * default
	 * @return this builder
	 */
	public OAuthTokenFlowBuilder context(@Nullable String context) {
		this.context = context;
		return this;
	}

	/**
	 * Set the page to which the service sends the user's browser after the decision.
	 * @param page the URL, {@code null} for none, the default
	 * @return this builder
	 */
	public OAuthTokenFlowBuilder callback(@Nullable URI page) {
		this.callback = page;
		return this;
	}

	/**
	 * Set the {@code WebClient} to use. It must not follow redirects, since that would
	 * send secrets to other servers.
	 * @param webClient supplies the client; called once, with the first request
	 * @return this builder
	 */
	public OAuthTokenFlowBuilder webClient(Supplier<WebClient> webClient) {
		this.webClient = webClient;
		return this;
	}

	/**
	 * Set the timeout of a single request. The default is 30 seconds.
	 * @param timeout the time, positive
	 * @return this builder
	 * @throws IllegalArgumentException if the time is not positive
	 */
	public OAuthTokenFlowBuilder requestTimeout(Duration timeout) {
		Assert.isTrue(timeout.compareTo(Duration.ZERO) > 0,
				() -> "'requestTimeout' must be positive but is " + timeout);
		this.requestTimeout = timeout;
		return this;
	}

	/**
	 * Set whether secrets of tokens may be sent unencrypted over plain http to hosts
	 * other than loopback. The default is {@code false}.
	 * @param allow whether to allow it
	 * @return this builder
	 */
	public OAuthTokenFlowBuilder allowPlainHttpCredentials(boolean allow) {
		this.allowPlainHttpCredentials = allow;
		return this;
	}

	/**
	 * Set the sleeper for the wait between attempts.
	 * @param sleeper the sleeper
	 * @return this builder
	 */
	public OAuthTokenFlowBuilder sleeper(Sleeper sleeper) {
		this.sleeper = sleeper;
		return this;
	}

	/**
	 * Set the clock for the timeout of the wait for the user.
	 * @param clock the clock, the system's unless set
	 * @return this builder
	 */
	public OAuthTokenFlowBuilder clock(Clock clock) {
		this.clock = clock;
		return this;
	}

	/**
	 * Build the flow. Makes no request.
	 * @return the flow
	 * @throws IllegalArgumentException if secrets would be sent over plain http, or if
	 * {@link AccessLevel#DESKTOP_INTEGRATION} is combined with another level, with a
	 * callback, or with a consumer that is not a desktop
	 */
	public OAuthTokenFlow build() {
		if (!this.allowPlainHttpCredentials && Loopback.isLeftInPlain(this.webRoot)) {
			throw new IllegalArgumentException(
					"'webRoot' must begin with https:// because tokens would be sent unencrypted, but is '%s'; set 'allowPlainHttpCredentials' to send them nevertheless"
						.formatted(this.webRoot));
		}
		Assert.isTrue(!this.accessLevels.contains(AccessLevel.DESKTOP_INTEGRATION)
				|| (this.accessLevels.size() == 1 && this.callback == null && this.consumer.key().startsWith(DESKTOP)),
				() -> "DESKTOP_INTEGRATION must be the only one of 'accessLevels', without a 'callback', and for a consumer that is named '%sSYSTEM (HOST)'"
					.formatted(DESKTOP));
		return new OAuthTokenFlow(this.webRoot, this.consumer, pageParameters(),
				new FormPost(this.webClient, this.requestTimeout), this.sleeper, this.clock);
	}

	private String pageParameters() {
		StringBuilder parameters = new StringBuilder();
		this.accessLevels.forEach((level) -> parameters.append("&allow_permission=").append(level.name()));
		if (this.context != null) {
			parameters.append("&lp.context=").append(OAuthTokenFlow.encode(this.context));
		}
		if (this.callback != null) {
			parameters.append("&oauth_callback=").append(OAuthTokenFlow.encode(this.callback.toASCIIString()));
		}
		return parameters.toString();
	}

}
