package dev.hyperclient.testservice;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

import reactor.netty.ChannelBindException;

/**
 * A running service. It accepts requests from its creation until it is closed. Data is
 * held in memory. Thread-safe.
 */
public final class SelfDescribingService implements AutoCloseable {

	private static final int MAX_RECORDED_REQUESTS = 3000;

	private final Deque<RecordedRequest> requests = new ArrayDeque<>();

	private final String host;

	private final RequestDispatcher<?> dispatcher;

	private final HttpFrontend frontend;

	private SelfDescribingService(Builder<?> builder, RequestDispatcher<?> dispatcher) {
		this.host = builder.host;
		this.dispatcher = dispatcher;
		this.frontend = new HttpFrontend(builder.definition.name(), new InetSocketAddress(this.host, builder.port),
				builder.clock, builder.bodyTimeout, dispatcher, builder.faults, this::record);
	}

	/**
	 * Create a builder.
	 * @param definition the declaration of the service
	 * @param initialData supplies the data of the service at its start and after each
	 * {@link #reset()}
	 * @param <D> the data of the service, an immutable value
	 * @return the builder
	 */
	public static <D> Builder<D> builder(ServiceDefinition<D> definition, Supplier<D> initialData) {
		return new Builder<>(definition, initialData);
	}

	/**
	 * Return the port that the service listens on.
	 * @return the port
	 */
	public int port() {
		return this.frontend.port();
	}

	/**
	 * Return the base URL of all versions, which ends with a slash.
	 * @return the URL, for example {@code http://localhost:8081/}
	 */
	public URI baseUrl() {
		return URI.create("http://" + urlHost() + ":" + port() + "/");
	}

	/**
	 * Return the most recent requests since the start or the last reset, oldest first. At
	 * most 3000 are kept. A request is recorded before its response is sent.
	 * @return the requests, a copy
	 */
	public List<RecordedRequest> requests() {
		synchronized (this.requests) {
			return List.copyOf(this.requests);
		}
	}

	/**
	 * Restore the initial data and clear the recorded requests.
	 */
	public void reset() {
		this.dispatcher.reset();
		synchronized (this.requests) {
			this.requests.clear();
		}
	}

	/**
	 * Stop listening and close all connections.
	 */
	@Override
	public void close() {
		this.frontend.close();
	}

	private void record(RecordedRequest request) {
		synchronized (this.requests) {
			if (this.requests.size() == MAX_RECORDED_REQUESTS) {
				this.requests.removeFirst();
			}
			this.requests.addLast(request);
		}
	}

	private String urlHost() {
		if (this.host.equals("0.0.0.0") || this.host.equals("::")) {
			return "localhost";
		}
		return this.host.contains(":") ? "[" + this.host + "]" : this.host;
	}

	/**
	 * Builder of a service.
	 *
	 * @param <D> the data of the service
	 */
	public static final class Builder<D> {

		private final ServiceDefinition<D> definition;

		private final Supplier<D> initialData;

		private String host = "localhost";

		private int port;

		private RequestGuard guard = RequestGuard.open("service");

		private Clock clock = Clock.systemUTC();

		private Duration bodyTimeout = Duration.ofSeconds(60);

		private Faults faults = new Faults();

		private RequestDispatcher.ResourceFinder<D> resources;

		private Builder(ServiceDefinition<D> definition, Supplier<D> initialData) {
			this.definition = definition;
			this.resources = (data, request) -> new ResourceRouter<>(definition, data, request).find();
			this.initialData = initialData;
		}

		/**
		 * Set where the service listens. The default is any free port of localhost.
		 * @param host the host name or IP address
		 * @param port the port, or 0 for any free one
		 * @return this builder
		 */
		public Builder<D> listen(String host, int port) {
			this.host = host;
			this.port = port;
			return this;
		}

		/**
		 * Set the guard. The default permits all requests.
		 * @param guard the guard
		 * @return this builder
		 */
		public Builder<D> guard(RequestGuard guard) {
			this.guard = guard;
			return this;
		}

		/**
		 * Set the clock of the {@code Date} header field. The default is the system
		 * clock.
		 * @param clock the clock
		 * @return this builder
		 */
		public Builder<D> clock(Clock clock) {
			this.clock = clock;
			return this;
		}

		/**
		 * Set the maximum time for a request body to arrive and for a connection to be
		 * idle. The default is one minute.
		 * @param bodyTimeout the time
		 * @return this builder
		 */
		public Builder<D> bodyTimeout(Duration bodyTimeout) {
			this.bodyTimeout = bodyTimeout;
			return this;
		}

		Builder<D> resources(RequestDispatcher.ResourceFinder<D> resources) {
			this.resources = resources;
			return this;
		}

		Builder<D> faults(Faults faults) {
			this.faults = faults;
			return this;
		}

		/**
		 * Start the service.
		 * @return the service
		 * @throws ChannelBindException if the service cannot listen there
		 */
		public SelfDescribingService start() {
			return start(dispatcher());
		}

		RequestDispatcher<D> dispatcher() {
			return new RequestDispatcher<>(this.definition, this.initialData, this.guard, this.resources);
		}

		SelfDescribingService start(RequestDispatcher<D> dispatcher) {
			return new SelfDescribingService(this, dispatcher);
		}

	}

}
