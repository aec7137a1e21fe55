package dev.hyperclient.cookbook.client;

import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.LinkDescription;
import dev.hyperclient.LinkDescription.Kind;
import dev.hyperclient.ServiceResource;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.RedactedValueException;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * What the pages say about the service that is configured, which need not be the cookbook
 * service. Makes no request once the root is known. A bean for templates, since error
 * pages have no controller that could add it to a model.
 */
@Component("configuredService")
@Profile("!service")
public class ConfiguredService {

	private static final int MAX_NAMES = 3;

	private final ServiceRoot root;

	private final ObjectProvider<CookbookService> embedded;

	ConfiguredService(ServiceRoot root, ObjectProvider<CookbookService> embedded) {
		this.root = root;
		this.embedded = embedded;
	}

	/** Return whether the service is the one in this process. */
	public boolean isEmbedded() {
		CookbookService service = this.embedded.getIfAvailable();
		return service != null && this.root.uri().toString().startsWith(service.baseUrl().toString());
	}

	/** Return whether the root has a collection; {@code false} without an answer. */
	public boolean has(String collection) {
		try {
			return collections().containsKey(collection);
		}
		catch (HyperClientException ex) {
			return false;
		}
	}

	/** Return the URLs of the collections of the root by name. */
	public Map<String, URI> collections() {
		return links(this.root.svcCollections(), this.root::collection);
	}

	/** Return the URLs of the entries of the root by name. */
	public Map<String, URI> entries() {
		return links(this.root.svcEntries(), this.root::entry);
	}

	/**
	 * Return for instance "bugs, people, projects and 21 more collections": those with
	 * key lookup first, since these are the ones that applications begin with.
	 */
	String summary() {
		Stream<String> names = collections().keySet()
			.stream()
			.sorted(Comparator.comparing(this::hasKeys).reversed())
			.map((name) -> name.replace('_', ' '));
		int more = collections().size() - MAX_NAMES;
		Stream<String> shown = (more <= 0) ? names
				: Stream.concat(names.limit(MAX_NAMES), Stream.of(more + " more collections"));
		return shown.collect(Collectors.joining(", ")).replaceFirst(", ([^,]*)$", " and $1");
	}

	/**
	 * Return Java that reads an entry, if possible of a collection with key lookup whose
	 * entries link to others; empty without collections.
	 */
	String example() {
		return collections().keySet()
			.stream()
			.filter((name) -> this.root.collection(name).entryType().isPresent())
			.max(Comparator.comparing(this::hasKeys).thenComparing((name) -> entryLinks(name).findAny().isPresent()))
			.map(this::example)
			.orElse("");
	}

	private String example(String collection) {
		StringBuilder java = new StringBuilder("Entry entry = root.collection(\"%s\").%s;".formatted(collection,
				hasKeys(collection) ? "get(id)" : "at(0)"));
		TypeDescription type = this.root.collection(collection).entryType().orElseThrow();
		Stream.of("title", "name")
			.filter((name) -> type.attribute(name).isPresent())
			.findFirst()
			.ifPresent((name) -> java.append("\nString %s = entry.getString(\"%1$s\");".formatted(name)));
		entryLinks(collection).findFirst()
			.ifPresent((link) -> java
				.append("\nOptional<Entry> linked = entry.findEntry(\"%s\");".formatted(link.name())));
		return java.toString();
	}

	private Stream<LinkDescription> entryLinks(String collection) {
		return this.root.collection(collection)
			.entryType()
			.stream()
			.flatMap((type) -> type.links().stream())
			.filter((link) -> link.kind() == Kind.ENTRY);
	}

	/** Return whether an entry of a collection is found by its key. */
	public boolean hasKeys(String collection) {
		try {
			this.root.collection(collection).getReference("any");
			return true;
		}
		catch (UnsupportedOperationException ex) {
			return false;
		}
	}

	/** The description may have links that the root lacks or hides for this user. */
	private static Map<String, URI> links(Collection<String> names, Function<String, ServiceResource> target) {
		Map<String, URI> links = new LinkedHashMap<>();
		for (String name : names) {
			try {
				links.put(name, target.apply(name).uri());
			}
			catch (NoSuchElementException | RedactedValueException ex) {
				// Not shown.
			}
		}
		return links;
	}

}
