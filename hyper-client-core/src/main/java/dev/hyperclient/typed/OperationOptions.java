package dev.hyperclient.typed;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import dev.hyperclient.NamedOperation;
import org.jspecify.annotations.Nullable;

/**
 * Base class of the generated types of optional arguments of an operation. Immutable and
 * thread-safe. Equal to another instance of the same type with the same arguments.
 */
public abstract class OperationOptions {

	private final Map<String, @Nullable Object> arguments;

	/**
	 * Create options.
	 * @param arguments the arguments by the names of the parameters
	 */
	protected OperationOptions(Map<String, ? extends @Nullable Object> arguments) {
		this.arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
	}

	/**
	 * Return the arguments.
	 * @return the arguments by the names of the parameters, unmodifiable
	 */
	public final Map<String, @Nullable Object> arguments() {
		return this.arguments;
	}

	/**
	 * Return the arguments and one more.
	 * @param parameter the name of the parameter
	 * @param value the value, {@code null} to send null
	 * @return the arguments
	 */
	protected final Map<String, @Nullable Object> argumentsWith(String parameter, @Nullable Object value) {
		Map<String, @Nullable Object> more = new LinkedHashMap<>(this.arguments);
		more.put(parameter, value);
		return more;
	}

	/**
	 * Return an operation with these arguments.
	 * @param operation the operation
	 * @return the operation with the arguments
	 */
	final NamedOperation on(NamedOperation operation) {
		NamedOperation complete = operation;
		for (Map.Entry<String, @Nullable Object> argument : this.arguments.entrySet()) {
			complete = complete.with(argument.getKey(), TypedValues.untyped(argument.getValue()));
		}
		return complete;
	}

	@Override
	public final boolean equals(@Nullable Object other) {
		return other instanceof OperationOptions options && options.getClass() == getClass()
				&& Objects.equals(options.arguments, this.arguments);
	}

	@Override
	public final int hashCode() {
		return this.arguments.hashCode();
	}

	@Override
	public final String toString() {
		return this.arguments.toString();
	}

}
