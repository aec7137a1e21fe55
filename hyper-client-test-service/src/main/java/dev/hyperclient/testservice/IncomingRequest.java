package dev.hyperclient.testservice;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A request with a valid target and host.
 *
 * @param method the method, after method override
 * @param path the path below the version
 * @param url the whole URL as sent, without the query
 * @param rawQuery the query as sent
 * @param query the fields of the query
 * @param headers the header fields by case-insensitive name
 * @param body the content
 * @param uris creates the links of the response
 * @param caller the caller
 */
record IncomingRequest(String method, ResourcePath path, String url, String rawQuery, FormFields query,
		Map<String, String> headers, byte[] body, ServiceUris uris, Caller caller) {

	@Nullable String header(String name) {
		return this.headers.get(name);
	}

	/**
	 * Return the media type of the content without parameters.
	 * @return the media type in lower case, empty if absent
	 */
	String mediaType() {
		return GuardedRequest.mediaType(header("Content-Type"));
	}

	void requireMethod(String allowed) {
		if (!this.method.equals(allowed)) {
			throw RequestRefusedException.methodNotAllowed(allowed);
		}
	}

}
