package dev.hyperclient.testservice;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.function.UnaryOperator;

import dev.hyperclient.testservice.OutgoingResponse.Outcome;
import dev.hyperclient.testservice.OutgoingResponse.Status;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Passes requests to the guard and then to their resource, and holds the data. A read
 * sees one consistent value of the data. Writes are serialized, so that a precondition
 * still holds when the change is made.
 */
final class RequestDispatcher {

	private static final Log logger = LogFactory.getLog(RequestDispatcher.class);

	static final RequestRefusedException RESET = RequestRefusedException.with(Status.SERVICE_UNAVAILABLE,
			"The fake service was reset after this request arrived.");

	private static final Set<String> OVERRIDES = Set.of("PUT", "PATCH", "DELETE");

	private final FakeData initialData;

	private final RequestGuard guard;

	private final ServiceResources resources;

	private volatile FakeData data;

	private boolean writing;

	RequestDispatcher(FakeData initialData, RequestGuard guard, ServiceResources resources) {
		this.initialData = initialData;
		this.guard = guard;
		this.resources = resources;
		this.data = initialData;
	}

	synchronized void reset() {
		requireNotWriting("reset()");
		this.data = this.initialData;
	}

	synchronized void change(UnaryOperator<FakeData> change) {
		requireNotWriting("change(...), add(...) or remove(...)");
		this.data = change.apply(this.data);
	}

	FakeData data() {
		return this.data;
	}

	/**
	 * Return the description of the newest version, without asking the guard.
	 * @param host the host and the port of the URLs in the description
	 * @return the WADL document
	 */
	byte[] description(String host) {
		ResourcePath root = ResourcePath.of(this.initialData.definition().newestVersion(), "");
		GuardedRequest request = new GuardedRequest("GET", host, "/" + root.encoded(), "", null, List.of(),
				new byte[0]);
		return respond(request(request, root, Map.of("Accept", OutgoingResponse.WADL), Caller.ANONYMOUS), () -> true)
			.body();
	}

	/**
	 * Handle a request.
	 * @param method the method
	 * @param target the target of the request line
	 * @param headers the header fields by case-insensitive name
	 * @param authorizations the values of all {@code Authorization} fields
	 * @param body the content
	 * @param current whether the service was not reset since the request arrived
	 * @return the response, also for errors
	 */
	OutgoingResponse dispatch(String method, String target, Map<String, String> headers, List<String> authorizations,
			byte[] body, BooleanSupplier current) {
		try {
			GuardedRequest guarded = GuardedRequest.of(method, target, headers, authorizations, body);
			ResourcePath path = ResourcePath.parse(guarded.path().substring(1));
			requireCurrent(current);
			Caller caller = Objects.requireNonNull(this.guard.check(guarded),
					"The guard returned null: return a Caller, or throw a RequestRefusedException");
			return challenged(respond(request(guarded, path, headers, caller), current));
		}
		catch (RequestRefusedException ex) {
			return challenged(ex.response());
		}
		catch (RuntimeException | Error ex) {
			logger.error("Failed to handle " + method, ex);
			return OutgoingResponse.text(Status.SERVER_ERROR, text(ex));
		}
	}

	/**
	 * Return a response with the challenge of the guard if its status is 401.
	 * @param response the response
	 * @return the response to send
	 */
	OutgoingResponse challenged(OutgoingResponse response) {
		return response.is(Status.UNAUTHORIZED) ? response.with("WWW-Authenticate", this.guard.challenge()) : response;
	}

	/**
	 * Return what a failure is called in a response.
	 * @param failure the failure
	 * @return the name of its class, and its message if it has one
	 */
	static String text(Throwable failure) {
		String name = failure.getClass().getSimpleName();
		return (failure.getMessage() != null) ? name + ": " + failure.getMessage() : name;
	}

	private IncomingRequest request(GuardedRequest guarded, ResourcePath path, Map<String, String> headers,
			Caller caller) {
		ServiceDefinition definition = this.initialData.definition();
		List<String> segments = path.segments();
		String version = segments.get(0);
		if (!definition.versions().containsKey(version)) {
			throw RequestRefusedException.notFound(definition.name(), version);
		}
		RequestRefusedException.require(GuardedRequest.isHost(guarded.authority()), GuardedRequest.HOST_EXPECTED);
		String base = "http://" + guarded.authority();
		Map<String, String> effective = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		effective.putAll(headers);
		ServiceUris local = new ServiceUris(base, version, definition.versions().keySet(), definition.newestVersion(),
				false);
		ServiceUris uris = (definition.recording() != null) ? definition.recording().origin() : local;
		return new IncomingRequest(effectiveMethod(guarded.method(), effective),
				new ResourcePath(segments.subList(1, segments.size())), guarded.path(), guarded.query(),
				FormFields.parse(guarded.query()), effective, guarded.body(), uris, local.root(), caller);
	}

	/**
	 * Apply a method override: some proxies forward GET and POST only.
	 */
	private static String effectiveMethod(String method, Map<String, String> headers) {
		String override = headers.getOrDefault("X-HTTP-Method-Override", "");
		if (!method.equals("POST") || !OVERRIDES.contains(override)) {
			return method;
		}
		String mediaType = headers.get("X-Content-Type-Override");
		if (mediaType != null) {
			headers.put("Content-Type", mediaType);
		}
		return override;
	}

	private OutgoingResponse respond(IncomingRequest request, BooleanSupplier current) {
		if (!request.method().equals("GET")) {
			return write(request, current);
		}
		OutgoingResponse response = this.resources.handle(request, this.data).response().withNotifications();
		return isNotModified(request, response) ? response.notModified() : response;
	}

	private synchronized OutgoingResponse write(IncomingRequest request, BooleanSupplier current) {
		requireCurrent(current);
		this.writing = true;
		try {
			FakeData before = this.data;
			Outcome outcome = this.resources.handle(request, before);
			this.data = outcome.data();
			OutgoingResponse response = outcome.response().withNotifications();
			String groups = changedGroups(before, outcome.data());
			return groups.isEmpty() ? response : response.with("Cache-Group-Invalidation", groups);
		}
		finally {
			this.writing = false;
		}
	}

	/**
	 * Return the cache groups of the types whose entries have changed.
	 */
	private static String changedGroups(FakeData before, FakeData after) {
		return before.definition()
			.types()
			.stream()
			.filter((type) -> !type.listMaxAge().isZero() && !before.entries(type).equals(after.entries(type)))
			.map(FakeType::cacheGroup)
			.collect(Collectors.joining(", "));
	}

	/**
	 * Refuse a change by the behavior of an operation, which has the lock: the outcome of
	 * the operation would replace it.
	 */
	private void requireNotWriting(String method) {
		if (this.writing) {
			throw new IllegalStateException("The behavior of an operation cannot call " + method
					+ " of the service: use call.change(...), call.create(...) or call.remove(...)");
		}
	}

	private static void requireCurrent(BooleanSupplier current) {
		if (!current.getAsBoolean()) {
			throw RESET;
		}
	}

	private static boolean isNotModified(IncomingRequest request, OutgoingResponse response) {
		String condition = request.header("If-None-Match");
		if (condition != null) {
			return response.is(Status.OK) && EntityTags.matches(condition, response.header("ETag"));
		}
		String modified = response.header("Last-Modified");
		return response.is(Status.OK) && modified != null && modified.equals(request.header("If-Modified-Since"));
	}

}
