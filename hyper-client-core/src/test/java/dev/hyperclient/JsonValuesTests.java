package dev.hyperclient;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.hyperclient.convert.ValueConverter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link JsonValues}: the JSON values of arguments and attributes.
 */
class JsonValuesTests {

	/** Represents each value by a list with its text, except a thread by itself. */
	private static final ValueConverter CONVERTER = new ValueConverter() {

		@Override
		public @Nullable Object toWire(Object value) {
			return (value instanceof Thread) ? value : List.of(value.toString());
		}

		@Override
		public <T> T fromWire(Map<String, ? extends @Nullable Object> representation, Class<T> type) {
			throw new IllegalArgumentException();
		}

	};

	static Stream<Arguments> values() {
		return Stream.of(Arguments.of(null, null), Arguments.of(true, true), Arguments.of((byte) 5, 5L),
				Arguments.of((short) 5, 5L), Arguments.of(5, 5L), Arguments.of(5L, 5L),
				Arguments.of(BigInteger.TEN, BigInteger.TEN),
				Arguments.of(new BigDecimal("1.50"), new BigDecimal("1.50")), Arguments.of(0.1, new BigDecimal("0.1")),
				Arguments.of(1.5f, new BigDecimal("1.5")), Arguments.of(new AtomicInteger(5), List.of("5")),
				Arguments.of(new StringBuilder("text"), "text"),
				Arguments.of(Arrays.asList(1, null, 'c'), Arrays.asList(1L, null, List.of("c"))),
				Arguments.of(Set.of(1), List.of(1L)),
				Arguments.of(Map.of(1, Map.of("a", 2)), Map.of("1", Map.of("a", 2L))),
				Arguments.of(LocalDateTime.of(1994, 1, 1, 2, 3, 4, 999), "1994-01-01T02:03:04"),
				Arguments.of(LocalDateTime.of(1994, 1, 1, 2, 3, 4, 1_000), "1994-01-01T02:03:04.000001"),
				Arguments.of(Instant.EPOCH.plusNanos(999), "1970-01-01T00:00:00+00:00"),
				Arguments.of(OffsetDateTime.parse("1970-01-01T00:00:00.5-01:00"), "1970-01-01T01:00:00.500000+00:00"));
	}

	@ParameterizedTest
	@MethodSource("values")
	void valueIsConverted(@Nullable Object value, @Nullable Object json) {
		assertThat(JsonValues.of(value, CONVERTER)).isEqualTo(json);
	}

	@ParameterizedTest
	@ValueSource(doubles = { Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY })
	void numberThatJsonDoesNotHaveIsRejected(double value) {
		for (Number number : List.of(value, (float) value)) {
			assertThatIllegalArgumentException().isThrownBy(() -> JsonValues.of(number, CONVERTER))
				.withMessage("JSON has no number for " + value);
		}
	}

	@Test
	void listsAndMapsAreNestedUpToAHundredLevels() {
		Object lists = "text";
		Object maps = "text";
		for (int i = 0; i < 100; i++) {
			lists = List.of(lists);
			maps = Map.of("a", maps);
		}
		assertThat(JsonValues.of(lists, CONVERTER)).isEqualTo(lists);
		assertThat(JsonValues.of(maps, CONVERTER)).isEqualTo(maps);
		List<Object> endless = new ArrayList<>();
		endless.add(endless);
		for (Object value : List.of(List.of(lists), Map.of("a", maps), endless, new Thread())) {
			assertThatIllegalArgumentException().isThrownBy(() -> JsonValues.of(value, CONVERTER))
				.withMessage("lists and maps may be nested at most 100 levels deep");
		}
	}

	@Test
	void unpairedSurrogateIsRejected() {
		for (Object value : List.of("a\ud83d", List.of("a\ud83d"), Map.of("a\ud83d", 1), Map.of("a", "a\ud83d"))) {
			assertThatIllegalArgumentException().isThrownBy(() -> JsonValues.of(value, CONVERTER))
				.withMessageEndingWith("has an unpaired surrogate");
		}
	}

}
