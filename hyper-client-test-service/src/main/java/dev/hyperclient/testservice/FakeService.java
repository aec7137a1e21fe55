package dev.hyperclient.testservice;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.netty.ChannelBindException;
import reactor.netty.DisposableServer;
import reactor.netty.resources.LoopResources;

/**
 * A self-describing service for tests, declared in a few lines and running in process. It
 * writes its description, representations, pages and entity tags itself. Data is held in
 * memory and restored by {@link #reset()}. Thread-safe.
 *
 * <pre class="code">{@code
 * FakeService service = FakeService.builder("kitchen")
 * 	.type("recipe", "recipes", (recipe) -> recipe.integer("id")
 * 		.text("instructions")
 * 		.entry(Map.of("id", 1, "instructions", "Roast it")))
 * 	.start();
 * }</pre>
 */
public final class FakeService implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(FakeService.class);

	private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(2);

	private final String name;

	private final String host;

	private final MovableClock clock;

	private final Faults faults = new Faults();

	private final RecordedRequest.Log requests = new RecordedRequest.Log();

	private final RequestDispatcher dispatcher;

	private final @Nullable PasswordAuthentication credentials;

	private final LoopResources loops;

	/** A connection that is accepted while the service closes is closed, too. */
	private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

	private final DisposableServer server;

	FakeService(ServiceBuilder<?> builder, MovableClock clock, FakeData data) {
		this.name = builder.name;
		InetSocketAddress address = builder.address();
		this.host = address.getHostString();
		if (address.isUnresolved()) {
			throw new IllegalStateException(
					"The fake service '%s' cannot listen on the host '%s', which is not a name or an address of this machine. Leave host(...) out to use localhost."
						.formatted(this.name, this.host));
		}
		this.clock = clock;
		this.credentials = builder.credentials;
		this.dispatcher = new RequestDispatcher(data, builder.guard, new ServiceResources(data.definition()));
		this.loops = LoopResources.create(this.name.replace(' ', '-'), LoopResources.DEFAULT_IO_WORKER_COUNT, true);
		try {
			this.server = new HttpFrontend(clock, builder.bodyTimeout, this.dispatcher, this.faults, this.requests)
				.bind(address, this.loops, this.connections);
		}
		catch (RuntimeException ex) {
			disposeLoops();
			throw (ex instanceof ChannelBindException) ? new IllegalStateException(
					"The fake service '%s' cannot listen on port %d of %s: %s. Leave port(...) out to use any free port."
						.formatted(this.name, address.getPort(), this.host, ex.getMessage()),
					ex) : ex;
		}
	}

	/**
	 * Create a builder.
	 * @param name the name of the service in messages and in the names of its threads
	 * @return the builder
	 */
	public static FakeServiceBuilder builder(String name) {
		return new FakeServiceBuilder(name);
	}

	/**
	 * Create a builder of a service with the description of another one.
	 * @param name the name of the service in messages and in the names of its threads
	 * @param wadl the WADL document, for example a class path resource; read to its end
	 * and not closed
	 * @return the builder
	 * @throws IllegalArgumentException if it is not a WADL document or cannot be read
	 */
	public static ReplayedServiceBuilder describedBy(String name, InputStream wadl) {
		return ReplayedServiceBuilder.describedBy(name, wadl);
	}

	/**
	 * Create a builder of a service with the description of another one.
	 * @param name the name of the service in messages and in the names of its threads
	 * @param wadl the file with the WADL document
	 * @return the builder
	 * @throws IllegalArgumentException if it is not a WADL document or cannot be read
	 */
	public static ReplayedServiceBuilder describedBy(String name, Path wadl) {
		return ReplayedServiceBuilder.describedBy(name, wadl);
	}

	/**
	 * Create a builder of a service with the description and the representations in a
	 * folder: the description in the file {@code description.wadl}, and each
	 * representation in a file with the extension {@code json} that has a JSON object
	 * with {@code url}, relative to the root, and {@code body}.
	 * @param name the name of the service in messages and in the names of its threads
	 * @param folder the folder
	 * @return the builder
	 * @throws IllegalArgumentException if there is no such folder or a file is invalid
	 */
	public static ReplayedServiceBuilder replay(String name, Path folder) {
		return ReplayedServiceBuilder.replay(name, folder);
	}

	/**
	 * Return the name of the service.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return the URL of the service root, which has the newest version as its last
	 * segment.
	 * @return the URL, for example {@code http://localhost:40123/1.0/}
	 */
	public URI baseUrl() {
		return URI.create("http://" + urlHost() + ":" + port() + "/" + version() + "/");
	}

	/**
	 * Return the newest version of the service.
	 * @return the version, for example {@code 1.0}
	 */
	public String version() {
		return this.dispatcher.data().definition().newestVersion();
	}

	/**
	 * Return the port that the service listens on.
	 * @return the port
	 */
	public int port() {
		return this.server.port();
	}

	/**
	 * Return the most recent requests since the start or the last reset, in the order
	 * they arrived, even if their clients gave up. At most 3000 requests and 16 MiB of
	 * header fields and bodies are kept. There are none after {@link #close()}.
	 * @return the requests, a copy
	 */
	public List<RecordedRequest> requests() {
		return this.requests.requests();
	}

	/**
	 * Return the most recent requests with a method and a path.
	 * @param method the method as sent, for example {@code PATCH}
	 * @param path the path below the version, with or without a slash at its beginning,
	 * percent-encoded or not. It may also begin with the version, or be a URL. Without a
	 * query, it matches any query
	 * @return the requests of {@link #requests()} that match
	 * @throws IllegalArgumentException if there is no such method
	 */
	public List<RecordedRequest> requests(String method, String path) {
		Faults.Selection selection = Faults.Selection.of(method, path);
		return requests().stream().filter((request) -> selection.matches(request.method(), request.target())).toList();
	}

	/**
	 * Return the number of requests since the start or the last reset that are not in
	 * {@link #requests()}, because they were too many or too large.
	 * @return the number, 0 if all are recorded
	 */
	public int droppedRequests() {
		return this.requests.dropped();
	}

	/**
	 * Return the faults of the service.
	 * @return the faults
	 */
	public Faults faults() {
		return this.faults;
	}

	/**
	 * Return the clock of the service. It shows the system time plus the time of
	 * {@link #advance(Duration)}. A client that uses it sees responses grow old.
	 * @return the clock
	 */
	public Clock clock() {
		return this.clock;
	}

	/**
	 * Advance the clock.
	 * @param duration the time
	 * @throws IllegalArgumentException if the time is negative, or if the clock would
	 * show a time after the year 9999
	 */
	public void advance(Duration duration) {
		this.clock.advance(duration);
	}

	/**
	 * Return the names of the top-level collections. The URL of an entry is the URL of
	 * its collection with the key as another segment.
	 * @return the names, in the order of their declaration
	 */
	public List<String> collections() {
		return this.dispatcher.data().definition().collectionNames();
	}

	/**
	 * Return the description of the newest version, as the service would send it. No
	 * request is made or recorded.
	 * @return the WADL document
	 */
	public InputStream description() {
		return new ByteArrayInputStream(this.dispatcher.description(urlHost() + ":" + port()));
	}

	/**
	 * Return the user name and the password of
	 * {@link FakeServiceBuilder#basic(String, String)}.
	 * @return the credentials, a copy; empty if the service does not require them
	 */
	public Optional<PasswordAuthentication> credentials() {
		return Optional.ofNullable(this.credentials)
			.map((own) -> new PasswordAuthentication(own.getUserName(), own.getPassword()));
	}

	/**
	 * Return the present state of an entry.
	 * @param path the path below the version, not percent-encoded, with or without a
	 * slash at its beginning, for example {@code recipes/4}
	 * @return the entry
	 * @throws IllegalArgumentException if there is no entry with that path
	 */
	public FakeEntry entry(String path) {
		return this.dispatcher.data().entry(path);
	}

	/**
	 * Return a hosted file that was declared or that a client stored.
	 * @param path the path of the entry below the version, not percent-encoded, for
	 * example {@code recipes/4}
	 * @param attribute the name of the attribute, without the suffix {@code _link}
	 * @return the file, or {@code null} if the entry has none
	 * @throws IllegalArgumentException if there is no such entry or no such hosted file
	 */
	public @Nullable FakeFile file(String path, String attribute) {
		return this.dispatcher.data().file(path, attribute);
	}

	/**
	 * Return the present entries of a collection.
	 * @param plural the name of the collection, for example {@code recipes}
	 * @return the entries
	 * @throws IllegalArgumentException if there is no collection with that name
	 */
	public List<FakeEntry> entries(String plural) {
		return this.dispatcher.data().entries(plural);
	}

	/**
	 * Change an entry without a request.
	 * @param path the path below the version, not percent-encoded, with or without a
	 * slash at its beginning, for example {@code recipes/4}
	 * @param values the new values by attribute name. A link is given as the key of its
	 * target
	 * @throws IllegalArgumentException if there is no entry with that path, if it has no
	 * such attribute, or if a value does not match its attribute
	 */
	public void change(String path, Map<String, ? extends @Nullable Object> values) {
		this.dispatcher.change((data) -> {
			FakeEntry entry = data.entry(path);
			return data.change(entry, entry.with(values));
		});
	}

	/**
	 * Add an entry without a request.
	 * @param plural the name of the collection, for example {@code recipes}
	 * @param values the values by attribute name. A link is given as the key of its
	 * target
	 * @throws IllegalArgumentException if there is no collection with that name, if its
	 * type has no such attribute, or if the key is in use
	 */
	public void add(String plural, Map<String, ? extends @Nullable Object> values) {
		this.dispatcher.change((data) -> data.add(data.newEntry(plural, values)));
	}

	/**
	 * Add an entry with a path without a request.
	 * @param path the path below the version, for example {@code recipes/4}
	 * @param type the name of the type, for example {@code recipe}
	 * @param values the values by attribute name
	 * @throws IllegalArgumentException if there is no such type, if it has no such
	 * attribute, or if the path is in use
	 */
	public void add(String path, String type, Map<String, ? extends @Nullable Object> values) {
		this.dispatcher.change((data) -> data.add(data.newEntry(path, type, values)));
	}

	/**
	 * Remove an entry without a request.
	 * @param path the path below the version, not percent-encoded, with or without a
	 * slash at its beginning, for example {@code recipes/4}
	 * @throws IllegalArgumentException if there is no entry with that path, or if a
	 * required link of another entry refers to it
	 */
	public void remove(String path) {
		this.dispatcher.change((data) -> data.remove(data.entry(path)));
	}

	/**
	 * Restore the declared entries, remove all faults and recorded requests, and set the
	 * clock to the system time. A request that is still in progress has no effect on the
	 * restored entries, and its status is 503 unless it was handled before.
	 */
	public void reset() {
		// First, since requests in progress must not change what is restored below.
		this.requests.clear();
		this.faults.clear();
		this.clock.reset();
		this.dispatcher.reset();
	}

	/**
	 * Stop listening and close all connections. A request that is still in progress after
	 * a few seconds is abandoned; its thread is a daemon.
	 */
	@Override
	public void close() {
		this.server.dispose();
		this.connections.close().awaitUninterruptibly(SHUTDOWN_TIMEOUT.toMillis());
		disposeLoops();
		this.requests.clear();
	}

	@Override
	public String toString() {
		return "FakeService '" + this.name + "' at " + baseUrl();
	}

	private void disposeLoops() {
		try {
			this.loops.disposeLater(Duration.ZERO, SHUTDOWN_TIMEOUT).block(SHUTDOWN_TIMEOUT.multipliedBy(2));
		}
		catch (IllegalStateException ex) {
			logger.warn("The " + this.name + " was stopped while a request was in progress: " + ex.getMessage());
		}
	}

	private String urlHost() {
		if (this.host.equals("0.0.0.0") || this.host.equals("::")) {
			return "localhost";
		}
		return this.host.contains(":") ? "[" + this.host + "]" : this.host;
	}

}
