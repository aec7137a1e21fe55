package dev.hyperclient.launchpad;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.CollectionType;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.authorizer.HttpAuthorizer;
import org.jspecify.annotations.Nullable;

/**
 * The instances of Launchpad, under the names and with the rules of launchpadlib: where
 * they are, where they keep hosted files, and how keys lead to entries.
 */
public enum Launchpad {

	/**
	 * Create the one that people use.
	 */
	PRODUCTION("https://api.launchpad.net/", "https://launchpadlibrarian.net"),

	/**
	 * A copy to try things with, whose data is replaced from time to time.
	 */
	STAGING("https://api.staging.launchpad.net/", "https://staging.launchpadlibrarian.net"),

	/**
	 * A copy that runs what production is going to run.
	 */
	QASTAGING("https://api.qastaging.launchpad.net/", "https://qastaging.launchpadlibrarian.net"),

	/**
	 * A copy for Launchpad's own developers.
	 */
	DOGFOOD("https://api.dogfood.paddev.net/", null);

	/**
	 * The version that is used unless another one is wanted.
	 */
	public static final String DEFAULT_VERSION = "1.0";

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
	 * Return the origins that public hosted files are redirected to. Those of private
	 * files differ from file to file, and are not among them; nor are those of
	 * {@link #DOGFOOD}.
	 * @return the origins, unmodifiable, perhaps empty
	 */
	public List<URI> allowedOrigins() {
		return this.allowedOrigins;
	}

	/**
	 * Return how keys lead to entries, which is the same in all instances and versions:
	 * bugs by number, people and teams by name, and so projects, project groups and
	 * distributions. Whether a name is that of a person or of a team only the service
	 * knows; an entry that is not fetched yet passes for a team, which has all that a
	 * person has.
	 * @return the declarations by the name of the collection, unmodifiable
	 */
	public static Map<String, CollectionType> collections() {
		return COLLECTIONS;
	}

	/**
	 * Create a root of this instance, in the version {@value #DEFAULT_VERSION} unless
	 * another one is set.
	 * @param authorizer authorizes the requests, {@code null} for no authorization
	 * @return a builder that knows URL, version, origins and keys
	 */
	public ServiceRootBuilder builder(@Nullable HttpAuthorizer authorizer) {
		ServiceRootBuilder builder = ServiceRoot.builder(authorizer)
			.serviceRoot(this.serviceRoot)
			.version(DEFAULT_VERSION)
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
