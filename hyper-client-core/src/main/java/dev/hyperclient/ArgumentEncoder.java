package dev.hyperclient;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

import dev.hyperclient.internal.json.Json;
import dev.hyperclient.wadl.Param;
import dev.hyperclient.wadl.ParamType;
import org.jspecify.annotations.Nullable;

import org.springframework.web.util.UriUtils;

/**
 * Writes the arguments of a named operation: as JSON texts, so that the text
 * {@code "1.234"} stays a text, but the values of a closed list as they are.
 */
final class ArgumentEncoder {

	private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder().appendPattern("uuuu-MM-dd'T'HH:mm:ss")
		.optionalStart()
		.appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
		.optionalEnd()
		.toFormatter();

	private ArgumentEncoder() {
	}

	/** The text that is sent for an argument, before percent-encoding. */
	static String encode(Param param, @Nullable Object value) {
		@Nullable Object plain = plain(value);
		boolean raw = !param.options().isEmpty() || param.type() == ParamType.BINARY;
		return raw ? String.valueOf(plain) : Json.write(plain);
	}

	private static @Nullable Object plain(@Nullable Object value) {
		if (value instanceof Entry entry) {
			return address(entry);
		}
		if (value instanceof Enum<?> constant) {
			return constant.name();
		}
		if (value instanceof Map<?, ?> map) {
			Map<String, @Nullable Object> members = new LinkedHashMap<>();
			map.forEach((name, member) -> members.put(String.valueOf(name), plain(member)));
			return members;
		}
		if (value instanceof Collection<?> list) {
			return list.stream().map(ArgumentEncoder::plain).collect(Collectors.toList());
		}
		return date(value);
	}

	/**
	 * Its own address if that is known, else the one it would be fetched from: naming an
	 * entry does not fetch it.
	 */
	private static String address(Entry entry) {
		return (entry.isFetched() ? entry.selfLink() : entry.uri()).toString();
	}

	private static @Nullable Object date(@Nullable Object value) {
		if (value instanceof LocalDate date) {
			return date.toString();
		}
		if (value instanceof LocalDateTime time) {
			return TIME.format(time);
		}
		if (value instanceof Instant instant) {
			return utc(instant);
		}
		if (value instanceof OffsetDateTime time) {
			return utc(time.toInstant());
		}
		return (value instanceof ZonedDateTime time) ? utc(time.toInstant()) : value;
	}

	/** Services take no other zone. */
	private static String utc(Instant instant) {
		return TIME.format(LocalDateTime.ofInstant(instant, java.time.ZoneOffset.UTC)) + "+00:00";
	}

	/** The form encoding of arguments, sorted by name. */
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
