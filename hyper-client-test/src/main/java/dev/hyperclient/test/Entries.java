package dev.hyperclient.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.LinkDescription;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.convert.JacksonValueConverter;
import dev.hyperclient.convert.TypeProperty;
import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.internal.description.WadlParser;
import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.internal.text.LinkName;
import dev.hyperclient.retry.RetryPolicy;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.typed.TypedEntry;
import dev.hyperclient.typed.TypedValues;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Creates entries for unit tests of code that reads entries, without a server. The
 * entries are made by the client, so names and conversions are checked against the
 * description of the service. Writing, operations, and reading values that were not given
 * respond with 501. Thread-safe. <pre class="code">{@code
 * Entries entries = Entries.describedBy(service);
 * Entry recipe = entries.entry("recipe", Map.of("instructions", "Roast it"));
 * }</pre>
 */
public final class Entries {

	private static final String WADL = "application/vnd.sun.wadl+xml";

	private static final String JSON = "application/json";

	/** The URL of descriptions with relative references. */
	private static final URI ANY_SERVICE = URI.create("http://service.invalid/");

	private static final List<String> GENERATED = List.of(LinkName.SELF, LinkName.TYPE, "http_etag");

	private final Map<URI, String> representations = new ConcurrentHashMap<>();

	private final AtomicInteger count = new AtomicInteger();

	private final JsonMapper mapper = JsonMapper.shared();

	private final ValueConverter converter = new JacksonValueConverter(UnaryOperator.identity());

	private final byte[] description;

	private final URI baseUrl;

	private final ServiceRoot root;

	private Entries(byte[] description) {
		this.description = description;
		this.baseUrl = baseUrl(description);
		this.root = ServiceRoot.builder()
			.serviceRoot(this.baseUrl)
			.cache(HttpCache.inMemory(DataSize.ofMegabytes(1)))
			.retryPolicy(RetryPolicy.none())
			.valueConverter(new GivenValuesConverter(this.converter))
			.webClient(() -> WebClient.builder().exchangeFunction((request) -> Mono.just(respond(request))).build())
			.build();
	}

	/**
	 * Create entries of a service from its description.
	 * @param wadl the description of the service root, for instance a class path
	 * resource; closed by this method
	 * @return a factory of entries
	 * @throws UncheckedIOException if the description cannot be read
	 * @throws IllegalArgumentException if it is not WADL with a base URL
	 * @throws dev.hyperclient.error.HyperClientException if the description cannot be
	 * used
	 */
	public static Entries describedBy(InputStream wadl) {
		try (wadl) {
			return new Entries(wadl.readAllBytes());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The description cannot be read", ex);
		}
	}

	/**
	 * Create entries of a service for tests, which is used for its description only.
	 * @param service the service. It receives no request, may have a guard, and may be
	 * closed
	 * @return a factory of entries
	 */
	public static Entries describedBy(FakeService service) {
		return describedBy(service.description());
	}

	/**
	 * Create an entry.
	 * @param type the id of its resource type, for example {@code recipe}
	 * @param values the values by the names of attributes and links. The value of a link
	 * is an {@link Entry}, a {@link TypedEntry} or a URL
	 * @return the entry. Attributes that are not given are not in its representation, and
	 * reading them fails
	 * @throws NoSuchElementException if there is no such entry type
	 * @throws IllegalArgumentException if the type has no attribute or link of a name, or
	 * if a value does not match the description
	 */
	public Entry entry(String type, Map<String, ? extends @Nullable Object> values) {
		TypeDescription described = entryType(type);
		URI url = this.baseUrl.resolve(type + "/" + this.count.incrementAndGet());
		Map<String, @Nullable Object> representation = new LinkedHashMap<>();
		representation.put(LinkName.SELF, url.toString());
		representation.put(LinkName.TYPE, described.uri().toString());
		representation.put("http_etag", "\"1\"");
		Map<String, @Nullable Object> untyped = new LinkedHashMap<>();
		values.forEach((name, value) -> untyped.put(name, new GivenValue(described, name, value).untyped()));
		untyped.forEach((name, value) -> put(described, name, value, representation));
		this.representations.put(url, this.mapper.writeValueAsString(representation));
		Entry entry = this.root.load(url.toString(), Entry.class);
		untyped.forEach((name, value) -> described.attribute(name)
			.ifPresent((attribute) -> new GivenValue(described, name, value).check(attribute, entry)));
		return entry;
	}

