package dev.hyperclient.testservice;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import dev.hyperclient.testservice.OutgoingResponse.Status;
import dev.hyperclient.testservice.ResourceHandler.Outcome;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests to the guard and then to their resource, and holds the data. A read
 * sees one consistent value of the data. Writes are serialized, so that a precondition
 * still holds when the change is made.
 */
final class RequestDispatcher {

	private static final Log logger = LogFactory.getLog(RequestDispatcher.class);

	private static final Set<String> OVERRIDES = Set.of("PUT", "PATCH", "DELETE");

	private final ServiceDefinition definition;

	private final FakeData initialData;

	private final RequestGuard guard;

	private final ResourceHandler resources;

	private volatile FakeData data;

	RequestDispatcher(FakeData initialData, RequestGuard guard, ResourceHandler resources) {
		this.definition = initialData.definition();
		this.initialData = initialData;
		this.guard = guard;
		this.resources = resources;
		this.data = initialData;
	}

	synchronized void reset() {
		this.data = this.initialData;
	}

	synchronized void change(UnaryOperator<FakeData> change) {
		this.data = change.apply(this.data);
	}

	FakeData data() {
		return this.data;
	}

	/**
	 * Handle a request.
	 * @param method the method
	 * @param target the target of the request line
	 * @param headers the header fields by case-insensitive name
	 * @param authorizations the values of all {@code Authorization} fields
	 * @param body the content
	 * @return the response, also for errors
	 */
	OutgoingResponse dispatch(String method, String target, Map<String, String> headers, List<String> authorizations,
			byte[] body) {
		OutgoingResponse response = handle(method, target, headers, authorizations, body);
		return response.is(Status.UNAUTHORIZED) ? response.with("WWW-Authenticate", this.guard.challenge()) : response;
	}

	private OutgoingResponse handle(String method, String target, Map<String, String> headers,
			List<String> authorizations, byte[] body) {
		try {
			RequestTarget parsed = RequestTarget.parse(target);
			Caller caller = this.guard.check(guarded(method, parsed, headers, authorizations, body));
			return respond(request(method, parsed, headers, body, caller));
		}
		catch (RequestRefusedException ex) {
			return ex.response();
		}
		catch (RuntimeException ex) {
			logger.error("Failed to handle " + method, ex);
			return OutgoingResponse.text(Status.SERVER_ERROR, ex.getClass().getSimpleName());
		}
	}

	private static GuardedRequest guarded(String method, RequestTarget target, Map<String, String> headers,
			List<String> authorizations, byte[] body) {
		String authority = (target.authority() != null) ? target.authority() : headers.getOrDefault("Host", "");
		return new GuardedRequest(method, authority, target.rawPath(), target.query(), headers.get("Content-Type"),
				authorizations, body);
	}

	private IncomingRequest request(String method, RequestTarget target, Map<String, String> headers, byte[] body,
			Caller caller) {
		List<String> segments = target.path().segments();
		String version = segments.get(0);
		if (!this.definition.versions().containsKey(version)) {
			throw RequestRefusedException.notFound(this.definition.name(), version);
		}
		String host = (target.authority() != null) ? target.authority() : headers.get("Host");
		if (host == null || !RequestTarget.isHost(host)) {
			throw RequestRefusedException.badRequest(RequestTarget.HOST_EXPECTED);
		}
		String base = "http://" + host;
		Map<String, String> effective = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		effective.putAll(headers);
		String override = override(method, effective);
		return new IncomingRequest((override != null) ? override : method,
				new ResourcePath(segments.subList(1, segments.size())), base + target.rawPath(), target.query(),
				FormFields.parse(target.query()), effective, body,
				new ServiceUris(base, version, this.definition.newestVersion()), caller);
	}

	/**
	 * Apply a method override: some proxies forward GET and POST only.
	 */
	private static @Nullable String override(String method, Map<String, String> headers) {
		String override = headers.get("X-HTTP-Method-Override");
		if (override == null || !method.equals("POST") || !OVERRIDES.contains(override)) {
			return null;
		}
		String mediaType = headers.get("X-Content-Type-Override");
		if (mediaType != null) {
			headers.put("Content-Type", mediaType);
		}
		return override;
	}

	private OutgoingResponse respond(IncomingRequest request) {
		if (!request.method().equals("GET")) {
			return write(request);
		}
		OutgoingResponse response = this.resources.handle(request, this.data).response().withNotifications();
		return isNotModified(request, response) ? response.notModified() : response;
	}

	private synchronized OutgoingResponse write(IncomingRequest request) {
		Outcome outcome = this.resources.handle(request, this.data);
		this.data = outcome.data();
		return outcome.response().withNotifications();
	}

	private static boolean isNotModified(IncomingRequest request, OutgoingResponse response) {
		String condition = request.header("If-None-Match");
		if (!response.is(Status.OK)) {
			return false;
		}
		if (condition != null) {
			return EntityTags.matches(condition, response.header("ETag"));
		}
		String modified = response.header("Last-Modified");
		return modified != null && modified.equals(request.header("If-Modified-Since"));
	}

}
