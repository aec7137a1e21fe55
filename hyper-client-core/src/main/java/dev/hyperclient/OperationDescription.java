package dev.hyperclient;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.wadl.WadlMethod;

/**
 * What the service says about a named operation of a resource type. Immutable and
 * thread-safe.
 *
 * @see TypeDescription#operations()
 * @see ServiceResource#operation
 */
public final class OperationDescription {

	private final String name;

	private final WadlMethod method;

	OperationDescription(String name, WadlMethod method) {
		this.name = name;
		this.method = method;
	}

	/**
	 * Return the name of the operation.
	 * @return the name, as for {@link ServiceResource#operation}
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return whether the operation is invoked by POST. One that is invoked by GET changes
	 * nothing, and its response can be cached.
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
			.map((param) -> new ValueDescription(param, true))
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
