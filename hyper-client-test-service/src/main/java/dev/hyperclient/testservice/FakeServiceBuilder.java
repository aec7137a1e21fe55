package dev.hyperclient.testservice;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import dev.hyperclient.testservice.ServiceDefinition.RootLink;
import dev.hyperclient.testservice.ServiceDefinition.TopCollection;
import org.jspecify.annotations.Nullable;

/**
 * Declares a {@link FakeService}. A declaration that contradicts itself is rejected with
 * an {@link IllegalArgumentException}, at the latest by {@link #start()}. Not
 * thread-safe.
 */
public final class FakeServiceBuilder extends ServiceBuilder<FakeServiceBuilder> {

	private static final String DEFAULT_VERSION = "1.0";

	private static final Pattern VERSION = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._~-]+");

	private final Map<String, Duration> versions = new LinkedHashMap<>();

	private final List<TypeBuilder> types = new ArrayList<>();

	private final Map<String, RootLink> rootLinks = new LinkedHashMap<>();

	private String documentation = "";

	private int pageSize = Representations.PAGE_SIZE;

	FakeServiceBuilder(String name) {
		super(name);
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
		Advice.require(VERSION.matcher(segment).matches(), "A version is one path segment such as '1.0' but is '%s'",
				segment);
		Advice.declare(this.versions, segment, rootLifetime, "The version '" + segment + "'");
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
	 * Add a link from the root to an entry. Its URL redirects to the URL of the entry.
	 * @param linkName the name, without the suffix {@code _link}
	 * @param path the path of a declared entry, not percent-encoded, for example
	 * {@code recipes/4}
	 * @return this builder
	 */
	public FakeServiceBuilder rootLink(String linkName, String path) {
		return rootLink(linkName, linkName, path);
	}

	/**
	 * Add a link from the root to an entry. Its URL redirects to the URL of the entry,
	 * even after the entry got another key.
	 * @param linkName the name, without the suffix {@code _link}
	 * @param segment the last path segment of its URL, below the collection of the entry
	 * @param path the path of a declared entry, not percent-encoded, for example
	 * {@code recipes/4}
	 * @return this builder
	 */
	public FakeServiceBuilder rootLink(String linkName, String segment, String path) {
		Advice.require(!segment.isBlank() && !segment.contains("/") && !segment.equals(".") && !segment.equals(".."),
				"The URL of the root link '%s' ends with a path segment but not with '%s'", linkName, segment);
		RootLink link = new RootLink(Advice.requireName("a root link", linkName), segment, path);
		Advice.declare(this.rootLinks, linkName, link, "The root link '" + linkName + "'");
		return this;
	}

	/**
	 * Set the number of entries of a page. The default is 5. Clients may ask for another
	 * size.
	 * @param entries the number, from 1 to 300
	 * @return this builder
	 */
	public FakeServiceBuilder pageSize(int entries) {
		Advice.require(entries > 0 && entries <= PageWriter.MAXIMUM_SIZE, "A page has from 1 to %d entries but not %d",
				PageWriter.MAXIMUM_SIZE, entries);
		this.pageSize = entries;
		return this;
	}

	@Override
	FakeData data(Clock filesClock) {
		Map<String, Duration> effective = this.versions.isEmpty() ? Map.of(DEFAULT_VERSION, ROOT_LIFETIME)
				: Collections.unmodifiableMap(new LinkedHashMap<>(this.versions));
		List<FakeType> built = this.types.stream().map(TypeBuilder::build).toList();
		ServiceDefinition definition = new ServiceDefinition(this.name, this.documentation, effective, built,
				built.stream().map(TopCollection::of).toList(), List.copyOf(this.rootLinks.values()), this.pageSize,
				null)
			.validated();
		Map<String, List<Map<String, ? extends @Nullable Object>>> entries = new LinkedHashMap<>();
		this.types.forEach((type) -> entries.put(type.name(), type.entries()));
		return FakeData.of(definition, entries, FileStore.empty(filesClock));
	}

}
