package dev.hyperclient.test;

import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.RecordedRequest;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ListAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * Assertions about the requests that a {@link FakeService} received since its start or
 * its last reset. Paths are relative to the base URL of the service and begin with a
 * slash; a path without a query matches requests with any query.
 */
public final class FakeServiceAssert extends AbstractAssert<FakeServiceAssert, FakeService> {

	private FakeServiceAssert(FakeService actual) {
		super(actual, FakeServiceAssert.class);
	}

	/**
	 * Begin assertions about a service. To be imported statically, beside the method of
	 * AssertJ that has the same name.
	 * @param actual the service
	 * @return the assertions
	 */
	public static FakeServiceAssert assertThat(FakeService actual) {
		return new FakeServiceAssert(actual);
	}

	/**
	 * Verify that the service received a request.
	 * @param method the method, for instance {@code PATCH}
	 * @param path the path, for instance {@code /notes/1}
	 * @return assertions about the requests with that method and path
	 */
	public RecordedRequestsAssert received(String method, String path) {
		List<RecordedRequest> found = find(method, path);
		if (found.isEmpty()) {
			throw failure("%nExpecting service to have received:%n  %s %s%nbut it received:%n%s", method, path,
					text(this.actual.requests()));
		}
		return new RecordedRequestsAssert(found, method + " " + path);
	}

	/**
	 * Verify that the service did not receive a request.
	 * @param method the method
	 * @param path the path
	 * @return this
	 */
	public FakeServiceAssert didNotReceive(String method, String path) {
		List<RecordedRequest> found = find(method, path);
		if (!found.isEmpty()) {
			throw failure("%nExpecting service not to have received:%n  %s %s%nbut it received:%n%s", method, path,
					text(found));
		}
		return this;
	}

	/**
	 * Return assertions about all requests, oldest first, without those for the root of
	 * the service. A client fetches the root once, for all tests of an application
	 * context.
	 * @return the assertions
	 */
	public ListAssert<RecordedRequest> requests() {
		return Assertions.assertThat(withoutRoot(this.actual.requests())).as("requests");
	}

	/**
	 * Run code and return assertions about the requests that the service received
	 * meanwhile, from any client, without those for the root of the service. An example
	 * is a request budget:
	 * {@code assertThat(service).requestsOf(() -> page.render()).hasSizeLessThanOrEqualTo(3)}
	 * @param code the code. An exception fails the assertion
	 * @return the assertions
	 */
	public ListAssert<RecordedRequest> requestsOf(ThrowingCallable code) {
		int before = this.actual.requests().size();
		Assertions.assertThatCode(code).doesNotThrowAnyException();
		List<RecordedRequest> requests = this.actual.requests();
		return Assertions.assertThat(withoutRoot(requests.subList(before, requests.size()))).as("requests");
	}

	static String text(List<RecordedRequest> requests) {
		return requests.isEmpty() ? "  nothing"
				: requests.stream()
					.map((request) -> "  " + request)
					.collect(Collectors.joining(System.lineSeparator()));
	}

	private List<RecordedRequest> withoutRoot(List<RecordedRequest> requests) {
		String root = rootPath() + "/";
		return requests.stream()
			.filter((request) -> !request.target().equals(root) && !request.target().equals(rootPath()))
			.toList();
	}

	private List<RecordedRequest> find(String method, String path) {
		if (!path.startsWith("/")) {
			throw new IllegalArgumentException("The path must begin with a slash but is '%s'".formatted(path));
		}
		String target = rootPath() + path;
		return this.actual.requests()
			.stream()
			.filter((request) -> request.method().equals(method) && matches(request.target(), target))
			.toList();
	}

	private static boolean matches(String target, String expected) {
		return target.equals(expected) || (!expected.contains("?") && target.startsWith(expected + "?"));
	}

	/** The path of the base URL, without the slash at its end. */
	private String rootPath() {
		isNotNull();
		URI baseUrl = this.actual.baseUrl();
		return baseUrl.getRawPath().replaceAll("/$", "");
	}

}
