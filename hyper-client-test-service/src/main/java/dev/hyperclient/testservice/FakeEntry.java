package dev.hyperclient.testservice;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The state of an entry of a {@link FakeService}. Immutable.
 */
public final class FakeEntry {

	private final FakeType type;

	private final Map<String, Object> values;

	FakeEntry(FakeType type, Map<String, Object> values) {
		this.type = type;
		this.values = Map.copyOf(values);
	}

	/**
	 * Return the name of the entry type.
	 * @return the name
	 */
	public String type() {
		return this.type.name();
	}

	/**
	 * Return the key.
	 * @return the last path segment of the entry's URL, decoded
	 */
	public String key() {
		return String.valueOf(this.values.get(this.type.key()));
	}

	/**
	 * Return the path below the version.
	 * @return the path, not percent-encoded, for example {@code recipes/4}
	 */
	public String path() {
		return this.type.plural() + "/" + key();
	}

	/**
	 * Return the value of an attribute.
	 * @param name the name of the attribute
	 * @return the value, or {@code null} if it has none; the key of the target for a
	 * link, the number of the stored file for a hosted file, which
	 * {@link FakeService#file(String, String)} returns
	 * @throws IllegalArgumentException if there is no such attribute
	 */
	public @Nullable Object get(String name) {
		this.type.attribute(name);
		return this.values.get(name);
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
	 * @return the values by attribute name; those of absent attributes are {@code null}
	 */
	public Map<String, @Nullable Object> values() {
		Map<String, @Nullable Object> all = new LinkedHashMap<>();
		this.type.stored().forEach((attribute) -> all.put(attribute.name(), this.values.get(attribute.name())));
		return Collections.unmodifiableMap(all);
	}

	FakeType fakeType() {
		return this.type;
	}

	/**
	 * Return the entry with other values, which are converted and checked.
	 * @param changes the values by attribute name
	 * @return the changed entry
	 */
	FakeEntry with(Map<String, ?> changes) {
		return this.type.entry(this.values, changes);
	}

	/**
	 * Return the entry with another value, which is not checked.
	 * @param name the name of the attribute
	 * @param value the value
	 * @return the changed entry
	 */
	FakeEntry with(String name, @Nullable Object value) {
		Map<String, Object> changed = new HashMap<>(this.values);
		changed.compute(name, (key, before) -> value);
		return new FakeEntry(this.type, changed);
	}

	boolean equalsExceptFiles(FakeEntry other) {
		return this.type.stored()
			.stream()
			.allMatch((attribute) -> attribute.kind() == Kind.FILE
					|| Objects.equals(this.values.get(attribute.name()), other.values.get(attribute.name())));
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof FakeEntry entry && entry.type.name().equals(this.type.name())
				&& entry.values.equals(this.values);
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
