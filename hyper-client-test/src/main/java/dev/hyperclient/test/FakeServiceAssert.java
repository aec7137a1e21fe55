package dev.hyperclient.test;

import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.RecordedRequest;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ListAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * Assertions about the requests that a {@link FakeService} received since its start or
 * its last reset, and about the cache outcomes of its clients. Paths are relative to the
 * base URL of the service, and may be given with it and with a slash at their beginning,
 * percent-encoded or not. A path without a query matches requests with any query. Not
 * thread-safe; the service is. <pre class="code">{@code
 * FakeServiceAssert.assertThat(service).received("PATCH", "/recipes/4").withIfMatch();
 * FakeServiceAssert.assertThat(service).didNotReceive("DELETE", "/recipes/4");
 * }</pre>
 */
public final class FakeServiceAssert extends AbstractAssert<FakeServiceAssert, FakeService> {

	private FakeServiceAssert(FakeService actual) {
		super(actual, FakeServiceAssert.class);
	}

	/**
	 * Begin assertions about a service. Import it statically, in addition to the method
	 * of AssertJ that has the same name.
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
	 * @throws IllegalArgumentException if there is no such method
	 */
	public RecordedRequestsAssert received(String method, String path) {
		List<RecordedRequest> found = find(method, path);
		if (found.isEmpty()) {
			String unused = (this.actual.faults().pending() == 0) ? ""
					: "%nFaults that no request has met:%n  %s".formatted(this.actual.faults());
			throw failure("%nExpecting service to have received:%n  %s %s%nbut it received:%n%s%s", method, path,
					RecordedRequestsAssert.lines(this.actual.requests()), unused);
		}
		return new RecordedRequestsAssert(found, method + " " + path);
	}

	/**
	 * Verify that the service did not receive a request. Fails if the service received so
	 * many requests that it does not have all of them.
	 * @param method the method
	 * @param path the path
	 * @return this
	 * @throws IllegalArgumentException if there is no such method
	 */
	public FakeServiceAssert didNotReceive(String method, String path) {
		List<RecordedRequest> found = find(method, path);
		if (!found.isEmpty()) {
			throw failure("%nExpecting service not to have received:%n  %s %s%nbut it received:%n%s", method, path,
					RecordedRequestsAssert.lines(found));
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
		isNotNull();
		requireComplete();
		return Assertions.assertThat(withoutRoot(this.actual.requests())).as("requests");
	}

	/**
	 * Run code and return assertions about the requests that the service received
	 * meanwhile, from any client, without those for the root of the service. An example
	 * is a request budget: {@code assertThat(service).requestsOf(() ->
	 * page.render()).hasSizeLessThanOrEqualTo(3)}
	 * @param code the code. An exception fails the assertion
	 * @return the assertions
	 */
	public ListAssert<RecordedRequest> requestsOf(ThrowingCallable code) {
		isNotNull();
		long before = this.actual.requests().stream().mapToLong(RecordedRequest::number).max().orElse(0);
		Assertions.assertThatCode(code).doesNotThrowAnyException();
		List<RecordedRequest> requests = this.actual.requests()
			.stream()
			.filter((request) -> request.number() > before)
			.toList();
		if (!requests.isEmpty() && requests.get(0).number() > before + 1) {
			requireComplete();
		}
		return Assertions.assertThat(withoutRoot(requests)).as("requests");
	}

	/**
	 * Run code and return assertions about the cache outcomes of its requests, in the
	 * order of their responses, without those for the root of the service. A {@code HIT}
	 * needs no request, {@code REVALIDATED} is a 304, and {@code MISS} is a transfer:
	 * {@code assertThat(service).outcomesOf(() ->
	 * page.render()).containsExactly(REVALIDATED, HIT, HIT)}. The outcomes are observed
	 * at the clients of the application context or of {@link FakeServiceExtension}, and
	 * of clients with {@link #listener}. A request without any response has no outcome.
	 * @param code the code. An exception fails the assertion
	 * @return the assertions
	 * @throws IllegalStateException if no client of the service reports its outcomes
	 */
	public ListAssert<CacheOutcome> outcomesOf(ThrowingCallable code) {
		isNotNull();
		CacheOutcomes clients = CacheOutcomes.of(this.actual);
		try (CacheOutcomes.Recording recording = clients.record()) {
			Assertions.assertThatCode(code).doesNotThrowAnyException();
			if (!clients.hasClient()) {
				throw new IllegalStateException(
						"No client of %s reports its cache outcomes. Use a ServiceRoot of @HyperClientTest, @AutoConfigureFakeService or FakeServiceExtension, or add the listener to the builder of yours: ServiceRoot.builder().addListener(FakeServiceAssert.listener(service))."
							.formatted(this.actual));
			}
			List<CacheOutcomes.Outcome> outcomes = recording.outcomes()
				.stream()
				.filter((outcome) -> !isRoot(outcome.request().uri().getRawPath()))
				.toList();
			return Assertions.assertThat(outcomes.stream().map(CacheOutcomes.Outcome::outcome).toList())
				.as("cache outcomes of%n%s", outcomeText(outcomes));
		}
	}

	/**
	 * Return a listener for a client that a test builds itself. Its cache outcomes are
	 * then known to {@link #outcomesOf}.
	 * @param service the service of the client
	 * @return the listener, for {@link dev.hyperclient.ServiceRootBuilder#addListener}
	 */
	public static ClientListener listener(FakeService service) {
		return CacheOutcomes.of(service).listener();
	}

	private static String outcomeText(List<CacheOutcomes.Outcome> outcomes) {
		return outcomes.isEmpty() ? "  no request"
				: outcomes.stream()
					.map((outcome) -> "  %s -> %s".formatted(outcome.request(), outcome.outcome()))
					.collect(Collectors.joining(System.lineSeparator()));
	}

	private List<RecordedRequest> withoutRoot(List<RecordedRequest> requests) {
		return requests.stream().filter((request) -> !isRoot(request.target())).toList();
	}

	private boolean isRoot(String path) {
		return path.equals(rootPath() + "/") || path.equals(rootPath());
	}

	private List<RecordedRequest> find(String method, String path) {
		isNotNull();
		requireComplete();
		return this.actual.requests(method, path);
	}

	private void requireComplete() {
		if (this.actual.droppedRequests() > 0) {
			throw failure(
					"%nThe log of %s is full: its oldest %d requests were dropped, so that this assertion could be wrong.%nCall reset() before the part of the test that is verified, or send fewer or smaller requests.",
					this.actual, this.actual.droppedRequests());
		}
	}

	/** The path of the base URL, without the slash at its end. */
	private String rootPath() {
		isNotNull();
		URI baseUrl = this.actual.baseUrl();
		return baseUrl.getRawPath().replaceAll("/$", "");
	}

}
