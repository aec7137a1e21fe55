package dev.hyperclient.internal.description;

import java.net.URI;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A {@code method} of a resource type: one kind of request and its responses. A GET or
 * POST whose parameter {@code ws.op} is fixed is a named operation. Immutable.
 *
 * @param name the name of the HTTP method as the description writes it, such as
 * {@code GET}
 * @param requestParams the parameters of the request outside its representations, in
 * document order
 * @param requestRepresentations the representations of the request, in document order
 * @param responseParams the parameters of the response outside its representations, in
 * document order: the header fields
 * @param responseRepresentations the representations of the response, in document order.
 * The response may have a body even if there is none
 * @param rawDocumentation the documentation with marks in place of markup
 */
public record WadlMethod(String name, List<Param> requestParams, List<RepresentationDefinition> requestRepresentations,
		List<Param> responseParams, List<RepresentationDefinition> responseRepresentations,
		@Nullable String rawDocumentation) {

	public WadlMethod {
		requestParams = List.copyOf(requestParams);
		requestRepresentations = List.copyOf(requestRepresentations);
		responseParams = List.copyOf(responseParams);
		responseRepresentations = List.copyOf(responseRepresentations);
	}

	/**
	 * Return the name of the operation: the fixed value of {@code ws.op}, for GET among
	 * the parameters of the request, for POST in its form.
	 * @return the name, or empty if this is not a named operation
	 */
	public Optional<String> operationName() {
		return fixedOperation(operationParams());
	}

	/**
	 * Return the parameters of the operation, {@code ws.op} among them, in document
	 * order: for GET the parameters of the request, for POST the parameters of the first
	 * form that fixes {@code ws.op}.
	 * @return the parameters, unmodifiable, empty if this is not a named operation
	 */
	public List<Param> operationParams() {
		if (isGet()) {
			return fixedOperation(this.requestParams).isPresent() ? this.requestParams : List.of();
		}
		return form().map(RepresentationDefinition::params).orElse(List.of());
	}

	private Optional<RepresentationDefinition> form() {
		return this.requestRepresentations.stream()
			.filter((candidate) -> isPost() && fixedOperation(candidate.params()).isPresent()
					&& (candidate.hasMediaType("application/x-www-form-urlencoded")
							|| candidate.hasMediaType("multipart/form-data")))
			.findFirst();
	}

	private static Optional<String> fixedOperation(List<Param> params) {
		return params.stream().filter((param) -> param.name().equals("ws.op")).findFirst().map(Param::fixed);
	}

	/**
	 * Return the media type of the request body: for an operation the type of its form,
	 * for other methods the type of the first representation.
	 * @return the media type, or empty if the request has no body or the description does
	 * not contain it
	 */
	public Optional<String> requestMediaType() {
		return form().or(() -> this.requestRepresentations.stream().findFirst())
			.map(RepresentationDefinition::mediaType);
	}

	/**
	 * Return the type of the resource that the response's header field {@code Location}
	 * points to, for instance to the resource that an operation creates.
	 * @return the absolute URL of the type, or empty if none is declared
	 */
	public Optional<URI> locationType() {
		return this.responseParams.stream()
			.filter((param) -> param.name().equalsIgnoreCase("Location"))
			.findFirst()
			.flatMap(Param::linkType);
	}

	/**
	 * Return the documentation of this method.
	 * @return the plain text, created by each call, or empty if there is none
	 */
	public Optional<String> documentation() {
		return DocumentationText.plain(this.rawDocumentation);
	}

	boolean isGet() {
		return this.name.equals("GET");
	}

	boolean isPost() {
		return this.name.equals("POST");
	}

}
