package dev.hyperclient.cookbook.service;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a query string or form, still as the bytes that were sent. Of a field
 * that comes twice the first counts.
 *
 * @param values the bytes by name
 */
record FormFields(Map<String, byte[]> values) {

	static final FormFields NONE = new FormFields(Map.of());

	static FormFields parse(String encoded) {
		Map<String, byte[]> values = new LinkedHashMap<>();
		for (String pair : encoded.split("&")) {
			if (!pair.isEmpty()) {
				int equals = pair.indexOf('=');
				String name = (equals >= 0) ? pair.substring(0, equals) : pair;
				String value = (equals >= 0) ? pair.substring(equals + 1) : "";
				values.putIfAbsent(Percent.utf8(Percent.decode(name, true)), Percent.decode(value, true));
			}
		}
		return new FormFields(values);
	}

	static FormFields parse(byte[] body) {
		return parse(new String(body, StandardCharsets.ISO_8859_1));
	}

	@Nullable String text(String name) {
		byte[] value = this.values.get(name);
		return (value != null) ? Percent.utf8(value) : null;
	}

	byte @Nullable [] bytes(String name) {
		return this.values.get(name);
	}

	/**
	 * These fields and those others that have other names.
	 * @param others the other fields
	 * @return all of them
	 */
	FormFields or(FormFields others) {
		Map<String, byte[]> all = new LinkedHashMap<>(others.values);
		all.putAll(this.values);
		return new FormFields(all);
	}

}
