package dev.hyperclient.testservice;

import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

import dev.hyperclient.testservice.ServiceDefinition.RootLink;
import org.jspecify.annotations.Nullable;

/**
 * Declares a {@link FakeService}. A declaration that contradicts itself is refused with
 * an {@link IllegalArgumentException}, at the latest by {@link #start()}. Not
 * thread-safe.
 */
public final class FakeServiceBuilder {

	private static final String DEFAULT_VERSION = "1.0";

	private static final Duration ROOT_LIFETIME = Duration.ofHours(1);

	private static final Pattern VERSION = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._~-]+");

	private static final int MAX_PORT = 65535;

	private final String name;

	private final Map<String, Duration> versions = new LinkedHashMap<>();

	private final List<TypeBuilder> types = new ArrayList<>();

	private final Map<String, RootLink> rootLinks = new LinkedHashMap<>();

	private String documentation = "";

	private RequestGuard guard;

	private Clock clock = Clock.systemUTC();

	private Duration bodyTimeout = Duration.ofSeconds(60);

	private String host = "localhost";

	private int port;

	private int pageSize = Representations.PAGE_SIZE;

	private @Nullable ReplayedService replayed;

	FakeServiceBuilder(String name) {
		if (name.isBlank()) {
			throw new IllegalArgumentException("A fake service needs a name, for example builder(\"kitchen\")");
		}
		this.name = name;
		this.guard = RequestGuard.open("fake service");
	}

	/**
	 * Add a version whose root is fresh for one hour. The last version is the newest. The
	 * default is the version 1.0.
	 * @param segment the first path segment of its URLs
	 * @return this builder
	 */
	public FakeServiceBuilder version(String segment) {
		return version(segment, ROOT_LIFETIME);
	}

	/**
	 * Add a version. The last version is the newest.
	 * @param segment the first path segment of its URLs
	 * @param rootLifetime the freshness lifetime of its root documents, in whole seconds
	 * @return this builder
	 */
	public FakeServiceBuilder version(String segment, Duration rootLifetime) {
		if (!VERSION.matcher(segment).matches()) {
			throw new IllegalArgumentException("A version is one path segment such as '1.0' but is '" + segment + "'");
		}
		if (this.versions.putIfAbsent(segment, rootLifetime) != null) {
			throw new IllegalArgumentException("The version '" + segment + "' is declared twice");
		}
		return this;
	}

	/**
	 * Set the documentation of the service.
	 * @param text the documentation as plain text
	 * @return this builder
	 */
	public FakeServiceBuilder documentation(String text) {
		this.documentation = text;
		return this;
	}

	/**
	 * Add an entry type and its top-level collection.
	 * @param typeName the name of the type, for example {@code recipe}
	 * @param plural the name of the collection, for example {@code recipes}
	 * @param declaration declares attributes, operations and entries
	 * @return this builder
	 */
	public FakeServiceBuilder type(String typeName, String plural, Consumer<TypeBuilder> declaration) {
		TypeBuilder type = new TypeBuilder(typeName, plural);
		declaration.accept(type);
		this.types.add(type);
		return this;
	}

	/**
	 * Add a link from the root to an entry. Its URL redirects to that of the entry.
	 * @param linkName the name, without the suffix {@code _link}
	 * @param path the path of a declared entry, not percent-encoded, for example
	 * {@code recipes/4}
	 * @return this builder
	 */
	public FakeServiceBuilder rootLink(String linkName, String path) {
		return rootLink(linkName, linkName, path);
	}

	/**
	 * Add a link from the root to an entry. Its URL redirects to that of the entry, also
	 * after the entry got another key.
	 * @param linkName the name, without the suffix {@code _link}
	 * @param segment the last path segment of its URL, below the collection of the entry
	 * @param path the path of a declared entry, not percent-encoded, for example
	 * {@code recipes/4}
	 * @return this builder
	 */
	public FakeServiceBuilder rootLink(String linkName, String segment, String path) {
		if (segment.isBlank() || segment.contains("/") || segment.equals(".") || segment.equals("..")) {
			throw new IllegalArgumentException("The URL of the root link '" + linkName
					+ "' ends with a path segment but not with '" + segment + "'");
		}
		RootLink link = new RootLink(Advice.requireName("a root link", linkName), segment, path);
		if (this.rootLinks.putIfAbsent(linkName, link) != null) {
			throw new IllegalArgumentException("The root link '" + linkName + "' is declared twice");
		}
		return this;
	}

	/**
	 * Set the number of entries of a page. The default is 5. Clients may ask for another
	 * size.
	 * @param entries the number, from 1 to 300
	 * @return this builder
	 */
	public FakeServiceBuilder pageSize(int entries) {
		if (entries < 1 || entries > PageWriter.MAXIMUM_SIZE) {
			throw new IllegalArgumentException(
					"A page has from 1 to " + PageWriter.MAXIMUM_SIZE + " entries but not " + entries);
		}
		this.pageSize = entries;
		return this;
	}

	/**
	 * Use the description of another service, with its version and its types. The service
	 * has the representations, entries, collections and behaviors that it is given. All
	 * other requests are answered with status 501. No types can be declared.
	 * @param wadl the WADL document, for example a class path resource; read to its end
	 * and not closed
	 * @return this builder
	 * @throws IllegalArgumentException if it is no WADL document or cannot be read
	 * @throws IllegalStateException if the builder has a description already
	 */
	public FakeServiceBuilder description(InputStream wadl) {
		requireNoDescription();
		this.replayed = ReplayedService.read(this.name, wadl);
		return this;
	}

	/**
	 * Use the description of another service. See {@link #description(InputStream)}.
	 * @param wadl the file with the WADL document
	 * @return this builder
	 * @throws IllegalArgumentException if it is no WADL document or cannot be read
	 * @throws IllegalStateException if the builder has a description already
	 */
	public FakeServiceBuilder description(Path wadl) {
		requireNoDescription();
		this.replayed = ReplayedService.read(this.name, wadl);
		return this;
	}

	/**
	 * Use the description and the representations in a folder: the description in the
	 * file {@code description.wadl}, and each representation in a file with the extension
	 * {@code json} that has a JSON object with {@code url}, relative to the root, and
	 * {@code body}. See {@link #description(InputStream)}.
	 * @param folder the folder
	 * @return this builder
	 * @throws IllegalArgumentException if there is no such folder or a file is invalid
	 */
	public FakeServiceBuilder replay(Path folder) {
		requireNoDescription();
		this.replayed = new RecordedFolder(folder).read(this.name);
		return this;
	}

	/**
	 * Add a representation to a service with the description of another one.
	 * @param path the path below the root, with the query if there is one, for example
	 * {@code bugs/4}; empty for the root
	 * @param json the representation as JSON, with the URLs of the other service
	 * @return this builder
	 * @throws IllegalArgumentException if it is no JSON
	 * @throws IllegalStateException before {@link #description(InputStream)} or
	 * {@link #replay(Path)}
	 */
	public FakeServiceBuilder representation(String path, String json) {
		this.replayed = requireDescription("representation").withRepresentation(path, json);
		return this;
	}

	/**
	 * Add an entry to a service with the description of another one. Clients can change
	 * and delete it if the description allows it.
	 * @param path the path below the root, for example {@code bugs/4}
	 * @param type the id of its resource type, for example {@code bug}
	 * @param values the values by name; others are null. A link is given as the path of
	 * its target, which must be known by {@link #start()}, and a file as {@code byte[]}
	 * @return this builder
	 * @throws IllegalArgumentException if the description has no such type or attribute,
	 * if a value does not match it, or if the entry is declared twice
	 * @throws IllegalStateException before {@link #description(InputStream)} or
	 * {@link #replay(Path)}
	 */
	public FakeServiceBuilder entry(String path, String type, Map<String, ? extends @Nullable Object> values) {
		this.replayed = requireDescription("entry").withEntry(path, type, values);
		return this;
	}

	/**
	 * Add a collection to a service with the description of another one. A top-level
	 * collection that is not added has all entries of its type, if there are any.
	 * @param path the path below the root, for example {@code bugs/4/tasks}
	 * @param entries the paths of its entries
	 * @return this builder
	 * @throws IllegalStateException before {@link #description(InputStream)} or
	 * {@link #replay(Path)}
	 */
	public FakeServiceBuilder collection(String path, String... entries) {
		this.replayed = requireDescription("collection").withCollection(path, List.of(entries));
		return this;
	}

	/**
	 * Set the behavior of an operation of a service with the description of another one.
	 * @param type the id of the resource type that has the operation, for example
	 * {@code bug}
	 * @param operation the name of the operation
	 * @param behavior returns the result: what the description promises, or, without a
	 * described result, an entry, a list of entries, a JSON value (text, number, boolean,
	 * list or map), or null. It throws {@link RequestRefusedException} to refuse a call
	 * @return this builder
	 * @throws IllegalArgumentException if the description has no such type or operation,
	 * or if the operation has two behaviors
	 * @throws IllegalStateException before {@link #description(InputStream)} or
	 * {@link #replay(Path)}
	 */
	public FakeServiceBuilder operation(String type, String operation,
			Function<DescribedCall, ? extends @Nullable Object> behavior) {
		this.replayed = requireDescription("operation").withOperation(type, operation, behavior);
		return this;
	}

	private void requireNoDescription() {
		if (this.replayed != null) {
			throw new IllegalStateException(
					"Call description(...) or replay(...) once, and before entry(...), collection(...), operation(...) and representation(...)");
		}
	}

	private ReplayedService requireDescription(String method) {
		if (this.replayed == null) {
			throw new IllegalStateException("Call description(...) or replay(...) before %s(...)".formatted(method));
		}
		return this.replayed;
	}

	/**
	 * Set the guard. The default permits all requests.
	 * @param guard the guard
	 * @return this builder
	 */
	public FakeServiceBuilder guard(RequestGuard guard) {
		this.guard = guard;
		return this;
	}

	/**
	 * Require a user name and a password (RFC 7617). Clients of the test support use
	 * them.
	 * @param username the user name
	 * @param password the password
	 * @return this builder
	 */
	public FakeServiceBuilder basic(String username, String password) {
		if (username.contains(":")) {
			throw new IllegalArgumentException("A user name cannot contain a colon");
		}
		return guard(new BasicGuard(username, password));
	}

	/**
	 * Set the clock, which {@link FakeService#advance(Duration)} moves. The default is
	 * the clock of the system.
	 * @param clock the clock
	 * @return this builder
	 */
	public FakeServiceBuilder clock(Clock clock) {
		this.clock = clock;
		return this;
	}

	/**
	 * Set how long the service waits for the rest of a request. The default is one
	 * minute.
	 * @param timeout the time
	 * @return this builder
	 */
	public FakeServiceBuilder bodyTimeout(Duration timeout) {
		this.bodyTimeout = timeout;
		return this;
	}

	/**
	 * Set the host. The default is {@code localhost}.
	 * @param host a name or address of this machine, {@code 0.0.0.0} for all addresses
	 * @return this builder
	 */
	public FakeServiceBuilder host(String host) {
		this.host = host;
		return this;
	}

	/**
	 * Set the port. The default is any free port.
	 * @param port the port, or 0 for any free one
	 * @return this builder
	 */
	public FakeServiceBuilder port(int port) {
		if (port < 0 || port > MAX_PORT) {
			throw new IllegalArgumentException("A port is a number from 0 to 65535 but is " + port);
		}
		this.port = port;
		return this;
	}

	/**
	 * Start a service. Each call starts another one.
	 * @return the service
	 * @throws IllegalArgumentException if the declaration contradicts itself
	 * @throws IllegalStateException if the port is in use, or if the host is unknown
	 */
	public FakeService start() {
		MovableClock movableClock = new MovableClock(this.clock);
		FakeData data = data(movableClock);
		DescribedService described = (this.replayed != null) ? new DescribedService(this.replayed, movableClock) : null;
		ResourceHandler resources = (described != null) ? described : new ServiceResources(data.definition());
		return new FakeService(this.name, new InetSocketAddress(this.host, this.port), movableClock, this.bodyTimeout,
				new RequestDispatcher(data, this.guard, resources), described);
	}

	private FakeData data(Clock fileClock) {
		ServiceDefinition definition = new ServiceDefinition(this.name, this.documentation, effectiveVersions(),
				this.types.stream().map(TypeBuilder::build).toList(), List.copyOf(this.rootLinks.values()),
				this.pageSize)
			.validated();
		Map<String, List<Map<String, ? extends @Nullable Object>>> entries = new LinkedHashMap<>();
		this.types.forEach((type) -> entries.put(type.name(), type.entries()));
		return FakeData.of(definition, entries, FileStore.empty(fileClock));
	}

	private Map<String, Duration> effectiveVersions() {
		if (this.replayed != null) {
			requireNothingDeclared();
			return Map.of(this.replayed.version(), ROOT_LIFETIME);
		}
		return this.versions.isEmpty() ? Map.of(DEFAULT_VERSION, ROOT_LIFETIME)
				: Collections.unmodifiableMap(new LinkedHashMap<>(this.versions));
	}

	private void requireNothingDeclared() {
		if (!this.types.isEmpty() || !this.rootLinks.isEmpty() || !this.versions.isEmpty()
				|| this.pageSize != Representations.PAGE_SIZE) {
			throw new IllegalArgumentException(
					"The description of '%s' has its types and its version: leave out type(...), rootLink(...), version(...) and pageSize(...)"
						.formatted(this.name));
		}
	}

}
