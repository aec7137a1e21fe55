package dev.hyperclient.testservice;

import java.util.List;
import java.util.function.Function;

import dev.hyperclient.testservice.OperationDefinition.Method;
import dev.hyperclient.testservice.OperationDefinition.Result;
import dev.hyperclient.testservice.ValueBuilder.DeclaredValue;
import org.jspecify.annotations.Nullable;

/**
 * Declares a named operation of a {@link FakeService}: its parameters, its result and its
 * behavior. An operation without behavior answers with status 501. Not thread-safe.
 */
public final class OperationBuilder extends ValuesBuilder<OperationBuilder> {

	private final String name;

	private final String owner;

	private boolean post;

	private Result result = Result.NONE;

	private String documentation = "";

	private @Nullable Function<OperationCall, ? extends @Nullable Object> behavior;

	OperationBuilder(String name, String owner) {
		this.name = Advice.requireName("an operation of " + owner, name);
		this.owner = owner;
	}

	/**
	 * Set the documentation of the operation.
	 * @param text the documentation as plain text
	 * @return this builder
	 */
	public OperationBuilder documentation(String text) {
		this.documentation = text;
		return this;
	}

	/**
	 * Invoke the operation with POST, so that it may change data. The default is GET,
	 * except for an operation that creates an entry or has a file among its parameters.
	 * @return this builder
	 */
	public OperationBuilder post() {
		this.post = true;
		return this;
	}

	/**
	 * Describe the result as a page of entries. The behavior returns a list of
	 * {@link FakeEntry}.
	 * @param type the name of the entry type
	 * @return this builder
	 */
	public OperationBuilder returnsPage(String type) {
		return returns(Result.page(type));
	}

	/**
	 * Describe the result as an entry or null. The behavior returns a {@link FakeEntry}
	 * or null.
	 * @param type the name of the entry type
	 * @return this builder
	 */
	public OperationBuilder returnsEntry(String type) {
		return returns(Result.entry(type));
	}

	/**
	 * Describe the result as the URL of a new entry. The behavior returns the
	 * {@link FakeEntry}, which it creates with {@link OperationCall#create}.
	 * @param type the name of the entry type
	 * @return this builder
	 */
	public OperationBuilder creates(String type) {
		return returns(Result.created(type));
	}

	/**
	 * Set the behavior. It throws {@link RequestRefusedException} to refuse a call.
	 * @param behavior returns the result: what the description promises, or, without a
	 * described result, an entry, a list of entries, a JSON value (text, number, boolean,
	 * list or map), or null
	 * @return this builder
	 */
	public OperationBuilder answers(Function<OperationCall, ? extends @Nullable Object> behavior) {
		this.behavior = behavior;
		return this;
	}

	@Override
	OperationBuilder add(DeclaredValue<?> declared) {
		if (declared.readOnly() || declared.redacted()) {
			throw new IllegalArgumentException("The parameter '%s' of %s cannot be read-only or redacted"
				.formatted(declared.value().name(), subject()));
		}
		return super.add(declared);
	}

	@Override
	OperationBuilder self() {
		return this;
	}

	@Override
	String subject() {
		return "the operation '" + this.name + "' of " + this.owner;
	}

	Result result() {
		return this.result;
	}

	@Nullable Function<OperationCall, ? extends @Nullable Object> behavior() {
		return this.behavior;
	}

	<S> OperationDefinition<FakeData, S> build(OperationDefinition.Handler<FakeData, S> handler) {
		List<ValueDefinition<?>> parameters = List.copyOf(parameters());
		return new OperationDefinition<>(this.name, this.documentation, method(), parameters, this.result, handler);
	}

	List<ValueDefinition<?>> parameters() {
		return values().values().stream().<ValueDefinition<?>>map(DeclaredValue::value).toList();
	}

	Method method() {
		if (parameters().stream().anyMatch((parameter) -> parameter.kind() == ValueDefinition.Kind.FILE)) {
			return Method.MULTIPART;
		}
		return (this.post || this.result.kind() == Result.Kind.CREATED) ? Method.FORM : Method.GET;
	}

	private OperationBuilder returns(Result described) {
		if (this.result != Result.NONE) {
			throw new IllegalArgumentException("The result of " + subject() + " is declared twice");
		}
		this.result = described;
		return this;
	}

}
