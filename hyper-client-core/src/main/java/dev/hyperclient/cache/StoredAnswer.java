package dev.hyperclient.cache;

import java.util.Arrays;
import java.util.Optional;

import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Makes the answer to a request out of a stored response (RFC 9111, 4).
 */
final class StoredAnswer {

	private static final byte[] NO_BODY = new byte[0];

	private StoredAnswer() {
	}

	/**
	 * The answer: a 304 if the request has a condition that the stored response meets
	 * (4.3.2), the part that it wants (RFC 9110, 14.2), else the whole.
	 * @param request the request
	 * @param stored the stored response
	 * @param freshness how old it is, which the answer tells (5.1)
	 */
	static ServiceResponse to(ServiceRequest request, StoredResponse stored, Freshness freshness) {
		HttpHeaders headers = OwnFields.toAnswer(stored.headers());
		headers.set(HttpHeaders.AGE, String.valueOf(Math.max(0, freshness.age().toSeconds())));
		boolean notModified = isRepresentation(stored) && CallerCondition.of(request.headers())
			.filter((condition) -> condition.isNotModified(stored.headers()))
			.isPresent();
		if (notModified) {
			return new ServiceResponse(request.uri(), 304, headers, NO_BODY);
		}
		Optional<ByteRange> range = ByteRange.wanted(request, stored);
		if (range.isPresent()) {
			return part(request, stored, range.get(), headers);
		}
		boolean head = HttpMethod.HEAD.equals(request.method());
		return new ServiceResponse(request.uri(), stored.status(), headers, head ? NO_BODY : stored.body());
	}

	/**
	 * Whether a condition or a range can apply to a response at all.
	 */
	static boolean isRepresentation(StoredResponse stored) {
		return stored.status() == 200 || stored.status() == 203;
	}

	private static ServiceResponse part(ServiceRequest request, StoredResponse stored, ByteRange range,
			HttpHeaders headers) {
		byte[] part = Arrays.copyOfRange(stored.body(), (int) range.first(), (int) range.last() + 1);
		headers.set(HttpHeaders.CONTENT_RANGE, range.contentRange(stored.body().length));
		headers.setContentLength(part.length);
		return new ServiceResponse(request.uri(), 206, headers, part);
	}

}
