package dev.hyperclient.launchpad;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.hyperclient.CollectionType;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The instances of Launchpad, with the names and rules of launchpadlib: base URLs,
 * origins of hosted files, and key lookups of collections.
 */
public enum Launchpad {

	/**
	 * The production instance.
	 */
	PRODUCTION("https://api.launchpad.net/", "https://launchpadlibrarian.net"),

	/**
	 * An instance for experiments, whose data is replaced from time to time.
	 */
	STAGING("https://api.staging.launchpad.net/", "https://staging.launchpadlibrarian.net"),

	/**
	 * The instance that runs the next version of production.
	 */
	QASTAGING("https://api.qastaging.launchpad.net/", "https://qastaging.launchpadlibrarian.net"),

	/**
	 * The instance for developers of Launchpad.
	 */
	DOGFOOD("https://api.dogfood.paddev.net/", null);

	/**
	 * Default version of the service, which has all operations. The default of
	 * launchpadlib is {@code 1.0}.
	 */
	public static final String DEFAULT_VERSION = "devel";

	private static final Map<String, CollectionType> COLLECTIONS = Map.of("bugs", keyed("bug", "bugs/{key}"),
			"distributions", keyed("distribution", "{key}"), "people", keyed("team", "~{key}"), "project_groups",
			keyed("project_group", "{key}"), "projects", keyed("project", "{key}"));

	private final URI serviceRoot;

	private final List<URI> allowedOrigins;

	Launchpad(String serviceRoot, @Nullable String files) {
		this.serviceRoot = URI.create(serviceRoot);
		this.allowedOrigins = (files != null) ? List.of(URI.create(files)) : List.of();
	}

	private static CollectionType keyed(String type, String path) {
		return CollectionType.collectionOf(type).withKeyPath(path);
	}

	/**
	 * Return the URL of the service, without a version.
	 * @return the absolute URL
	 */
	public URI serviceRoot() {
		return this.serviceRoot;
	}

	/**
	 * Return the origins that public hosted files are redirected to. They do not include
	 * the origins of private files, which differ from file to file, and the origins of
	 * {@link #DOGFOOD}.
	 * @return the origins, unmodifiable, perhaps empty
	 */
	public List<URI> allowedOrigins() {
		return this.allowedOrigins;
	}

	/**
	 * Return the key lookups of the top-level collections, which are the same in all
	 * instances and versions: bugs by number; people, teams, projects, project groups and
	 * distributions by name. Whether a name denotes a person or a team is not known
	 * before the entry is fetched; until then it has the type of a team, which has all
	 * attributes of a person.
	 * @return the declarations by the name of the collection, unmodifiable
	 */
	public static Map<String, CollectionType> collections() {
		return COLLECTIONS;
	}

	/**
	 * Return the retry policy for Launchpad, whose servers are restarted in turn: the
	 * default policy, which in addition retries requests that could not be sent and reads
	 * that were answered with 504.
	 * @return the policy
	 */
	public static RetryPolicy retryPolicy() {
		return RetryPolicy.defaults().withRetryConnect(true).withStatuses(Set.of(504));
	}

	/**
	 * Create a root of this instance without authorization, in the version
	 * {@value #DEFAULT_VERSION} unless another version is set.
	 * @return a builder with base URL, version, allowed origins, key lookups and retry
	 * policy set
	 */
	public ServiceRootBuilder builder() {
		return builder(null);
	}

	/**
	 * Create a root of this instance, in the version {@value #DEFAULT_VERSION} unless
	 * another version is set.
	 * @param authorizer authorizes the requests, {@code null} for no authorization
	 * @return a builder with base URL, version, allowed origins and key lookups set
	 */
	public ServiceRootBuilder builder(@Nullable HttpAuthorizer authorizer) {
		ServiceRootBuilder builder = ServiceRoot.builder(authorizer)
			.serviceRoot(this.serviceRoot)
			.version(DEFAULT_VERSION)
			.retryPolicy(retryPolicy())
			.allowedOrigins(this.allowedOrigins.toArray(URI[]::new));
		COLLECTIONS.forEach(builder::collection);
		return builder;
	}

	/**
	 * Look up an instance by its name.
	 * @param name the name, such as {@code staging}, in any case
	 * @return the instance, or empty if there is none of this name
	 */
	public static Optional<Launchpad> named(String name) {
		return List.of(values()).stream().filter((instance) -> instance.toString().equalsIgnoreCase(name)).findFirst();
	}

	/**
	 * Return the name in lower case.
	 */
	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
