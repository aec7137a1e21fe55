package dev.hyperclient;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.BadRequest;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.http.CallTags;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.description.DescribedOperation;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Default {@link NamedOperation}: checks arguments and sends the request.
 */
record DefaultNamedOperation(DescribedResource target, WadlMethod method, CallTags call,
		OperationArguments arguments) implements NamedOperation, DescribedOperation {

	private static final String FORM = "application/x-www-form-urlencoded";

	private static final int CREATED = 201;

	private static final int MOVED_PERMANENTLY = 301;

	private static final int SEE_OTHER = 303;

	static DefaultNamedOperation of(DescribedResource target, @Nullable ResourceType type, String name) {
		WadlMethod method = (type != null) ? type.operation(name).orElse(null) : null;
		if (method == null) {
			List<String> known = (type != null) ? type.operationNames() : List.of();
			throw new NoSuchElementException("%s has no operation '%s'%s".formatted(target.uri(),
					PrintableText.line(name), NameSuggestions.hint(name, known)));
		}
		return new DefaultNamedOperation(target, method, ServiceMessages.call(type, name),
				OperationArguments.none(name, method, target.context().converter(), target.context().check()));
	}

	/** A mapper of the application must not write the properties of this class. */
	@JsonValue
	@Nullable Object json() {
		throw ResourceJson.refused(this.target.uri(),
				"it is an operation that was not invoked. Return what invoke() returns");
	}

	@Override
	public String name() {
		return this.call.operation();
	}

	@Override
	public OperationDescription description() {
		return new OperationDescription(name(), this.method, this.target.context().description());
	}

	@Override
	public NamedOperation with(String parameter, @Nullable Object value) {
		return new DefaultNamedOperation(this.target, this.method, this.call,
				this.target.context()
					.exchange()
					.call(() -> this.arguments.with(parameter, value, () -> DefaultEntry.states(value),
							this.target.context().description())));
	}

	@Override
	public OperationResult invoke() {
		this.arguments.requireAll();
		return this.target.context().exchange().call(() -> {
			try {
				return this.method.name().equals("GET") ? get() : post();
			}
			catch (BadRequest ex) {
				throw EntryState.naming(this.arguments.references(), ex);
			}
		});
	}

	private OperationResult get() {
		ServiceRequest request = ServiceRequest
			.get(Links.withQuery(this.target.uri(), this.arguments.form()),
					ServiceMessages.accept(ServiceMessages.JSON))
			.withCall(this.call.withOperationInUri());
		return this.target.context().exchange().read(request, (response) -> read(request, response));
	}

	private OperationResult post() {
		String mediaType = this.method.requestMediaType().orElse(FORM);
		if (mediaType.startsWith("multipart/")) {
			MultipartForm form = this.arguments.multipart();
			byte @Nullable [] bytes = form.bytes();
			ServiceRequest request = post(form.contentType(), bytes);
			return read(request, (bytes != null) ? this.target.context().send(request)
					: this.target.context().upload(request, form));
		}
		ServiceRequest request = post(FORM, this.arguments.form().getBytes(StandardCharsets.UTF_8));
		return read(request, this.target.context().send(request));
	}

	private ServiceRequest post(String contentType, byte @Nullable [] body) {
		HttpHeaders headers = ServiceMessages.accept(ServiceMessages.JSON);
		headers.set(HttpHeaders.CONTENT_TYPE, contentType);
		return ServiceRequest.of(HttpMethod.POST, this.target.uri(), headers, body).withCall(this.call);
	}

	/** Convert the response to the result, and update the target. */
	private OperationResult read(ServiceRequest request, ServiceResponse response) {
		return new OperationResult(
				(request.method() == HttpMethod.GET) ? content(request.uri(), response) : posted(request, response),
				Notifications.of(response));
	}

	private @Nullable Object posted(ServiceRequest request, ServiceResponse response) {
		boolean moved = response.status() == MOVED_PERMANENTLY;
		boolean created = response.status() == SEE_OTHER
				|| (response.status() == CREATED && response.headers().containsHeader(HttpHeaders.LOCATION));
		if (!moved || ExchangeClient.changesScheme(request, response)) {
			this.target.changed();
		}
		if ((response.status() >= 300 && !moved && !created) || ExchangeClient.changesScheme(request, response)) {
			throw ExchangeClient.notFollowed(request, response);
		}
		return this.target.context().afterWrite(request, response, "load its result", () -> {
			if (!moved && !created) {
				return content(request.uri(), response);
			}
			URI location = ExchangeClient.locationOf(response);
			return moved ? moved(location) : this.target.context()
				.getObject(location, locationType(), (representation, staleTime) -> entry(location, representation));
		});
	}

	/**
	 * Return the target moves along, also if the new place cannot be read just now; but
	 * not to where no request may go.
	 */
	private Object moved(URI location) {
		try {
			return this.target.context().getObject(location, locationType(), (representation, staleTime) -> {
				this.target.moved(location, representation);
				return entry(location, representation);
			});
		}
		catch (ForeignOriginException ex) {
			this.target.changed();
			throw ex;
		}
		catch (HyperClientException ex) {
			this.target.moved(location, null);
			throw ex;
		}
	}

	private Entry entry(URI location, JsonObject representation) {
		return DefaultEntry.fetched(this.target.context(), location, representation, null, null);
	}

	private @Nullable ResourceType locationType() {
		return this.target.context().description().findType(this.method.locationType().orElse(null));
	}

	private @Nullable Object content(URI uri, ServiceResponse response) {
		if (response.bytes().length == 0) {
			return null;
		}
		String type = ServiceMessages.mediaType(response);
		if (!type.equals(ServiceMessages.JSON)) {
			boolean text = type.startsWith("text/");
			return text ? new String(response.bytes(), StandardCharsets.UTF_8) : response.bytes();
		}
		@Nullable Object value = this.target.context().read(uri, response);
		return (value instanceof JsonObject object && declaresJson())
				? resource(uri, object, response.staleTime().orElse(null)) : value;
	}

	/**
	 * Only JSON that the description declares becomes a resource; other objects are
	 * values.
	 */
	private boolean declaresJson() {
		return this.method.responseRepresentations()
			.stream()
			.anyMatch((representation) -> ServiceMessages.JSON.equals(representation.mediaType()));
	}

	private Object resource(URI uri, JsonObject object, @Nullable Instant staleTime) {
		String selfLink = object.text(LinkName.SELF);
		if (selfLink != null && object.text(LinkName.TYPE) != null) {
			return DefaultEntry.fetched(this.target.context(), Links.parse(selfLink, uri), object, null, staleTime);
		}
		return (object.get("entries") instanceof List<?>)
				? DefaultEntryCollection.result(this.target.context(), uri, pageType(), object, staleTime) : object;
	}

	/**
	 * Return the type whose plain GET returns the same page, which determines the entry
	 * type.
	 */
	private @Nullable ResourceType pageType() {
		return this.target.context().description().pageTypeOf(this.method);
	}

	@Override
	public URI uri() {
		return this.target.uri();
	}

	@Override
	public String type() {
		return this.call.resourceType();
	}

	@Override
	public @Nullable Object plain(@Nullable Object value, Class<?> type) {
		AttributeReader reader = new AttributeReader(uri(), name(), value);
		try {
			return switch (type.getSimpleName()) {
				case "Long" -> reader.wholeNumber();
				case "BigDecimal" -> reader.decimal();
				case "Double" -> reader.floatingPoint();
				case "LocalDate" -> reader.date();
				case "OffsetDateTime" -> reader.dateTime();
				case "URI" -> (value instanceof String text) ? URI.create(text) : null;
				default -> type.isInstance(value) ? value : null;
			};
		}
		catch (AttributeValueException | IllegalArgumentException ex) {
			// The message has the value, which may be a secret.
			return null;
		}
	}

	@Override
	public @Nullable Object entry(@Nullable Object value, String type) {
		@Nullable String url = (value instanceof JsonObject object) ? object.text(LinkName.SELF)
				: (value instanceof String text) ? text : null;
		// Any other text is no URL of an entry, and may be a secret.
		if (url == null || !(url.startsWith("https://") || url.startsWith("http://"))) {
			return null;
		}
		ServiceContext context = this.target.context();
		ResourceType declared = context.description().application().findResourceTypeById(type).orElse(null);
		URI entry = Links.parse(url, uri());
		return (value instanceof JsonObject object) ? DefaultEntry.fetched(context, entry, object, declared, null)
				: DefaultEntry.unfetched(context, entry, declared, EntryState.Source.LINK);
	}

	@Override
	public String toString() {
		return this.target.uri() + " " + name();
	}

}
