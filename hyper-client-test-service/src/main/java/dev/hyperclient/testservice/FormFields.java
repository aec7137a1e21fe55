package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a query or a form as decoded bytes. The first value of a repeated field
 * is used.
 *
 * @param values the bytes by name
 */
record FormFields(Map<String, byte[]> values) {

	static final String URLENCODED = "application/x-www-form-urlencoded";

	static final String MULTIPART = "multipart/form-data";

	private static final FormFields NONE = new FormFields(Map.of());

	/**
	 * Return the fields of a form in the body of a request.
	 * @param request the request
	 * @return the fields, empty unless the media type is that of a form
	 */
	static FormFields ofBody(IncomingRequest request) {
		return switch (request.mediaType()) {
			case URLENCODED -> parse(new String(request.body(), StandardCharsets.ISO_8859_1));
			case MULTIPART -> MultipartFormReader.read(request);
			default -> NONE;
		};
	}

	static FormFields parse(String encoded) {
		Map<String, byte[]> values = new LinkedHashMap<>();
		for (String pair : encoded.split("&")) {
			if (!pair.isEmpty()) {
				int equals = pair.indexOf('=');
				String name = (equals >= 0) ? pair.substring(0, equals) : pair;
				String value = (equals >= 0) ? pair.substring(equals + 1) : "";
				values.putIfAbsent(PercentDecoder.utf8(PercentDecoder.decode(name, true)),
						PercentDecoder.decode(value, true));
			}
		}
		return new FormFields(values);
	}

	@Nullable String text(String name) {
		byte[] value = this.values.get(name);
		return (value != null) ? PercentDecoder.utf8(value) : null;
	}

	byte @Nullable [] bytes(String name) {
		return this.values.get(name);
	}

	/**
	 * Return these fields and the fields of another form with other names.
	 * @param others the other fields
	 * @return all fields
	 */
	FormFields or(FormFields others) {
		Map<String, byte[]> all = new LinkedHashMap<>(others.values);
		all.putAll(this.values);
		return new FormFields(all);
	}

}
