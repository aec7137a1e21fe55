package dev.hyperclient.internal.http;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.util.MultiValueMap;

/**
 * The map of {@link HttpHeaders} for the few fields of a message: names and values in
 * arrays, which are searched from the beginning. A lookup allocates nothing, and a copy
 * shares the arrays until one of both is changed. Not thread-safe while it is changed or,
 * unless it is read-only, copied.
 */
public final class HeaderFields extends AbstractMap<String, List<String>> implements MultiValueMap<String, String> {

	private static final int INITIAL_CAPACITY = 12;

	private String[] names;

	private List<String>[] values;

	private int size;

	private final boolean readOnly;

	/** Whether others have the same arrays, so that they must not be changed. */
	private boolean shared;

	private HeaderFields() {
		this.names = new String[INITIAL_CAPACITY];
		this.values = lists(INITIAL_CAPACITY);
		this.readOnly = false;
	}

	/** Create a copy, for which nothing is copied before one of both is changed. */
	private HeaderFields(HeaderFields original, boolean readOnly) {
		if (!original.readOnly) {
			original.shared = true;
		}
		this.names = original.names;
		this.values = original.values;
		this.size = original.size;
		this.readOnly = readOnly;
		this.shared = true;
	}

	/**
	 * Create empty header fields.
	 * @return modifiable header fields
	 */
	public static HttpHeaders create() {
		return new Headers(new HeaderFields());
	}

	/**
	 * Copy header fields.
	 * @param headers the header fields
	 * @return a modifiable copy
	 */
	public static HttpHeaders copyOf(HttpHeaders headers) {
		if (headers instanceof Headers own) {
			return new Headers(new HeaderFields(own.fields, false));
		}
		// Other header fields would copy all names to count them, and before they are
		// visited.
		HeaderFields copy = new HeaderFields();
		HttpHeaders.readOnlyHttpHeaders(headers).forEach(copy::put);
		return new Headers(copy);
	}

	/**
	 * Return header fields that cannot be changed.
	 * @param headers the header fields. Whether later changes of them are visible is not
	 * specified
	 * @return the same fields
	 */
	public static HttpHeaders readOnly(HttpHeaders headers) {
		if (!(headers instanceof Headers own)) {
			return HttpHeaders.readOnlyHttpHeaders(headers);
		}
		return own.fields.readOnly ? headers : new Headers(new HeaderFields(own.fields, true));
	}

	/**
	 * Return whether header fields are those that {@link #readOnly} has returned.
	 * @param headers the header fields
	 * @return whether they cannot be changed
	 */
	public static boolean isReadOnly(HttpHeaders headers) {
		return headers instanceof Headers own && own.fields.readOnly;
	}

	@Override
	public int size() {
		return this.size;
	}

	@Override
	public boolean containsKey(@Nullable Object name) {
		return indexOf(name) >= 0;
	}

	@Override
	public @Nullable List<String> get(@Nullable Object name) {
		int index = indexOf(name);
		return (index >= 0) ? this.values[index] : null;
	}

	/** As in other header fields, a name in other letters moves to the end. */
	@Override
	public @Nullable List<String> put(String name, List<String> list) {
		prepareChange();
		int index = indexOf(name);
		List<String> unmodifiable = (list.size() == 1) ? Collections.singletonList(list.get(0))
				: Collections.unmodifiableList(new ArrayList<>(list));
		if (index < 0) {
			append(name, unmodifiable);
			return null;
		}
		List<String> before = this.values[index];
		if (this.names[index].equals(name)) {
			this.values[index] = unmodifiable;
		}
		else {
			removeAt(index);
			append(name, unmodifiable);
		}
		return before;
	}

	@Override
	public @Nullable List<String> remove(@Nullable Object name) {
		requireModifiable();
		int index = indexOf(name);
		return (index >= 0) ? removeAt(index) : null;
	}

	@Override
	public void clear() {
		prepareChange();
		Arrays.fill(this.names, 0, this.size, null);
		Arrays.fill(this.values, 0, this.size, null);
		this.size = 0;
	}

	@Override
	public @Nullable String getFirst(String name) {
		@Nullable List<String> found = get(name);
		return (found != null && !found.isEmpty()) ? found.get(0) : null;
	}

	@Override
	@SuppressWarnings("NullAway") // As other header fields, these hold null as a value.
	public void add(String name, @Nullable String value) {
		prepareChange();
		if (indexOf(name) < 0) {
			append(name, Collections.singletonList(value));
			return;
		}
		addAll(name, Collections.singletonList(value));
	}

