package dev.hyperclient.cookbook.service;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.util.List;

import reactor.netty.ChannelBindException;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * The example cookbook service. It listens from the moment it is made until it is closed,
 * so a bean that is given it can use it at once. All data is in memory and shared by all
 * versions.
 */
public final class CookbookService implements AutoCloseable {

	private final CookbookServiceProperties properties;

	private final CookbookStore store;

	private final RequestLog log = new RequestLog();

	private final HttpFrontend frontend;

	/**
	 * Start the service.
	 * @param properties where to listen and how much to hold
	 * @throws FailureAnalyzedException if the service cannot listen there
	 */
	public CookbookService(CookbookServiceProperties properties) {
		this(properties, Clock.systemUTC());
	}

	CookbookService(CookbookServiceProperties properties, Clock clock) {
		this.properties = properties;
		this.store = new CookbookStore(properties.recipes());
		InetSocketAddress address = new InetSocketAddress(properties.address(), properties.port());
		GuardedRequestHandler handler = new GuardedRequestHandler(ServiceGuards.of(properties, clock),
				new RequestHandler(this.store));
		try {
			this.frontend = new HttpFrontend(address, handler, this.log);
		}
		catch (ChannelBindException ex) {
			throw new FailureAnalyzedException(
					"The cookbook service cannot listen at " + properties.address() + ", port " + properties.port()
							+ ": " + ex.getMessage(),
					"Set 'cookbook.service.port' to a free port, or to 0 for any free one; "
							+ "'cookbook.service.address' must be an address of this machine.",
					ex);
		}
	}

	/**
	 * The port the service listens at.
	 * @return the port
	 */
	public int port() {
		return this.frontend.port();
	}

	/**
	 * The address that the versions are below, with a slash at the end.
	 * @return the address, for example {@code http://localhost:8081/}
	 */
	public URI baseUrl() {
		return URI.create("http://" + host() + ":" + port() + "/");
	}

	/**
	 * The last few thousand requests since the start or the last reset, oldest first. A
	 * request is there before its answer is sent.
	 * @return the requests, a copy
	 */
	public List<RecordedRequest> requests() {
		return this.log.requests();
	}

	/**
	 * Go back to the seed data and forget the recorded requests.
	 */
	public void reset() {
		this.store.reset();
		this.log.clear();
	}

	/**
	 * Stop listening and close all connections.
	 */
	@Override
	public void close() {
		this.frontend.close();
	}

	private String host() {
		String address = this.properties.address();
		if (address.equals("0.0.0.0") || address.equals("::")) {
			return "localhost";
		}
		return address.contains(":") ? "[" + address + "]" : address;
	}

}
