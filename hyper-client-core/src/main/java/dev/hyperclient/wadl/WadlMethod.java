package dev.hyperclient.wadl;

import java.net.URI;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A {@code method} of a resource type: one kind of request and its responses. A GET or
 * POST whose parameter {@code ws.op} is fixed is a named operation. Immutable.
 */
public final class WadlMethod {

	private static final String OPERATION_PARAM = "ws.op";

	private final @Nullable String id;

	private final String name;

	private final List<Param> requestParams;

	private final List<RepresentationDefinition> requestRepresentations;

	private final List<Param> responseParams;

	private final List<RepresentationDefinition> responseRepresentations;

	private final @Nullable RepresentationDefinition form;

	private final @Nullable String operationName;

	private final @Nullable String documentation;

	WadlMethod(@Nullable String id, String name, List<Param> requestParams,
			List<RepresentationDefinition> requestRepresentations, List<Param> responseParams,
			List<RepresentationDefinition> responseRepresentations, @Nullable String documentation) {
		this.id = id;
		this.documentation = documentation;
		this.name = name;
		this.requestParams = List.copyOf(requestParams);
		this.requestRepresentations = List.copyOf(requestRepresentations);
		this.responseParams = List.copyOf(responseParams);
		this.responseRepresentations = List.copyOf(responseRepresentations);
		this.form = isPost() ? operationForm(requestRepresentations) : null;
		this.operationName = findOperationName();
	}

	private static @Nullable RepresentationDefinition operationForm(List<RepresentationDefinition> candidates) {
		for (RepresentationDefinition candidate : candidates) {
			if (fixedOperation(candidate.params()) != null
					&& (candidate.hasMediaType("application/x-www-form-urlencoded")
							|| candidate.hasMediaType("multipart/form-data"))) {
				return candidate;
			}
		}
		return null;
	}

	private @Nullable String findOperationName() {
		if (isGet()) {
			return fixedOperation(this.requestParams);
		}
		return (this.form != null) ? fixedOperation(this.form.params()) : null;
	}

	private static @Nullable String fixedOperation(List<Param> params) {
		for (Param param : params) {
			if (param.name().equals(OPERATION_PARAM)) {
				return param.fixed();
			}
		}
		return null;
	}

	/**
	 * Return the id of this method, such as {@code cookbook-get}. Services choose ids
	 * freely: identify methods by {@link #name()} and {@link #operationName()}.
	 * @return the id, or empty if it has none
	 */
	public Optional<String> id() {
		return Optional.ofNullable(this.id);
	}

	/**
	 * Return the name of the HTTP method, such as {@code GET}.
	 * @return the name as the description writes it
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return the parameters of the request outside its representations, in document
	 * order.
	 * @return the parameters, unmodifiable, perhaps empty
	 */
	public List<Param> requestParams() {
		return this.requestParams;
	}

	/**
	 * Return the representations of the request, in document order.
	 * @return the definitions, unmodifiable, perhaps empty
	 */
	public List<RepresentationDefinition> requestRepresentations() {
		return this.requestRepresentations;
	}

	/**
	 * Return the parameters of the response outside its representations, in document
	 * order: the header fields.
	 * @return the parameters, unmodifiable, perhaps empty
	 */
	public List<Param> responseParams() {
		return this.responseParams;
	}

	/**
	 * Return the representations of the response, in document order. The response may
	 * have a body even if there is none.
	 * @return the definitions, unmodifiable, perhaps empty
	 */
	public List<RepresentationDefinition> responseRepresentations() {
		return this.responseRepresentations;
	}

	/**
	 * Return the name of the operation: the fixed value of {@code ws.op}, for GET among
	 * the parameters of the request, for POST in its form.
	 * @return the name, or empty if this is not a named operation
	 */
	public Optional<String> operationName() {
		return Optional.ofNullable(this.operationName);
	}

	/**
	 * Return the parameters of the operation, {@code ws.op} among them, in document
	 * order: for GET the parameters of the request, for POST the parameters of the first
	 * form that fixes {@code ws.op}.
	 * @return the parameters, unmodifiable, empty if this is not a named operation
	 */
	public List<Param> operationParams() {
		if (this.operationName == null) {
			return List.of();
		}
		return (this.form != null) ? this.form.params() : this.requestParams;
	}

	/**
	 * Return the media type of the request body: for an operation the type of its form,
	 * for other methods the type of the first representation.
	 * @return the media type, or empty if the request has no body or the description does
	 * not contain it
	 */
	public Optional<String> requestMediaType() {
		if (this.form != null) {
			return this.form.mediaType();
		}
		return this.requestRepresentations.stream().findFirst().flatMap(RepresentationDefinition::mediaType);
	}

	/**
	 * Return the type of the resource that the response's header field {@code Location}
	 * points to, for instance to the resource that an operation creates.
	 * @return the absolute URL of the type, or empty if none is declared
	 */
	public Optional<URI> locationType() {
		return this.responseParams.stream()
			.filter((param) -> param.style() == ParamStyle.HEADER && param.name().equalsIgnoreCase("Location"))
			.findFirst()
			.flatMap(Param::linkType);
	}

	/**
	 * Return the documentation of this method.
	 * @return the plain text, created by each call, or empty if there is none
	 */
	public Optional<String> documentation() {
		return DocumentationText.plain(this.documentation);
	}

	boolean isGet() {
		return this.name.equals("GET");
	}

	boolean isPost() {
		return this.name.equals("POST");
	}

	@Nullable String rawDocumentation() {
		return this.documentation;
	}

	@Override
	public String toString() {
		return this.name + ((this.operationName != null) ? " " + this.operationName : "");
	}

}