	@Override
	public void addAll(String name, List<? extends @Nullable String> more) {
		prepareChange();
		int index = indexOf(name);
		if (index < 0) {
			put(name, new ArrayList<>(more));
			return;
		}
		List<String> all = new ArrayList<>(this.values[index]);
		all.addAll(more);
		this.values[index] = Collections.unmodifiableList(all);
	}

	@Override
	public void addAll(MultiValueMap<String, String> more) {
		more.forEach(this::addAll);
	}

	@Override
	public void set(String name, @Nullable String value) {
		put(name, Collections.singletonList(value));
	}

	@Override
	public void setAll(Map<String, String> singleValues) {
		singleValues.forEach(this::set);
	}

	@Override
	public Map<String, String> toSingleValueMap() {
		Map<String, String> first = new LinkedHashMap<>();
		for (int i = 0; i < this.size; i++) {
			if (!this.values[i].isEmpty()) {
				first.put(this.names[i], this.values[i].get(0));
			}
		}
		return first;
	}

	@Override
	public Set<Map.Entry<String, List<String>>> entrySet() {
		return new View<>((index) -> new SimpleImmutableEntry<>(this.names[index], this.values[index]));
	}

	/** Without the entries that the inherited set creates. Finds names in any case. */
	@Override
	public Set<String> keySet() {
		return new View<>((index) -> this.names[index]) {

			@Override
			public boolean contains(@Nullable Object name) {
				return containsKey(name);
			}

			@Override
			public boolean remove(@Nullable Object name) {
				return HeaderFields.this.remove(name) != null;
			}

		};
	}

	@Override
	public void forEach(BiConsumer<? super String, ? super List<String>> action) {
		for (int i = 0; i < this.size; i++) {
			action.accept(this.names[i], this.values[i]);
		}
	}

	private int indexOf(@Nullable Object name) {
		if (name instanceof String text) {
			for (int i = 0; i < this.size; i++) {
				// Comparing letters takes longer, and most names are constants or copies.
				if (this.names[i] == text) {
					return i;
				}
			}
			for (int i = 0; i < this.size; i++) {
				if (this.names[i].equalsIgnoreCase(text)) {
					return i;
				}
			}
		}
		return -1;
	}

	private void append(String name, List<String> list) {
		if (this.size == this.names.length) {
			this.names = Arrays.copyOf(this.names, this.size * 2);
			this.values = Arrays.copyOf(this.values, this.size * 2);
		}
		this.names[this.size] = name;
		this.values[this.size++] = list;
	}

	private List<String> removeAt(int index) {
		prepareChange();
		List<String> removed = this.values[index];
		this.size--;
		System.arraycopy(this.names, index + 1, this.names, index, this.size - index);
		System.arraycopy(this.values, index + 1, this.values, index, this.size - index);
		this.names[this.size] = null;
		this.values[this.size] = null;
		return removed;
	}

	private void requireModifiable() {
		if (this.readOnly) {
			throw new UnsupportedOperationException("These header fields are read-only");
		}
	}

	private void prepareChange() {
		requireModifiable();
		if (this.shared) {
			this.names = this.names.clone();
			this.values = this.values.clone();
			this.shared = false;
		}
	}

	@SuppressWarnings("unchecked")
	private static List<String>[] lists(int length) {
		return (List<String>[]) new List<?>[length];
	}

	/** Knows its map, which {@link HttpHeaders} does not show. */
	private static final class Headers extends HttpHeaders {

		private static final long serialVersionUID = 1L;

		private final transient HeaderFields fields;

		private Headers(HeaderFields fields) {
			super(fields);
			this.fields = fields;
		}

		/** The inherited one copies all names first, since they might be the same. */
		@Override
		public void forEach(BiConsumer<? super String, ? super List<String>> action) {
			this.fields.forEach(action);
		}

	}

	private class View<T> extends AbstractSet<T> {

		private final IntFunction<T> element;

		View(IntFunction<T> element) {
			this.element = element;
		}

		@Override
		public int size() {
			return HeaderFields.this.size;
		}

		@Override
		public Iterator<T> iterator() {
			return new Iterator<>() {

				private int next;

				@Override
				public boolean hasNext() {
					return this.next < size();
				}

				@Override
				public T next() {
					if (!hasNext()) {
						throw new NoSuchElementException();
					}
					return View.this.element.apply(this.next++);
				}

				@Override
				public void remove() {
					removeAt(--this.next);
				}

			};
		}

	}

}
