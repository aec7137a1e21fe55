package dev.hyperclient;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.time.temporal.TemporalAccessor;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.internal.document.UriEncoding;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Converts Java values to JSON values, of the same types as in a document that was read.
 */
final class JsonValues {

	/** Maximum depth of lists and maps; also detects a list that contains itself. */
	private static final int MAX_DEPTH = 100;

	private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

	private static final DateTimeFormatter MICROSECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS",
			Locale.ROOT);

	private JsonValues() {
	}

	/**
	 * Return the JSON value: text, boolean, number, list, map or {@code null}.
	 * @param others converts values of other types
	 * @throws IllegalArgumentException if the value cannot be converted
	 */
	static @Nullable Object of(@Nullable Object value, ValueConverter others) {
		return of(value, others, 0);
	}

	private static @Nullable Object of(@Nullable Object value, ValueConverter others, int depth) {
		if (depth > MAX_DEPTH) {
			throw new IllegalArgumentException(
					"lists and maps may be nested at most %d levels deep".formatted(MAX_DEPTH));
		}
		if (value instanceof Map<?, ?> map) {
			Map<String, @Nullable Object> members = new LinkedHashMap<>();
			map.forEach((name, member) -> members.put(wellFormed(String.valueOf(name)), of(member, others, depth + 1)));
			return Collections.unmodifiableMap(members);
		}
		if (value instanceof Collection<?> list) {
			List<@Nullable Object> members = new ArrayList<>(list.size());
			list.forEach((member) -> members.add(of(member, others, depth + 1)));
			return Collections.unmodifiableList(members);
		}
		if (value == null || value instanceof Boolean) {
			return value;
		}
		@Nullable Object known = (value instanceof Number number) ? number(number) : text(value);
		if (known instanceof String text) {
			return wellFormed(text);
		}
		return (known != null) ? known : of(converted(value, others), others, depth + 1);
	}

	private static String wellFormed(String text) {
		if (!UriEncoding.isWellFormed(text)) {
			throw new IllegalArgumentException("the text '%s' has an unpaired surrogate".formatted(text));
		}
		return text;
	}

	private static @Nullable Number number(Number value) {
		if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
			return value.longValue();
		}
		if (value instanceof Long || value instanceof BigDecimal || value instanceof BigInteger) {
			return value;
		}
		if (value instanceof Double || value instanceof Float) {
			try {
				return new BigDecimal(value.toString());
			}
			catch (NumberFormatException ex) {
				throw new IllegalArgumentException("JSON has no number for %s".formatted(value), ex);
			}
		}
		return null;
	}

	private static @Nullable String text(Object value) {
		if (value instanceof CharSequence || value instanceof URI || value instanceof LocalDate) {
			return value.toString();
		}
		return (value instanceof Enum<?> constant) ? constant.name() : time(value);
	}

	private static @Nullable String time(Object value) {
		if (value instanceof LocalDateTime time) {
			return written(time);
		}
		// Services accept UTC only.
		return (value instanceof Instant || value instanceof OffsetDateTime || value instanceof ZonedDateTime)
				? written(LocalDateTime.ofInstant(Instant.from((TemporalAccessor) value), ZoneOffset.UTC)) + "+00:00"
				: null;
	}

	/** Return the text of a time: its fraction has six digits, or is left out. */
	private static String written(LocalDateTime time) {
		return ((time.getNano() < 1000) ? SECONDS : MICROSECONDS).format(time);
	}

	private static @Nullable Object converted(Object value, ValueConverter others) {
		try {
			@Nullable Object wire = others.toWire(value);
			Assert.isTrue(!(wire instanceof byte[]), "write the content of a file with file(name).write(...)");
			return wire;
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					"a %s cannot be sent; a text, number, boolean, java.time date or date-time, entry, URL (URI), enum constant, list, map or record can: %s"
						.formatted(value.getClass().getTypeName(), ex.getMessage()),
					ex);
		}
	}

}
