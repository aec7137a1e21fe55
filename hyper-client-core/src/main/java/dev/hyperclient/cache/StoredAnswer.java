package dev.hyperclient.cache;

import java.util.Optional;

import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Makes the answer to a request out of a stored response (RFC 9111, 4).
 */
final class StoredAnswer {

	private StoredAnswer() {
	}

	/**
	 * The answer: a 304 if the request has a condition that the stored response meets
	 * (4.3.2), the part that it wants (RFC 9110, 14.2), else the whole.
	 * @param request the request
	 * @param stored the stored response
	 * @param freshness how old it is, which the answer tells (5.1)
	 * @return the answer, its content not yet held
	 */
	static CacheAnswer to(ServiceRequest request, StoredResponse stored, Freshness freshness) {
		HttpHeaders headers = OwnFields.toAnswer(stored);
		headers.set(HttpHeaders.AGE, String.valueOf(Math.max(0, freshness.age().toSeconds())));
		boolean notModified = isRepresentation(stored) && CallerCondition.of(request.headers())
			.filter((condition) -> condition.isNotModified(stored.headers()))
			.isPresent();
		if (notModified) {
			return new CacheAnswer(request.uri(), 304, headers, StoredBody.EMPTY);
		}
		Optional<ByteRange> range = ByteRange.wanted(request, stored);
		if (range.isPresent()) {
			return part(request, stored, range.get(), headers);
		}
		boolean head = HttpMethod.HEAD.equals(request.method());
		return new CacheAnswer(request.uri(), stored.status(), headers, head ? StoredBody.EMPTY : stored.body());
	}

	/**
	 * Whether a condition or a range can apply to a response at all.
	 */
	static boolean isRepresentation(StoredResponse stored) {
		return stored.status() == 200 || stored.status() == 203;
	}

	private static CacheAnswer part(ServiceRequest request, StoredResponse stored, ByteRange range,
			HttpHeaders headers) {
		StoredBody part = new PartialBody(stored.body(), range);
		headers.set(HttpHeaders.CONTENT_RANGE, range.contentRange(stored.body().length()));
		headers.setContentLength(part.length());
		return new CacheAnswer(request.uri(), 206, headers, part);
	}

}
