package dev.hyperclient.cookbook.service;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.hyperclient.cookbook.service.security.Caller;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests, whatever they came over. Reads see one moment of the library; writes
 * decide and change it in one step.
 */
final class RequestHandler {

	private static final Log logger = LogFactory.getLog(RequestHandler.class);

	private static final Set<String> STANDS_FOR = Set.of("PUT", "PATCH", "DELETE");

	private final CookbookStore store;

	RequestHandler(CookbookStore store) {
		this.store = store;
	}

	/**
	 * Answer a request.
	 * @param method the method
	 * @param target the target as it is on the request line
	 * @param headers the header fields by their names in any case
	 * @param body the content
	 * @param caller who sent it
	 * @return the answer; anything that goes wrong is one, too
	 */
	Response answer(String method, String target, Map<String, String> headers, byte[] body, Caller caller) {
		try {
			return answer(request(method, RequestTarget.parse(target), headers, body, caller));
		}
		catch (RequestRefusedException ex) {
			return ex.response();
		}
		catch (RuntimeException ex) {
			logger.error("Failed to answer " + method, ex);
			return Response.text(Status.SERVER_ERROR, ex.getClass().getSimpleName());
		}
	}

	private Response answer(Request request) {
		ServiceVersion version = ServiceVersion.of(request.links().version()).orElseThrow();
		if (!request.method().equals("GET")) {
			return this.store.write((library) -> answer(version, request, library));
		}
		Response response = answer(version, request, this.store.library()).response();
		return isKnown(request, response) ? response.notModified() : response;
	}

	/**
	 * Time stamps are not compared as times, since they are more exact than the format of
	 * HTTP.
	 */
	private static boolean isKnown(Request request, Response response) {
		String condition = request.header("If-None-Match");
		if (response.status() != Status.OK) {
			return false;
		}
		if (condition != null) {
			return EntityTags.names(condition, response.header("ETag"));
		}
		String modified = response.header("Last-Modified");
		return modified != null && modified.equals(request.header("If-Modified-Since"));
	}

	private static Outcome answer(ServiceVersion version, Request request, Library library) {
		Outcome outcome = new Router(version, library, request.caller()).find(request.path()).answer(request, library);
		Response response = outcome.response();
		return (response.header(Notifications.HEADER) != null) ? outcome
				: new Outcome(outcome.library(), response.with(Notifications.HEADER, Notifications.NONE));
	}

	private static Request request(String method, RequestTarget target, Map<String, String> headers, byte[] body,
			Caller caller) {
		List<String> names = target.path().segments();
		ServiceVersion version = ServiceVersion.of(names.get(0))
			.orElseThrow(() -> RequestRefusedException.notFound("cookbook service", names.get(0)));
		String host = (target.authority() != null) ? target.authority() : headers.get("Host");
		if (host == null || !Host.isValid(host)) {
			throw RequestRefusedException.badRequest(Host.EXPECTED);
		}
		String base = "http://" + host;
		Map<String, String> caseless = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		caseless.putAll(headers);
		String override = override(method, caseless);
		return new Request((override != null) ? override : method, new ResourcePath(names.subList(1, names.size())),
				base + target.rawPath(), target.query(), FormFields.parse(target.query()), caseless, body,
				new Links(base, version.segment()), caller);
	}

	/**
	 * Some ways to the service let only GET and POST through.
	 */
	private static @Nullable String override(String method, Map<String, String> headers) {
		String override = headers.get("X-HTTP-Method-Override");
		if (override == null || !method.equals("POST") || !STANDS_FOR.contains(override)) {
			return null;
		}
		String mediaType = headers.get("X-Content-Type-Override");
		if (mediaType != null) {
			headers.put("Content-Type", mediaType);
		}
		return override;
	}

}
