package dev.hyperclient.test;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import tools.jackson.databind.JsonNode;

/**
 * Replaces the URL of a root by the URL of another root of the same service, for example
 * on another port. A folder keeps the URL of its first recording.
 *
 * @param from the URL to replace, as it is in the description
 * @param to the URL that replaces it
 */
record RecordedBase(URI from, URI to) {

	String replaced(String text) {
		if (this.from.equals(this.to)) {
			return text;
		}
		return text.replace(this.from.toString(), this.to.toString()).replace(encoded(this.from), encoded(this.to));
	}

	byte[] replaced(byte[] document) {
		// The URLs are ASCII, so that the encoding of the document is of no importance.
		return replaced(new String(document, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1);
	}

	JsonNode replaced(JsonNode body) {
		return this.from.equals(this.to) ? body
				: RecordingFolder.MAPPER.readTree(replaced(RecordingFolder.MAPPER.writeValueAsString(body)));
	}

	private static String encoded(URI url) {
		return URLEncoder.encode(url.toString(), StandardCharsets.UTF_8);
	}

}
