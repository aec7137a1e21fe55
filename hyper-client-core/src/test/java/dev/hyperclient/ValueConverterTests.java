package dev.hyperclient;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
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
import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.UnexpectedResponseException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.web.util.UriUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/**
 * Tests for the conversion of values: types of the application, JSON values of arguments
 * and attributes, and numbers that are out of range or have many digits.
 */
class ValueConverterTests {

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

	@RegisterExtension
	private final StubService service = new StubService();

	@Test
	void entryIsReadAsARecord() {
		this.service.serveJson("recipes/4",
				"""
						{"self_link": "%1$srecipes/4", "resource_type_link": "%1$s#recipe", "id": 4, "first_served": "2026-01-02",
						 "dish_link": "%1$sdishes/1", "tags": ["a", "b"], "instructions": "tag:launchpad.net:2008:redacted"}"""
					.formatted(this.service.url("")));
		Entry entry = this.service.root().load("recipes/4", Entry.class);
		assertThat(entry.to(Recipe.class)).isEqualTo(new Recipe(4, null, LocalDate.of(2026, 1, 2),
				URI.create(this.service.url("dishes/1")), List.of("a", "b")));
		entry.set("id", 5);
		assertThat(entry.to(Recipe.class).id()).isEqualTo(5);
	}

	@Test
	void recordIsSentAsAnObject() {
		this.service.serveJson(
				"recipes?search=%7B%22dish_name%22%3A%22beans%22%2C%22since%22%3A%222026-01-02%22%7D&ws.op=find",
				this.service.page(0, 0, null));
		assertThat(this.service.root()
			.collection("recipes")
			.operation("find")
			.with("search", new Search("beans", LocalDate.of(2026, 1, 2)))
			.invoke()
			.collection()).isEmpty();
	}

	@Test
	void entryInARecordIsSentAsItsUrl() {
		this.service.serveJson("recipes/1", this.service.recipe(1, "Stir"));
		this.service.serveJson(
				"recipes?search=%7B%22dish%22%3A%22"
						+ UriUtils.encode(this.service.url("recipes/1"), StandardCharsets.UTF_8) + "%22%7D&ws.op=find",
				this.service.page(0, 0, null));
		ServiceRoot root = this.service.root();
		Entry dish = root.load("recipes/1", Entry.class);
		assertThat(root.collection("recipes").operation("find").with("search", new OfDish(dish)).invoke().collection())
			.isEmpty();
	}

	@Test
	void converterOfTheApplicationIsUsed() {
		this.service.serveJson("recipes?search=%22converted%22&ws.op=find", this.service.page(0, 0, null));
		ValueConverter own = new ValueConverter() {

			@Override
			public Object toWire(Object value) {
				return "converted";
			}

			@Override
			public <T> T fromWire(Map<String, ?> representation, Class<T> type) {
				return type.cast("read");
			}

		};
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.open(this.service.client().valueConverter(own));
		assertThat(root.collection("recipes").operation("find").with("search", new Object()).invoke().collection())
			.isEmpty();
		assertThat(root.load("recipes/4", Entry.class).to(String.class)).isEqualTo("read");
	}

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

	@ParameterizedTest
	@ValueSource(strings = { "1e99999999999", "-1e99999999999", "1e-99999999999", "1e999999999", "1e-999999999",
			"1E2147483648", "1e10001" })
	void numberOutOfRangeIsRejected(String number) {
		serve(number);
		ServiceRoot root = this.service.root();
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> root.collection("recipes").get(4))
			.withMessageContaining(this.service.url("recipes/4"))
			.withMessageContaining(number);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "0." })
	void numberOfManyDigitsIsRejected(String begin) {
		serve(begin + "1".repeat(100_000));
		ServiceRoot root = this.service.root();
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> root.collection("recipes").get(4))
			.withMessageContaining(this.service.url("recipes/4"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "1e400", "-1e400", "1e10000" })
	void largeNumberIsReadOnlyAsADecimal(String number) {
		serve(number);
		Entry recipe = this.service.root().collection("recipes").get(4);
		assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
			assertThat(recipe.getDecimal("id")).isEqualByComparingTo(number);
			assertRefused(() -> recipe.getDouble("id"));
			assertRefused(() -> recipe.getLong("id"));
			assertRefused(() -> recipe.getString("id"));
			assertRefused(() -> recipe.getDate("id"));
			assertRefused(() -> recipe.getDateTime("id"));
			assertRefused(() -> recipe.getBoolean("id"));
			assertRefused(() -> recipe.to(WithInt.class));
			assertRefused(() -> recipe.to(WithLong.class));
		});
	}

	@Test
	void smallNumberIsNotAWholeNumber() {
		serve("1e-400");
		Entry recipe = this.service.root().collection("recipes").get(4);
		assertThat(recipe.getDouble("id")).isZero();
		assertRefused(() -> recipe.getLong("id"));
	}

	private void serve(String number) {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir").replace("\"id\": 4", "\"id\": " + number));
	}

	private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable read) {
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(read)
			.satisfies((error) -> assertThat(((HyperClientException) error).uri().toString()).endsWith("recipes/4"));
	}

	record Recipe(int id, @Nullable String instructions, LocalDate firstServed, URI dishLink, List<String> tags) {
	}

	private record OfDish(Entry dish) {
	}

	record Search(String dishName, LocalDate since) {
	}

	record WithInt(int id) {
	}

	record WithLong(long id) {
	}

}
