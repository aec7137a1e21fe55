package dev.hyperclient.testservice;

import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * A declared operation. Immutable.
 *
 * @param name the value of {@code ws.op}
 * @param subject the operation in messages
 * @param documentation the documentation
 * @param method the HTTP method
 * @param parameters the parameters
 * @param result the kind of the result
 * @param resultType the name of the entry type of the result, or {@code null}
 * @param behavior the behavior, or {@code null} if it has none
 * @param remedy where a behavior is declared
 */
record OperationDefinition(String name, String subject, String documentation, String method,
		List<ValueDefinition> parameters, Result result, @Nullable String resultType,
		@Nullable Function<OperationCall, ? extends @Nullable Object> behavior, String remedy) {

	OperationDefinition with(Function<OperationCall, ? extends @Nullable Object> declared) {
		return new OperationDefinition(this.name, this.subject, this.documentation, this.method, this.parameters,
				this.result, this.resultType, declared, this.remedy);
	}

	boolean isMultipart() {
		return this.parameters.stream().anyMatch((parameter) -> parameter.kind() == ValueDefinition.Kind.FILE);
	}

	boolean isPost() {
		return this.method.equals("POST");
	}

	/**
	 * The kind of a result.
	 */
	enum Result {

		PAGE, ENTRY, CREATED, VALUE

	}

}
