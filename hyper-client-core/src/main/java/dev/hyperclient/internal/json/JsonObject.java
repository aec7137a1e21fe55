package dev.hyperclient.internal.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A JSON object as a read-only map in the order of the document. A value is a
 * {@link String}, a {@link Boolean}, a {@link Long} or {@link java.math.BigInteger} for a
 * number written without fraction and exponent, a {@link java.math.BigDecimal} for any
 * other number, a {@link java.util.List}, another such map, or {@code null}.
 */
public final class JsonObject extends AbstractMap<String, @Nullable Object> {

	private final JsonShapes.Shape shape;

	private final @Nullable Object[] values;

	JsonObject(JsonShapes.Shape shape, @Nullable Object[] values) {
		this.shape = shape;
		this.values = values;
	}

	@Override
	public @Nullable Object get(@Nullable Object name) {
		int position = (name != null) ? this.shape.position(name) : -1;
		return (position >= 0) ? this.values[position] : null;
	}

	@Override
	public boolean containsKey(@Nullable Object name) {
		return name != null && this.shape.position(name) >= 0;
	}

	/**
	 * Return the text under a name.
	 * @param name the name
	 * @return the text, or {@code null} if there is none, or something else
	 */
	public @Nullable String text(String name) {
		return (get(name) instanceof String text) ? text : null;
	}

	@Override
	public int size() {
		return this.shape.size();
	}

	@Override
	public Set<Map.Entry<String, @Nullable Object>> entrySet() {
		return new Members();
	}

	private final class Members extends AbstractSet<Map.Entry<String, @Nullable Object>> {

		@Override
		public int size() {
			return JsonObject.this.shape.size();
		}

		@Override
		public Iterator<Map.Entry<String, @Nullable Object>> iterator() {
			return new Iterator<>() {

				private int next;

				@Override
				public boolean hasNext() {
					return this.next < JsonObject.this.values.length;
				}

				@Override
				public Map.Entry<String, @Nullable Object> next() {
					if (!hasNext()) {
						throw new NoSuchElementException();
					}
					int position = this.next++;
					return new AbstractMap.SimpleImmutableEntry<>(JsonObject.this.shape.name(position),
							JsonObject.this.values[position]);
				}

			};
		}

	}

}
