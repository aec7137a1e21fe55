package dev.hyperclient.testservice;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import dev.hyperclient.testservice.OperationDefinition.Method;
import dev.hyperclient.testservice.OperationDefinition.Result;
import dev.hyperclient.testservice.OutgoingResponse.Status;
import org.jspecify.annotations.Nullable;

/**
 * Calls the behavior of a declared operation and converts what it returns.
 *
 * @param operation the declared operation
 * @param types the entry types by name
 */
record OperationBehavior(OperationBuilder operation, Map<String, EntryType<FakeData, FakeEntry>> types) {

	OperationOutcome<FakeData> invoke(FakeData data, @Nullable FakeEntry entry, ArgumentValues arguments) {
		Function<OperationCall, ? extends @Nullable Object> behavior = this.operation.behavior();
		if (behavior == null) {
			throw RequestRefusedException.with(Status.NOT_IMPLEMENTED,
					"%s has no behavior. Give it one where the fake service is declared: answers((call) -> ...)"
						.formatted(Advice.capitalized(this.operation.subject())));
		}
		OperationCall call = new OperationCall(this.operation.subject(), data, entry, arguments,
				this.operation.method() != Method.GET);
		try {
			Object returned = behavior.apply(call);
			return outcome(call, entry, returned);
		}
		catch (IllegalStateException | IllegalArgumentException ex) {
			// The test sees the text, which the client has in its exception.
			throw RequestRefusedException.with(Status.SERVER_ERROR,
					"The behavior of " + this.operation.subject() + " failed: " + ex.getMessage());
		}
	}

	private OperationOutcome<FakeData> outcome(OperationCall call, @Nullable FakeEntry entry,
			@Nullable Object returned) {
		FakeData data = call.data();
		switch (this.operation.result().kind()) {
			case CREATED -> {
				FakeEntry created = require(returned, FakeEntry.class, "the entry that it creates");
				return new OperationOutcome.Created<>(data, type(created), created);
			}
			case PAGE -> require(returned, List.class, "a list of entries");
			case ENTRY -> {
				if (returned != null) {
					require(returned, FakeEntry.class, "an entry or null");
				}
			}
			default -> {
			}
		}
		if (returned == null && entry != null && call.renamed() != null) {
			FakeEntry renamed = Objects.requireNonNull(call.renamed());
			return new OperationOutcome.Moved<>(data, type(renamed), renamed);
		}
		return (returned == null) ? new OperationOutcome.Done<>(data)
				: new OperationOutcome.Changed<>(data, result(returned));
	}

	private OperationOutcome<FakeData> result(Object returned) {
		if (returned instanceof FakeEntry found) {
			return new OperationOutcome.Single<>(type(found), found);
		}
		Result described = this.operation.result();
		if (returned instanceof List<?> list
				&& (described.kind() == Result.Kind.PAGE || (!list.isEmpty() && list.get(0) instanceof FakeEntry))) {
			List<FakeEntry> found = list.stream().map((one) -> require(one, FakeEntry.class, "entries")).toList();
			EntryType<FakeData, FakeEntry> type = (described.kind() == Result.Kind.PAGE) ? type(described.type())
					: type(found.get(0));
			return new OperationOutcome.Found<>(type, EntryList.of(found));
		}
		return new OperationOutcome.Value<>(returned);
	}

	private EntryType<FakeData, FakeEntry> type(FakeEntry entry) {
		return type(entry.type());
	}

	private EntryType<FakeData, FakeEntry> type(String name) {
		return Objects.requireNonNull(this.types.get(name));
	}

	private static <T> T require(@Nullable Object returned, Class<T> type, String expected) {
		if (!type.isInstance(returned)) {
			throw new IllegalStateException("it must return " + expected + " but returned " + returned);
		}
		return type.cast(returned);
	}

}
