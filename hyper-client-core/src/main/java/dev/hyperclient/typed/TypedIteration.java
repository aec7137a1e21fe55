package dev.hyperclient.typed;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryIteration;
import org.jspecify.annotations.Nullable;

/**
 * An {@link EntryIteration} over typed entries. Immutable and thread-safe; iterators and
 * streams are not.
 *
 * @param <E> the type of the entries
 */
public final class TypedIteration<E> implements Iterable<E> {

	private final EntryIteration iteration;

	private final Function<? super Entry, ? extends E> type;

	TypedIteration(EntryIteration iteration, Function<? super Entry, ? extends E> type) {
		this.iteration = iteration;
		this.type = type;
	}

	/**
	 * Return an iteration that requests pages of a size, as
	 * {@link EntryIteration#pageSize(int)}. Makes no request.
	 * @param entries the number of entries for each page, positive
	 * @return an iteration with this page size
	 * @throws IllegalArgumentException if the number is not positive
	 */
	public TypedIteration<E> pageSize(int entries) {
		return with(this.iteration.pageSize(entries));
	}

	/**
	 * Return an iteration that fetches one page ahead, as
	 * {@link EntryIteration#readAhead()}. Makes no request.
	 * @return an iteration that reads ahead
	 */
	public TypedIteration<E> readAhead() {
		return with(this.iteration.readAhead());
	}

	/**
	 * Return an iteration that fetches linked entries concurrently for each page, as
	 * {@link EntryIteration#prefetch(String...)}. Makes no request.
	 * @param links getters of links, for instance {@code Recipe::dish}; each is called
	 * once, on an entry without content
	 * @return an iteration that prefetches these links
	 * @throws IllegalArgumentException if a function does not return a link of the entry
	 */
	@SafeVarargs
	public final TypedIteration<E> prefetch(Function<? super E, ?>... links) {
		String[] names = new String[links.length];
		for (int i = 0; i < links.length; i++) {
			names[i] = LinkProbe.nameOf(this.type, links[i]);
		}
		return with(this.iteration.prefetch(names));
	}

	/**
	 * Return an iteration with a maximum number of concurrent requests, as
	 * {@link EntryIteration#maxConcurrency(int)}. Makes no request.
	 * @param requests the maximum number of requests, positive
	 * @return an iteration with this limit
	 * @throws IllegalArgumentException if the number is not positive
	 */
	public TypedIteration<E> maxConcurrency(int requests) {
		return with(this.iteration.maxConcurrency(requests));
	}

	private TypedIteration<E> with(EntryIteration configured) {
		return new TypedIteration<>(configured, this.type);
	}

	/**
	 * Return an iterator over all entries in order. Makes the requests of
	 * {@link EntryIteration#iterator()}.
	 * @return an iterator, not thread-safe
	 */
	@Override
	public Iterator<E> iterator() {
		Iterator<Entry> entries = this.iteration.iterator();
		return new Iterator<>() {

			@Override
			public boolean hasNext() {
				return entries.hasNext();
			}

			@Override
			public E next() {
				return TypedIteration.this.type.apply(entries.next());
			}

		};
	}

	/**
	 * Return all entries in order as a stream. Closing the stream cancels a page that is
	 * read ahead. Makes the requests of {@link EntryIteration#iterator()}.
	 * @return a sequential stream
	 */
	public Stream<E> stream() {
		return this.iteration.stream().map(this.type);
	}

	/**
	 * An entry without content that records which link is read: so a getter of a
	 * generated type names its link.
	 */
	private static final class LinkProbe implements InvocationHandler {

		private @Nullable String link;

		private LinkProbe() {
		}

		/**
		 * Return the name of the link that a getter returns.
		 * @throws IllegalArgumentException if the function does something else
		 */
		static <E> String nameOf(Function<? super Entry, ? extends E> type, Function<? super E, ?> getter) {
			LinkProbe probe = new LinkProbe();
			getter.apply(type.apply((Entry) Proxy.newProxyInstance(Entry.class.getClassLoader(),
					new Class<?>[] { Entry.class }, probe)));
			if (probe.link == null) {
				throw noLink("A function that reads no link");
			}
			return probe.link;
		}

		@Override
		public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
				throws ReflectiveOperationException {
			if (method.getDeclaringClass() == Object.class) {
				return method.invoke(this, arguments);
			}
			String name = (arguments != null && arguments[0] instanceof String text) ? text : null;
			if (name == null) {
				throw noLink("A function that reads no link");
			}
			return switch (method.getName()) {
				case "entry" -> record(name, proxy);
				case "findEntry" -> Optional.of(record(name, proxy));
				case "file", "findFile" -> throw noLink("The file '%s'".formatted(name));
				case "collection" -> throw noLink("The collection '%s'".formatted(name));
				case "operation" -> throw noLink("The result of '%s'".formatted(name));
				default -> throw noLink("The attribute '%s'".formatted(name));
			};
		}

		private Object record(String name, Object entry) {
			if (this.link != null) {
				throw noLink("'%s' with '%s', read by one function,".formatted(this.link, name));
			}
			this.link = name;
			return entry;
		}

		private static IllegalArgumentException noLink(String what) {
			return new IllegalArgumentException(
					"%s cannot be prefetched: give getters of links to entries, for instance Recipe::dish"
						.formatted(what));
		}

	}

}
