package dev.hyperclient.testservice;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.hyperclient.testservice.FakeType.Reference;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The state of an entry of a {@link FakeService}. Immutable.
 */
public final class FakeEntry {

	static final String TAG = "http_etag";

	private final FakeType type;

	private final ResourcePath path;

	/**
	 * The values by attribute name. An attribute that is absent here is not written.
	 */
	private final Map<String, @Nullable Object> values;

	/**
	 * The members that are written as they are, by JSON key. An entity tag is null if
	 * there is none.
	 */
	private final Map<String, JsonNode> recorded;

	FakeEntry(FakeType type, ResourcePath path, Map<String, @Nullable Object> values, Map<String, JsonNode> recorded) {
		this.type = type;
		this.path = (type.origin() != null) ? path
				: ResourcePath.of(type.plural(), String.valueOf(values.get(type.key())));
		this.values = Collections.unmodifiableMap(values);
		this.recorded = recorded;
	}

	/**
	 * Return the name of the entry type.
	 * @return the name, for example {@code recipe}
	 */
	public String type() {
		return this.type.name();
	}

	/**
	 * Return the key.
	 * @return the last path segment of the entry's URL, decoded
	 */
	public String key() {
		return this.path.last();
	}

	/**
	 * Return the path below the version.
	 * @return the path, not percent-encoded, for example {@code recipes/4}
	 */
	public String path() {
		return this.path.toString();
	}

	/**
	 * Return the value of an attribute.
	 * @param name the name of the attribute
	 * @return the value, or {@code null} if it has none; the key of the target for a
	 * link, or its path if another service describes the type; the number of the stored
	 * file for a hosted file, which {@link FakeService#file(String, String)} returns
	 * @throws IllegalArgumentException if there is no such attribute
	 */
	public @Nullable Object get(String name) {
		Object value = this.values.get(this.type.attribute(name).name());
		return (value instanceof Reference reference) ? reference.path() : value;
	}

	/**
	 * Return the value of an attribute as text.
	 * @param name the name of the attribute
	 * @return the value, empty if it has none
	 * @throws IllegalArgumentException if there is no such attribute
	 */
	public String text(String name) {
		return Objects.toString(get(name), "");
	}

	/**
	 * Return all values.
	 * @return the values by attribute name; absent attributes have {@code null}
	 */
	public Map<String, @Nullable Object> values() {
		Map<String, @Nullable Object> all = new LinkedHashMap<>();
		this.type.stored()
			.stream()
			.filter((attribute) -> this.values.containsKey(attribute.name()))
			.forEach((attribute) -> all.put(attribute.name(), get(attribute.name())));
		return Collections.unmodifiableMap(all);
	}

	FakeType fakeType() {
		return this.type;
	}

	ResourcePath resourcePath() {
		return this.path;
	}

	Map<String, @Nullable Object> raw() {
		return this.values;
	}

	Map<String, JsonNode> recorded() {
		return this.recorded;
	}

	/**
	 * Return the path of a collection or a hosted file of the entry.
	 * @param attribute the attribute
	 * @return the path
	 */
	ResourcePath path(ValueDefinition attribute) {
		return Optional.ofNullable(this.recorded.get(attribute.key()))
			.flatMap((link) -> Objects.requireNonNull(this.type.origin()).resolve(link.asString("")))
			.orElseGet(() -> this.path.plus(attribute.name()));
	}

	/**
	 * Return the entry with other values, which are converted and checked.
	 * @param changes the values by attribute name
	 * @return the changed entry
	 */
	FakeEntry with(Map<String, ? extends @Nullable Object> changes) {
		FakeEntry changed = new FakeEntry(this.type, this.path, this.type.changed(this, changes),
				new LinkedHashMap<>(this.recorded));
		if (!changed.equalsExceptFiles(this)) {
			// A recorded entity tag belongs to the recorded values.
			changed.recorded.remove(TAG);
		}
		return changed;
	}

	/**
	 * Return the entry with another value, which is not checked.
	 * @param name the name of the attribute
	 * @param value the value
	 * @return the changed entry
	 */
	FakeEntry with(String name, @Nullable Object value) {
		Map<String, @Nullable Object> changed = new LinkedHashMap<>(this.values);
		changed.put(name, value);
		return new FakeEntry(this.type, this.path, changed, this.recorded);
	}

	boolean equalsExceptFiles(FakeEntry compared) {
		return this.type.stored()
			.stream()
			.allMatch((attribute) -> attribute.kind() == Kind.FILE
					|| Objects.equals(this.values.get(attribute.name()), compared.values.get(attribute.name())));
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof FakeEntry entry && entry.type.name().equals(this.type.name())
				&& entry.path.equals(this.path) && entry.values.equals(this.values);
	}

	@Override
	public int hashCode() {
		return this.values.hashCode();
	}

	@Override
	public String toString() {
		return this.type.name() + " " + values();
	}

}
