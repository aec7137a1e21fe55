package dev.hyperclient.cookbook.service;

import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.hyperclient.cookbook.service.security.OAuthConsumer;
import dev.hyperclient.cookbook.service.security.OAuthDataStore;
import dev.hyperclient.cookbook.service.security.OAuthGuard;
import dev.hyperclient.cookbook.service.security.OAuthToken;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.Faults;
import dev.hyperclient.testservice.RecordedRequest;
import dev.hyperclient.testservice.RequestGuard;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * The example cookbook service. It accepts requests from its creation until it is closed.
 * All data is in memory and shared by all versions.
 */
public final class CookbookService implements AutoCloseable {

	private final FakeService service;

	/**
	 * Start the service.
	 * @param properties the settings
	 * @throws FailureAnalyzedException if the service cannot listen on the port
	 */
	public CookbookService(CookbookServiceProperties properties) {
		this(properties, Clock.systemUTC());
	}

	CookbookService(CookbookServiceProperties properties, Clock clock) {
		try {
			this.service = CookbookDeclaration.builder(properties.recipes())
				.host(properties.address())
				.port(properties.port())
				.guard(guard(properties, clock))
				.clock(clock)
				.start();
		}
		catch (IllegalStateException ex) {
			throw new FailureAnalyzedException(
					"The cookbook service cannot listen at " + properties.address() + ", port " + properties.port()
							+ ": " + Objects.requireNonNullElse(ex.getCause(), ex).getMessage(),
					"Set 'cookbook.service.port' to a free port, or to 0 for any free one; "
							+ "'cookbook.service.address' must be an address of this machine.",
					ex);
		}
	}

	/**
	 * Return the port that the service listens on.
	 * @return the port
	 */
	public int port() {
		return this.service.port();
	}

	/**
	 * Return the base URL of all versions, which ends with a slash.
	 * @return the URL, for example {@code http://localhost:8081/}
	 */
	public URI baseUrl() {
		return this.service.baseUrl().resolve("../");
	}

	/**
	 * Return the most recent requests since the start or the last reset, oldest first. At
	 * most 3000 are kept. A request is recorded before its response is sent.
	 * @return the requests, a copy
	 */
	public List<RecordedRequest> requests() {
		return this.service.requests();
	}

	/**
	 * Return the faults of the service.
	 * @return the faults
	 */
	public Faults faults() {
		return this.service.faults();
	}

	/**
	 * Change an entry without a request.
	 * @param path the path below the version, not percent-encoded, for example
	 * {@code recipes/4}
	 * @param values the new values by attribute name
	 * @throws IllegalArgumentException if there is no such entry or a value is invalid
	 */
	public void change(String path, Map<String, ?> values) {
		this.service.change(path, values);
	}

	/**
	 * Restore the initial data and clear the recorded requests.
	 */
	public void reset() {
		this.service.reset();
	}

	/**
	 * Stop listening and close all connections.
	 */
	@Override
	public void close() {
		this.service.close();
	}

	private static RequestGuard guard(CookbookServiceProperties properties, Clock clock) {
		return switch (properties.security()) {
			case OPEN -> RequestGuard.open(properties.realm());
			case BASIC -> RequestGuard.basic(properties.realm(), (username, password) -> OAuthGuard
				.isEqual(properties.username() + ":" + properties.password(), username + ":" + password));
			case OAUTH -> new OAuthGuard(properties.realm(), (consumer, token, parameters) -> Optional.of(consumer),
					new SingleConsumerStore(new OAuthConsumer(properties.consumerKey(), ""),
							new OAuthToken(properties.accessToken(), properties.accessTokenSecret())),
					clock);
		};
	}

	/**
	 * A store of one consumer with one token. Unknown consumers are accepted with the
	 * anonymous token.
	 *
	 * @param known the consumer
	 * @param token the token of the consumer
	 */
	private record SingleConsumerStore(OAuthConsumer known, OAuthToken token) implements OAuthDataStore {

		@Override
		public Optional<OAuthConsumer> findConsumer(String key) {
			return key.isEmpty() ? Optional.empty() : Optional.of(new OAuthConsumer(key, ""));
		}

		@Override
		public Optional<OAuthToken> findToken(OAuthConsumer consumer, String key) {
			if (key.isEmpty()) {
				return Optional.of(OAuthToken.ANONYMOUS);
			}
			return (consumer.equals(this.known) && key.equals(this.token.key())) ? Optional.of(this.token)
					: Optional.empty();
		}

	}

}
