package dev.hyperclient.test;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

import dev.hyperclient.testservice.RecordedRequest;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions about recorded requests with one method and path. Each method that begins
 * with {@code with} verifies that at least one of them matches, and those that match are
 * the subject of the next assertion.
 */
public final class RecordedRequestsAssert extends AbstractAssert<RecordedRequestsAssert, List<RecordedRequest>> {

	private final String expected;

	RecordedRequestsAssert(List<RecordedRequest> actual, String expected) {
		super(actual, RecordedRequestsAssert.class);
		this.expected = expected;
	}

	/**
	 * Verify that a request was conditional by {@code If-Match}, with any entity tag.
	 * @return assertions about the requests with the field
	 */
	public RecordedRequestsAssert withIfMatch() {
		return with("If-Match", (request) -> request.ifMatch() != null);
	}

	/**
	 * Verify the {@code If-Match} of a request.
	 * @param entityTag the value of the field, with the quotation marks
	 * @return assertions about the requests with that value
	 */
	public RecordedRequestsAssert withIfMatch(String entityTag) {
		return with("If-Match: " + entityTag, (request) -> entityTag.equals(request.ifMatch()));
	}

	/**
	 * Verify that a request was conditional by {@code If-None-Match}: the client had a
	 * stored response.
	 * @return assertions about the requests with the field
	 */
	public RecordedRequestsAssert withIfNoneMatch() {
		return with("If-None-Match", (request) -> request.ifNoneMatch() != null);
	}

	/**
	 * Verify the {@code If-None-Match} of a request.
	 * @param entityTag the value of the field, with the quotation marks
	 * @return assertions about the requests with that value
	 */
	public RecordedRequestsAssert withIfNoneMatch(String entityTag) {
		return with("If-None-Match: " + entityTag, (request) -> entityTag.equals(request.ifNoneMatch()));
	}

	/**
	 * Verify the body of a request.
	 * @param text the whole body
	 * @return assertions about the requests with that body
	 */
	public RecordedRequestsAssert withBody(String text) {
		return with("the body " + text, (request) -> text.equals(request.body()));
	}

	/**
	 * Verify a part of the body of a request.
	 * @param text a part of the body
	 * @return assertions about the requests with that part
	 */
	public RecordedRequestsAssert withBodyContaining(String text) {
		return with("a body containing " + text, (request) -> Objects.toString(request.body(), "").contains(text));
	}

	/**
	 * Verify the status of the response to a request.
	 * @param status the status, for instance 304
	 * @return assertions about the requests with that response
	 */
	public RecordedRequestsAssert withStatus(int status) {
		return with("the status " + status, (request) -> request.status() == status);
	}

	/**
	 * Verify the number of requests.
	 * @param number the number
	 * @return this
	 */
	public RecordedRequestsAssert times(int number) {
		if (this.actual.size() != number) {
			throw failure("%nExpecting service to have received:%n  %s%n%s times but it received:%n%s", this.expected,
					number, details(this.actual));
		}
		return this;
	}

	private RecordedRequestsAssert with(String condition, Predicate<RecordedRequest> predicate) {
		String text = this.expected + (this.expected.contains(" with ") ? " and " : " with ") + condition;
		List<RecordedRequest> matching = this.actual.stream().filter(predicate).toList();
		if (matching.isEmpty()) {
			throw failure("%nExpecting service to have received:%n  %s%nbut it received:%n%s", text,
					details(this.actual));
		}
		return new RecordedRequestsAssert(matching, text);
	}

	private static String details(List<RecordedRequest> requests) {
		StringBuilder text = new StringBuilder();
		for (RecordedRequest request : requests) {
			text.append("  ").append(request);
			append(text, "If-Match", request.ifMatch());
			append(text, "If-None-Match", request.ifNoneMatch());
			append(text, "body", request.body());
			text.append(System.lineSeparator());
		}
		return text.toString();
	}

	private static void append(StringBuilder text, String name, @Nullable String value) {
		if (value != null && !value.isEmpty()) {
			text.append(", ").append(name).append(": ").append(value);
		}
	}

}
