package dev.hyperclient.test;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

import dev.hyperclient.testservice.RecordedRequest;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about recorded requests with one method and path. Each method that begins
 * with {@code with} verifies that at least one of them matches, and those that match are
 * the subject of the next assertion.
 */
public final class RecordedRequestsAssert extends AbstractAssert<RecordedRequestsAssert, List<RecordedRequest>> {

	private static final int MAX_BODY = 64 * 1024;

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
	 * @throws IllegalArgumentException if the text is longer than what the service keeps
	 * of a body, 64 KiB
	 */
	public RecordedRequestsAssert withBody(String text) {
		int length = text.getBytes(StandardCharsets.UTF_8).length;
		if (length > MAX_BODY) {
			throw new IllegalArgumentException(
					"The service keeps the first %d bytes of a body, but the expected body has %d. Use withBodyContaining(...)."
						.formatted(MAX_BODY, length));
		}
		return with("the body " + RecordedRequestsText.cut(text), (request) -> text.equals(request.body()));
	}

	/**
	 * Verify a part of the body of a request, of which the service keeps the first 64
	 * KiB.
	 * @param text a part of the body
	 * @return assertions about the requests with that part
	 */
	public RecordedRequestsAssert withBodyContaining(String text) {
		return with("a body containing " + RecordedRequestsText.cut(text),
				(request) -> Objects.toString(request.body(), "").contains(text));
	}

	/**
	 * Verify an argument of an operation, in the query of a GET or in the form of a POST.
	 * Forms with files are not read.
	 * @param name the name of the parameter, for instance {@code status}
	 * @param value the value that was given to the operation, such as a text, a number, a
	 * date or an entry
	 * @return assertions about the requests with that argument
	 */
	public RecordedRequestsAssert withArgument(String name, Object value) {
		return with("the argument %s=%s".formatted(name, value),
				(request) -> RecordedArguments.contains(request, name, value));
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
					number, RecordedRequestsText.details(this.actual));
		}
		return this;
	}

	private RecordedRequestsAssert with(String condition, Predicate<RecordedRequest> predicate) {
		String text = this.expected + (this.expected.contains(" with ") ? " and " : " with ") + condition;
		List<RecordedRequest> matching = this.actual.stream().filter(predicate).toList();
		if (matching.isEmpty()) {
			throw failure("%nExpecting service to have received:%n  %s%nbut it received:%n%s", text,
					RecordedRequestsText.details(this.actual));
		}
		return new RecordedRequestsAssert(matching, text);
	}

}
