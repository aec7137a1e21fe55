package dev.hyperclient;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.internal.description.WadlMethod;

/**
 * Description of a named operation of a resource type by its service. Immutable and
 * thread-safe. Makes no request.
 *
 * @see TypeDescription#operations()
 * @see NamedOperation#description()
 */
public final class OperationDescription {

	private final String name;

	private final WadlMethod method;

	private final TypeLookup description;

	OperationDescription(String name, WadlMethod method, TypeLookup description) {
		this.name = name;
		this.method = method;
		this.description = description;
	}

	/**
	 * Return the name of the operation.
	 * @return the name, as for {@link ServiceResource#operation}
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return whether the operation is invoked by POST. An operation that is invoked by
	 * GET changes nothing, and its response can be cached.
	 * @return whether it may change something
	 */
	public boolean isWrite() {
		return !this.method.name().equals("GET");
	}

	/**
	 * Return the documentation.
	 * @return the plain text, empty if there is none
	 */
	public Optional<String> documentation() {
		return this.method.documentation();
	}

	/**
	 * Return the parameters.
	 * @return the parameters in the order of the description, unmodifiable
	 */
	public List<ValueDescription> parameters() {
		return this.method.operationParams()
			.stream()
			.filter((param) -> param.fixed() == null)
			.map((param) -> new ValueDescription(param, true, this.description))
			.toList();
	}

	/**
	 * Return a parameter.
	 * @param parameter the name
	 * @return the parameter, empty if there is none of that name
	 */
	public Optional<ValueDescription> parameter(String parameter) {
		return parameters().stream().filter((candidate) -> candidate.name().equals(parameter)).findFirst();
	}

	/**
	 * Return the declared type of the resource that the operation returns: an entry that
	 * it finds or creates, or a collection. An entry may have a more specific type.
	 * @return the type, empty if the service does not describe it, or if the operation
	 * returns a plain value or nothing
	 */
	public Optional<TypeDescription> resultType() {
		return Optional.ofNullable(TypeDescription.of(this.description.resultTypeOf(this.method), this.description));
	}

	/**
	 * Return whether the operation creates an entry, which is then its result.
	 * @return whether the description has the type of the created entry
	 */
	public boolean creates() {
		return this.method.locationType().isPresent();
	}

	/** A mapper of the application must not write the properties of this class. */
	@JsonValue
	Object json() {
		throw ResourceJson.refusedDescription("operation '%s'".formatted(name()));
	}

	/**
	 * Return the name.
	 */
	@Override
	public String toString() {
		return this.name;
	}

}
