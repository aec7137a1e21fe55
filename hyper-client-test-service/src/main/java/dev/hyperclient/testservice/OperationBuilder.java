package dev.hyperclient.testservice;

import java.util.List;
import java.util.function.Function;

import dev.hyperclient.testservice.OperationDefinition.Result;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Declares a named operation: its parameters, its result and its behavior. Not
 * thread-safe.
 */
public final class OperationBuilder extends ValuesBuilder<OperationBuilder> {

	private final String name;

	private final String owner;

	private boolean post;

	private Result result = Result.VALUE;

	private @Nullable String resultType;

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
	 * Invoke the operation with POST, so that it can change data. Operations that create
	 * an entry or have a file as a parameter are invoked with POST in any case.
	 * @return this builder
	 */
	public OperationBuilder post() {
		this.post = true;
		return this;
	}

	/**
	 * Describe the result as pages of entries. The behavior returns a list of them.
	 * @param type the name of the entry type
	 * @return this builder
	 */
	public OperationBuilder returnsPage(String type) {
		return returns(Result.PAGE, type);
	}

	/**
	 * Describe the result as an entry. The behavior returns it or {@code null}.
	 * @param type the name of the entry type
	 * @return this builder
	 */
	public OperationBuilder returnsEntry(String type) {
		return returns(Result.ENTRY, type);
	}

	/**
	 * Describe the result as a new entry. The behavior returns it. A text parameter with
	 * the name of the key takes only texts that can be keys.
	 * @param type the name of the entry type
	 * @return this builder
	 */
	public OperationBuilder creates(String type) {
		return returns(Result.CREATED, type);
	}

	/**
	 * Set the behavior. Without one, the operation responds with status 501. It returns a
	 * {@link FakeEntry}, a list of them, or a JSON value as a text, number, boolean, list
	 * or map; {@code null} for no result. To refuse a call, it throws a
	 * {@link RequestRefusedException}. Other exceptions and errors result in status 500
	 * with a text that names the operation. The behavior of a POST changes data with the
	 * methods of {@link OperationCall}; while it runs, other writes, changes by the test
	 * and {@link FakeService#reset()} wait.
	 * @param behavior the behavior, invoked on an event-loop thread
	 * @return this builder
	 */
	public OperationBuilder answers(Function<OperationCall, ? extends @Nullable Object> behavior) {
		this.behavior = behavior;
		return this;
	}

	@Override
	String subject() {
		return "the operation '" + this.name + "' of " + this.owner;
	}

	OperationDefinition build() {
		values().values()
			.forEach((parameter) -> Advice.require(!parameter.readOnly() && !parameter.redacted(),
					"The parameter '%s' of %s cannot be read-only or redacted", parameter.name(), subject()));
		boolean changing = this.post || this.result == Result.CREATED
				|| values().values().stream().anyMatch((parameter) -> parameter.kind() == Kind.FILE);
		return new OperationDefinition(this.name, subject(), this.documentation, changing ? "POST" : "GET",
				List.copyOf(values().values()), this.result, this.resultType, this.behavior,
				"Give it one where the fake service is declared: answers((call) -> ...)");
	}

	private OperationBuilder returns(Result described, String type) {
		Advice.require(this.resultType == null, "The result of %s is declared twice", subject());
		this.result = described;
		this.resultType = type;
		return this;
	}

}
