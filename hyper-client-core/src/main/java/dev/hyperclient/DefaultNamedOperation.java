package dev.hyperclient;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NoSuchElementException;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.error.BadRequest;
import dev.hyperclient.http.CallTags;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.message.NameSuggestions;
import dev.hyperclient.internal.message.PrintableText;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Default {@link NamedOperation}: checks arguments and sends the request.
 */
record DefaultNamedOperation(DescribedResource target, WadlMethod method, CallTags call,
		OperationArguments arguments) implements NamedOperation {

	private static final String FORM = "application/x-www-form-urlencoded";

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
			ServiceRequest request = request();
			OperationResponse response = new OperationResponse(this.target, this.method);
			try {
				return (request.method() == HttpMethod.GET)
						? this.target.context().exchange().read(request, (answer) -> response.read(request, answer))
						: response.read(request, this.target.context().send(request));
			}
			catch (BadRequest ex) {
				throw EntryState.naming(this.arguments.references(), ex);
			}
		});
	}

	private ServiceRequest request() {
		if (this.method.name().equals("GET")) {
			return ServiceRequest
				.get(Links.withQuery(this.target.uri(), this.arguments.form()),
						ServiceMessages.accept(ServiceMessages.JSON))
				.withCall(this.call.withOperationInUri());
		}
		String mediaType = this.method.requestMediaType().orElse(FORM);
		if (mediaType.startsWith("multipart/")) {
			MultipartForm form = this.arguments.multipart();
			return post(form.contentType(), form.end());
		}
		return post(FORM, this.arguments.form().getBytes(StandardCharsets.UTF_8));
	}

	private ServiceRequest post(String contentType, byte[] body) {
		HttpHeaders headers = ServiceMessages.accept(ServiceMessages.JSON);
		headers.set(HttpHeaders.CONTENT_TYPE, contentType);
		return ServiceRequest.of(HttpMethod.POST, this.target.uri(), headers, body).withCall(this.call);
	}

	@Override
	public String toString() {
		return this.target.uri() + " " + name();
	}

}
