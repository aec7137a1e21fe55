package dev.hyperclient.cookbook.service;

import java.util.List;
import java.util.Map;

import dev.hyperclient.cookbook.service.security.Admission;
import dev.hyperclient.cookbook.service.security.Caller;
import dev.hyperclient.cookbook.service.security.GuardedRequest;
import dev.hyperclient.cookbook.service.security.RequestGuard;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Asks the guard before every request, whatever it is for, and tells the service who is
 * calling.
 */
final class GuardedRequestHandler {

	private static final Log logger = LogFactory.getLog(GuardedRequestHandler.class);

	private final RequestGuard guard;

	private final RequestHandler handler;

	GuardedRequestHandler(RequestGuard guard, RequestHandler handler) {
		this.guard = guard;
		this.handler = handler;
	}

	/**
	 * Answer a request.
	 * @param method the method
	 * @param target the target as it is on the request line
	 * @param headers the header fields by their names in any case
	 * @param authorizations the values of all {@code Authorization} fields
	 * @param body the content
	 * @return the answer; anything that goes wrong is one, too
	 */
	Response answer(String method, String target, Map<String, String> headers, List<String> authorizations,
			byte[] body) {
		Response response = guarded(method, target, headers, authorizations, body);
		return (response.status() == Status.UNAUTHORIZED) ? response.with("WWW-Authenticate", this.guard.challenge())
				: response;
	}

	private Response guarded(String method, String target, Map<String, String> headers, List<String> authorizations,
			byte[] body) {
		try {
			Admission admission = this.guard.check(request(method, target, headers, authorizations, body));
			if (admission instanceof Admission.Refused refused) {
				return Response.text((refused.status() == 401) ? Status.UNAUTHORIZED : Status.BAD_REQUEST,
						refused.reason());
			}
			Caller caller = ((Admission.Granted) admission).caller();
			return this.handler.answer(method, target, headers, body, caller);
		}
		catch (RequestRefusedException ex) {
			return ex.response();
		}
		catch (RuntimeException ex) {
			logger.error("Failed to check " + method, ex);
			return Response.text(Status.SERVER_ERROR, ex.getClass().getSimpleName());
		}
	}

	private static GuardedRequest request(String method, String target, Map<String, String> headers,
			List<String> authorizations, byte[] body) {
		RequestTarget parsed = RequestTarget.parse(target);
		String authority = (parsed.authority() != null) ? parsed.authority() : headers.getOrDefault("Host", "");
		return new GuardedRequest(method, authority, parsed.rawPath(), parsed.query(), headers.get("Content-Type"),
				authorizations, body);
	}

}
