package dev.hyperclient.testservice;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A {@link FakeService} with the description of another service. Its entries have paths
 * and types of that description. Thread-safe.
 *
 * <pre class="code">
 * DescribedService service = FakeService.describedBy("bugs", wadl)
 * 	.entry("bugs/4", "bug", Map.of("title", "It fails"))
 * 	.start();
 * </pre>
 */
public final class DescribedService extends FakeService {

	private final DescribedResources resources;

	DescribedService(DescribedServiceBuilder builder, MovableClock clock, DescribedResources resources) {
		super(builder, clock, builder.emptyData(clock), resources);
		this.resources = resources;
	}

	@Override
	public List<String> collections() {
		return this.resources.collections();
	}

	/**
	 * Not supported: a {@link FakeEntry} has a type that was declared.
	 * @throws IllegalStateException always
	 */
	@Override
	public FakeEntry entry(String path) {
		throw unsupported("describedEntry(path)");
	}

	/**
	 * Not supported: a {@link FakeEntry} has a type that was declared.
	 * @throws IllegalStateException always
	 */
	@Override
	public List<FakeEntry> entries(String plural) {
		throw unsupported("describedEntry(path)");
	}

	/**
	 * Return a hosted file that was declared or that a client stored.
	 * @param path the path of the entry below the root, for example {@code bugs/4}
	 * @param attribute the name of the attribute, with or without the suffix
	 * {@code _link}
	 * @return the file, or {@code null} if the entry has none or its content was not
	 * declared
	 * @throws IllegalArgumentException if there is no such entry or no such hosted file
	 */
	@Override
	public @Nullable FakeFile file(String path, String attribute) {
		return this.resources.file(path, attribute);
	}

	/**
	 * Not supported: the path of an entry may be any path.
	 * @throws IllegalStateException always
	 */
	@Override
	public void add(String plural, Map<String, ?> values) {
		throw unsupported("add(path, type, values)");
	}

	/**
	 * Return the present state of an entry.
	 * @param path the path below the root, for example {@code bugs/4}
	 * @return the entry
	 * @throws IllegalArgumentException if there is no entry with that path
	 */
	public DescribedEntry describedEntry(String path) {
		return this.resources.require(path);
	}

	/**
	 * Add an entry without a request.
	 * @param path the path below the root, for example {@code bugs/4}
	 * @param type the id of the resource type, for example {@code bug}
	 * @param values the values by name. A link is given as the path of its target
	 * @throws IllegalArgumentException if the path is in use, or if the description has
	 * no such type or attribute
	 * @throws IllegalStateException if the behavior of an operation that is invoked with
	 * POST calls it
	 */
	public void add(String path, String type, Map<String, ?> values) {
		change(() -> this.resources.add(path, type, values));
	}

	/**
	 * Change an entry without a request.
	 * @param path the path below the root, for example {@code bugs/4}
	 * @param values the new values by name. A link is given as the path of its target
	 * @throws IllegalArgumentException if there is no entry with that path, if its type
	 * has no such attribute, if a value does not match the description, or if a link
	 * refers to nothing
	 * @throws IllegalStateException if the behavior of an operation that is invoked with
	 * POST calls it
	 */
	@Override
	public void change(String path, Map<String, ?> values) {
		change(() -> this.resources.change(path, values));
	}

	/**
	 * Remove an entry without a request. Requests for it are answered with status 404.
	 * Links of other entries to it remain, since a description does not say which links
	 * are required: change them first if clients must not see them.
	 * @param path the path below the root, for example {@code bugs/4}
	 * @throws IllegalArgumentException if there is no entry with that path
	 * @throws IllegalStateException if the behavior of an operation that is invoked with
	 * POST calls it
	 */
	@Override
	public void remove(String path) {
		change(() -> this.resources.remove(path));
	}

	@Override
	public void reset() {
		super.reset();
		change(this.resources::reset);
	}

	/**
	 * Change the data while no request changes it.
	 */
	private void change(Runnable change) {
		this.dispatcher.change((unused) -> {
			change.run();
			return unused;
		});
	}

	private IllegalStateException unsupported(String other) {
		return new IllegalStateException(
				"'%s' has the description of another service: use %s".formatted(name(), other));
	}

}