	/**
	 * Create an entry of a generated type.
	 * @param <E> the generated type
	 * @param type the id of its resource type, for example {@code recipe}
	 * @param values the values by the names of attributes and links, as the description
	 * has them
	 * @param typed makes a typed entry, for instance {@code Recipe::new}
	 * @return the entry. Getters of attributes and links that are not given throw
	 * {@link IllegalStateException}
	 * @throws NoSuchElementException if there is no such entry type
	 * @throws IllegalArgumentException if the type has no attribute or link of a name, or
	 * if a value does not match the description
	 */
	public <E extends TypedEntry<E>> E entry(String type, Map<String, ? extends @Nullable Object> values,
			Function<? super Entry, E> typed) {
		return typed.apply(GivenEntry.strict(entry(type, values)));
	}

	private TypeDescription entryType(String id) {
		List<String> known = this.root.types()
			.stream()
			.filter((type) -> !type.isCollection() && !type.attributes().isEmpty())
			.map(TypeDescription::id)
			.toList();
		if (!known.contains(id)) {
			throw new NoSuchElementException(
					"The description has no entry type '%s'%s".formatted(id, NameSuggestions.hint(id, known)));
		}
		return this.root.type(id);
	}

	ServiceRoot root() {
		return this.root;
	}

	private void put(TypeDescription type, String name, @Nullable Object value,
			Map<String, @Nullable Object> representation) {
		if (type.attribute(name).isPresent()) {
			representation.put(name, (value != null) ? new GivenValue(type, name, value).wire(this.converter) : null);
			return;
		}
		LinkDescription link = type.link(name).orElseThrow(() -> unknown(type, name));
		if (link.kind() == LinkDescription.Kind.COLLECTION) {
			throw new IllegalArgumentException("'%s' of the type %s is a collection. Use a FakeService for collections."
				.formatted(name, type.id()));
		}
		representation.put(name + LinkName.SUFFIX, new GivenValue(type, name, value).url(link));
	}

	private static IllegalArgumentException unknown(TypeDescription type, String name) {
		List<String> names = GivenValue.names(type).stream().filter((known) -> !GENERATED.contains(known)).toList();
		return new IllegalArgumentException("The type %s has no attribute or link '%s'%s".formatted(type.id(), name,
				NameSuggestions.hint(name, names)));
	}

	private ClientResponse respond(ClientRequest request) {
		String representation = this.representations.get(request.url());
		if (request.method() == HttpMethod.GET && representation != null) {
			return response(HttpStatus.OK, JSON, representation);
		}
		if (request.method() == HttpMethod.GET && request.url().equals(this.baseUrl)) {
			return request.headers().getAccept().toString().contains("wadl")
					? response(HttpStatus.OK, WADL, new String(this.description, StandardCharsets.UTF_8))
					: response(HttpStatus.OK, JSON,
							"{\"resource_type_link\": \"%s#service-root\"}".formatted(this.baseUrl));
		}
		return response(HttpStatus.NOT_IMPLEMENTED, "text/plain",
				"This entry has no service. Use a FakeService for requests.");
	}

	private static ClientResponse response(HttpStatusCode status, String mediaType, String body) {
		return ClientResponse.create(status).header("Content-Type", mediaType).body(body).build();
	}

	private static URI baseUrl(byte[] description) {
		try {
			String base = WadlParser.declaredBase(description)
				.orElseThrow(() -> new IllegalArgumentException(
						"The description has no 'resources' element with a base URL. Pass the WADL of the service root."));
			return ANY_SERVICE.resolve(base.endsWith("/") || base.isEmpty() ? base : base + "/");
		}
		catch (ServiceDescriptionException ex) {
			throw new IllegalArgumentException("The description is not WADL: " + ex.getMessage(), ex);
		}
	}

	/**
	 * Refuses to convert an entry to a type with a property that the test did not give. A
	 * service would send a value, so {@code null} in its place would be invented.
	 *
	 * @param delegate converts values
	 */
	private record GivenValuesConverter(ValueConverter delegate) implements ValueConverter {

		@Override
		public @Nullable Object toWire(Object value) {
			return this.delegate.toWire(value);
		}

		@Override
		public Optional<List<TypeProperty>> properties(Class<?> type) {
			return this.delegate.properties(type);
		}

