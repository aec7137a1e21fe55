package dev.hyperclient;

import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.stream.Collectors;

import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.internal.json.Json;
import dev.hyperclient.wadl.Param;
import org.jspecify.annotations.Nullable;

import org.springframework.web.util.UriUtils;

/**
 * Writes the arguments of a named operation: as JSON texts, so that the text
 * {@code "1.234"} stays a text, but the values of a closed list as they are.
 */
final class ArgumentEncoder {

	private ArgumentEncoder() {
	}

	/** Return the text that is sent for an argument, before percent-encoding. */
	static String encode(Param param, @Nullable Object value, ValueConverter converter) {
		@Nullable Object plain = WireValues.of(value, converter);
		return param.options().isEmpty() ? Json.write(plain) : String.valueOf(plain);
	}

	/** Return the form encoding of arguments, sorted by name. */
	static String form(SortedMap<String, String> arguments) {
		return arguments.entrySet()
			.stream()
			.map((argument) -> percentEncoded(argument.getKey()) + "=" + percentEncoded(argument.getValue()))
			.collect(Collectors.joining("&"));
	}

	private static String percentEncoded(String text) {
		return UriUtils.encode(text, StandardCharsets.UTF_8).replace("%20", "+");
	}

}
