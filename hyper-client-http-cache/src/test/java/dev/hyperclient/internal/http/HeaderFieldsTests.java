package dev.hyperclient.internal.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class HeaderFieldsTests {

	private static final List<String> NAMES = List.of("Accept", "accept", "ETag", "etag", "X-One", "X-ONE", "Vary");

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6, 7, 8 })
	void behavesAsOtherHeaderFields(int seed) {
		Random random = new Random(seed);
		HttpHeaders fields = HeaderFields.create();
		HttpHeaders expected = new HttpHeaders();
		for (int i = 0; i < 500; i++) {
			String name = NAMES.get(random.nextInt(NAMES.size()));
			long change = random.nextLong();
			change(fields, new Random(change));
			change(expected, new Random(change));
			assertThat(lines(fields)).isEqualTo(lines(expected));
			List<String> visited = new ArrayList<>();
			fields.forEach((field, values) -> visited.add(field + ": " + values));
			assertThat(visited).isEqualTo(lines(expected));
			assertThat(fields).isEqualTo(expected).hasSameHashCodeAs(expected);
			assertThat(fields.getFirst(name)).isEqualTo(expected.getFirst(name));
			assertThat(List.copyOf(fields.headerNames())).isEqualTo(List.copyOf(expected.headerNames()));
			assertThat(fields.containsHeader(name)).isEqualTo(expected.containsHeader(name));
			assertThat(map(fields).keySet().contains(name)).isEqualTo(map(expected).keySet().contains(name));
			assertThat(fields.toSingleValueMap()).isEqualTo(expected.toSingleValueMap());
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4 })
	void changesOfOneAreNotSeenByItsCopies(int seed) {
		Random random = new Random(seed);
		HttpHeaders fields = HeaderFields.create();
		List<HttpHeaders> copies = new ArrayList<>();
		List<List<String>> expected = new ArrayList<>();
		for (int i = 0; i < 200; i++) {
			change(fields, random);
			HttpHeaders copy = random.nextBoolean() ? HeaderFields.copyOf(fields) : HeaderFields.readOnly(fields);
			copies.add(copy);
			expected.add(lines(copy));
			if (random.nextBoolean()) {
				fields = HeaderFields.copyOf(copies.get(random.nextInt(copies.size())));
			}
		}
		assertThat(copies).extracting(HeaderFieldsTests::lines).isEqualTo(expected);
	}

	private static void change(HttpHeaders fields, Random random) {
		String name = NAMES.get(random.nextInt(NAMES.size()));
		String value = "value " + random.nextInt();
		switch (random.nextInt(8)) {
			case 0 -> fields.set(name, value);
			case 1 -> fields.add(name, value);
			case 2 -> fields.addAll(name, List.of(value, "other"));
			case 3 -> fields.put(name, new ArrayList<>(List.of(value, "another")));
			case 4 -> fields.remove(name);
			case 5 -> map(fields).keySet().remove(name);
			case 6 -> fields.headerNames().removeIf((field) -> field.equals(name));
			default -> fields.headerSet().removeIf((field) -> field.getKey().equals(name));
		}
	}

	@Test
	void readOnlyFieldsCannotBeChanged() {
		HttpHeaders original = HeaderFields.create();
		original.add("Vary", "Accept");
		HttpHeaders readOnly = HeaderFields.readOnly(original);
		List<Consumer<HttpHeaders>> changes = List.of((fields) -> fields.set("Vary", "Cookie"),
				(fields) -> fields.set("vary", "Cookie"), (fields) -> fields.add("Vary", "Cookie"),
				(fields) -> fields.add("Age", "1"), (fields) -> fields.addAll("Vary", List.of("Cookie")),
				(fields) -> fields.put("Age", List.of("1")), (fields) -> fields.remove("Vary"),
				(fields) -> fields.remove("Age"), HttpHeaders::clear, (fields) -> fields.setContentLength(1),
				(fields) -> fields.headerNames().clear(), (fields) -> fields.headerNames().remove("Vary"),
				(fields) -> fields.headerSet().clear(), (fields) -> fields.get("Vary").add("Cookie"));
		assertThat(changes).allSatisfy((change) -> assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> change.accept(readOnly)));
		assertThat(lines(readOnly)).containsExactly("Vary: [Accept]");
		assertThat(readOnly).isEqualTo(original);
		assertThat(HeaderFields.readOnly(readOnly)).isSameAs(readOnly);
	}

	@Test
	void manyFieldsAreKeptInTheirOrder() {
		HttpHeaders fields = HeaderFields.create();
		for (int i = 0; i < 100; i++) {
			fields.set("X-" + i, String.valueOf(i));
		}
		assertThat(lines(HeaderFields.copyOf(fields))).hasSize(100).startsWith("X-0: [0]").endsWith("X-99: [99]");
	}

	@SuppressWarnings("removal")
	private static Map<String, List<String>> map(HttpHeaders headers) {
		return headers.asMultiValueMap();
	}

	private static List<String> lines(HttpHeaders headers) {
		List<String> lines = new ArrayList<>();
		HttpHeaders.readOnlyHttpHeaders(headers).forEach((name, values) -> lines.add(name + ": " + values));
		return lines;
	}

}
