package dev.hyperclient.testservice;

import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.time.Clock;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Declares what all services in process have: where they listen, who may call them, and
 * their clock.
 *
 * @param <B> the type of the builder
 */
abstract sealed class ServiceBuilder<B extends ServiceBuilder<B>> permits FakeServiceBuilder, ReplayedServiceBuilder {

	static final Duration ROOT_LIFETIME = Duration.ofHours(1);

	final String name;

	RequestGuard guard = RequestGuard.open("fake service");

	@Nullable PasswordAuthentication credentials;

	Clock clock = Clock.systemUTC();

	Duration bodyTimeout = Duration.ofSeconds(60);

	private String host = "localhost";

	private int port;

	ServiceBuilder(String name) {
		Advice.require(name != null && !name.isBlank(),
				"A fake service needs a name, for example builder(\"kitchen\")");
		this.name = name;
	}

	/**
	 * Set the guard. The default permits all requests.
	 * @param guard the guard
	 * @return this builder
	 */
	public B guard(RequestGuard guard) {
		this.guard = guard;
		this.credentials = null;
		return self();
	}

	/**
	 * Require a user name and a password (RFC 7617). Clients of the test support use
	 * them.
	 * @param username the user name
	 * @param password the password
	 * @return this builder
	 */
	public B basic(String username, String password) {
		Advice.require(username != null && password != null && !username.contains(":"),
				"basic(...) needs a user name without a colon, and a password");
		guard(RequestGuard.basic("service", (user, given) -> user.equals(username) && given.equals(password)));
		this.credentials = new PasswordAuthentication(username, password.toCharArray());
		return self();
	}

	/**
	 * Set the clock, which {@link FakeService#advance(Duration)} moves. The default is
	 * the clock of the system.
	 * @param clock the clock
	 * @return this builder
	 */
	public B clock(Clock clock) {
		this.clock = clock;
		return self();
	}

	/**
	 * Set the host. The default is {@code localhost}.
	 * @param host a name or address of this machine, {@code 0.0.0.0} for all addresses
	 * @return this builder
	 */
	public B host(String host) {
		this.host = host;
		return self();
	}

	/**
	 * Set the port. The default is any free port.
	 * @param port the port, or 0 for any free one
	 * @return this builder
	 */
	public B port(int port) {
		Advice.require(port >= 0 && port <= GuardedRequest.MAX_PORT, "A port is a number from 0 to 65535 but is %d",
				port);
		this.port = port;
		return self();
	}

	/**
	 * Start a service. Each call starts another one.
	 * @return the service
	 * @throws IllegalArgumentException if the declaration contradicts itself
	 * @throws IllegalStateException if the port is in use, or if the host is unknown
	 */
	public FakeService start() {
		MovableClock movableClock = new MovableClock(this.clock);
		return new FakeService(this, movableClock, data(movableClock));
	}

	/**
	 * Return the declaration with its entries.
	 * @param filesClock supplies the times of hosted files
	 * @return the data
	 * @throws IllegalArgumentException if the declaration contradicts itself
	 */
	abstract FakeData data(Clock filesClock);

	@SuppressWarnings("unchecked")
	private B self() {
		return (B) this;
	}

	InetSocketAddress address() {
		return new InetSocketAddress(this.host, this.port);
	}

}
