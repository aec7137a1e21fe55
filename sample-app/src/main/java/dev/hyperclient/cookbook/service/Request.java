package dev.hyperclient.cookbook.service;

import java.util.Locale;
import java.util.Map;

import dev.hyperclient.cookbook.service.security.Caller;
import org.jspecify.annotations.Nullable;

/**
 * A request whose address was understood.
 *
 * @param method the method
 * @param path the names below the version
 * @param address the whole address as sent, without the query
 * @param rawQuery the query as sent
 * @param query the query taken apart
 * @param headers the header fields, in whatever case they are asked for
 * @param body the content
 * @param links makes the links of the answer
 * @param caller who sent it
 */
record Request(String method, ResourcePath path, String address, String rawQuery, FormFields query,
		Map<String, String> headers, byte[] body, Links links, Caller caller) {

	@Nullable String header(String name) {
		return this.headers.get(name);
	}

	/**
	 * The media type of the content without its parameters.
	 * @return the media type, in lower case and empty if there is none
	 */
	String mediaType() {
		String contentType = header("Content-Type");
		return (contentType != null) ? contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT) : "";
	}

}