		@Override
		public <T> T fromWire(Map<String, ? extends @Nullable Object> representation, Class<T> type) {
			// A Kotlin data class may have defaults for what is missing.
			List<TypeProperty> components = type.isRecord() ? properties(type).orElse(List.of()) : List.of();
			components.stream()
				.filter((property) -> property.fields().stream().noneMatch(representation::containsKey))
				.findFirst()
				.ifPresent((missing) -> {
					throw new IllegalStateException(
							"'%s' was not given to the entry, but %s has it. Give it a value, which may be null."
								.formatted(missing.fields().get(0), type.getName()));
				});
			return this.delegate.fromWire(representation, type);
		}

	}

	/**
	 * A value of an entry without a server, which is compared with the description.
	 *
	 * @param type the type of the entry
	 * @param name the name of the attribute or link
	 * @param value the value
	 */
	private record GivenValue(TypeDescription type, String name, @Nullable Object value) {

		/**
		 * Return the value without generated types.
		 * @return the value, or {@code null}
		 * @throws IllegalArgumentException if it contains itself
		 */
		@Nullable Object untyped() {
			try {
				return TypedValues.untyped(this.value);
			}
			catch (IllegalArgumentException ex) {
				throw refused("contains itself, or has too many levels: " + ex.getMessage());
			}
		}

		/**
		 * Return the URL of a link.
		 * @return the URL, or {@code null}
		 * @throws IllegalArgumentException if the value is not an entry of the type of
		 * the link, and not an absolute URL
		 */
		@Nullable String url(LinkDescription link) {
			if (this.value == null) {
				return null;
			}
			if (this.value instanceof Entry entry) {
				link.type().filter((expected) -> !isCompatible(entry.type(), expected)).ifPresent((expected) -> {
					throw refused("is a link to the type %s but the entry has the type %s".formatted(expected.id(),
							entry.type().id()));
				});
				return entry.selfLink().toString();
			}
			String text = this.value.toString();
			if (!isAbsolute(text)) {
				throw refused("is a link: its value is an Entry or an absolute URL but is '%s'".formatted(text));
			}
			return text;
		}

		/**
		 * Return the JSON value of an attribute.
		 * @param converter converts values
		 * @return the value, {@code null} for JSON {@code null}
		 * @throws IllegalArgumentException if it has none
		 */
		@Nullable Object wire(ValueConverter converter) {
			if (this.value == null) {
				return null;
			}
			return converter.toWire(this.value);
		}

		/**
		 * Check the value of an attribute as the client reads it.
		 * @param attribute the attribute
		 * @param entry the entry that has the value
		 * @throws IllegalArgumentException if it does not match the description
		 */
		void check(ValueDescription attribute, Entry entry) {
			if (this.value == null || this.value.equals(RecordedContent.REDACTED)) {
				return;
			}
			if (!attribute.options().isEmpty() && !attribute.options().contains(entry.get(this.name))) {
				throw refused(
						"is one of %s but not '%s'".formatted(String.join(", ", attribute.options()), this.value));
			}
			try {
				switch (attribute.type()) {
					case DATE -> entry.getDate(this.name);
					case DATE_TIME -> entry.getDateTime(this.name);
					default -> {
					}
				}
			}
			catch (AttributeValueException ex) {
				throw refused("is a %s but not '%s'".formatted(
						(attribute.type() == ValueDescription.Type.DATE) ? "date" : "date with a time", this.value));
			}
		}

		/** An entry may have a more specific type, which has all attributes and links. */
		private static boolean isCompatible(TypeDescription actual, TypeDescription expected) {
			return actual.equals(expected) || names(actual).containsAll(names(expected));
		}

		static List<String> names(TypeDescription type) {
			return Stream
				.concat(type.attributes().stream().map(ValueDescription::name),
						type.links().stream().map(LinkDescription::name))
				.toList();
		}

		private static boolean isAbsolute(String text) {
			try {
				URI uri = URI.create(text);
				return uri.isAbsolute() && uri.getHost() != null;
			}
			catch (IllegalArgumentException ex) {
				return false;
			}
		}

		private IllegalArgumentException refused(String reason) {
			return new IllegalArgumentException("'%s' of the type %s %s".formatted(this.name, this.type.id(), reason));
		}

	}

}
