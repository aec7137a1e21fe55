package dev.hyperclient.testservice;

import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.hyperclient.testservice.ServiceCalls.assertIllegalArgument;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The kinds of attributes and parameters.
 */
class ValueKindTests {

	private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

	@AutoClose
	private final FakeService service = NoteService.start(ValueKindTests::declare);

	private final ServiceCalls calls = new ServiceCalls(this.service);

	@Test
	void representationHasValues() throws Exception {
		assertThat(this.calls.get("notes/1").body()).contains("\"written\":\"2026-01-31T12:00:00+00:00\"",
				"\"tags\":[\"a\",\"b\"]", "\"details\":{\"pages\":3,\"color\":null}", "\"due\":\"2026-02-01\"");
		this.service.change("notes/1", Map.of("written", NOON.plusNanos(1_234_567)));
		assertThat(this.calls.get("notes/1").body()).contains("\"written\":\"2026-01-31T12:00:00.001234+00:00\"");
	}

	@Test
	void descriptionHasTypesOfDatesOnly() throws Exception {
		String wadl = this.calls.get("", "Accept", "application/vnd.sun.wadl+xml").body();
		assertThat(wadl).contains("name=\"written\" path=\"$['written']\" type=\"xsd:dateTime\"",
				"name=\"due\" path=\"$['due']\" type=\"xsd:date\"", "name=\"tags\" path=\"$['tags']\">",
				"name=\"details\" path=\"$['details']\">", "name=\"since\" required=\"false\" type=\"xsd:dateTime\"");
	}

	@Test
	void entryFromRecordHasItsComponents() {
		assertThat(this.service.entry("notes/2").values()).containsEntry("written", NOON)
			.containsEntry("due", LocalDate.of(2026, 2, 1))
			.containsEntry("mood", "BAD")
			.containsEntry("tags", List.of())
			.containsEntry("details", Map.of("size", new BigDecimal("1.5")));
	}

	@Test
	void clientsChangeValues() throws Exception {
		assertThat(this.calls
			.patch("notes/1",
					"{\"written\": \"2005-06-06T08:59:51.619713+00:00\", \"tags\": [\"c\"], \"details\": {\"x\": [1]}}")
			.statusCode()).isEqualTo(209);
		FakeEntry changed = this.service.entry("notes/1");
		assertThat(changed.get("written")).isEqualTo(Instant.parse("2005-06-06T08:59:51.619713Z"));
		assertThat(changed.get("tags")).isEqualTo(List.of("c"));
		assertThat(changed.get("details")).isEqualTo(Map.of("x", List.of(1)));
		assertThat(this.calls.patch("notes/1", "{\"written\": \"2005-06-06\"}").body())
			.contains("\"written\":\"2005-06-06T00:00:00+00:00\"");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
			"{\"written\": \"now\"}|written: Value doesn't look like a date.",
			"{\"written\": \"2005-06-06T08:59:51+02:00\"}|written: Time not in UTC.",
			"{\"tags\": \"a\"}|tags: got 'unicode', expected list: u'a'",
			"{\"tags\": [\"a\", 1]}|tags: got 'int', expected unicode: 1",
			"{\"details\": []}|details: got 'list', expected dict: []",
			"{\"due\": \"2001-02-30\"}|due: Value doesn't look like a date.",
			"{\"title\": 12}|title: got 'int', expected unicode: 12",
			"{\"title\": [\"a\", null, true, {}]}|title: got 'list', expected unicode: [u'a', None, True, {}]",
			"{\"price\": \"1.23\"}|price: got 'unicode', expected float, int: u'1.23'",
			"{\"price\": true}|price: got 'bool', expected float, int: True",
			"{\"price\": 1e400}|price: Value is too big", "{\"size\": 1.5}|size: got 'float', expected int: 1.5",
			"{\"size\": 3000000000}|size: Value is too big", "{\"done\": 1}|done: got 'int', expected bool: 1" })
	void valuesOfOtherKindsAreRefused(String changes, String reason) throws Exception {
		assertThat(this.calls.patch("notes/1", changes).body()).isEqualTo(reason);
	}

	@Test
	void declaredValueOfOtherKindIsRefused() {
		assertIllegalArgument(() -> this.service.change("notes/1", Map.of("tags", "a")),
				"The attribute 'tags' of the entry type 'note' takes a list of texts but not a (String)");
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.change("notes/1", Map.of("details", 5)))
			.withMessageContaining("takes a map with texts as keys but not 5");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.service.change("notes/1", Map.of("written", "tomorrow")))
			.withMessageContaining("takes an Instant or a text such as \"2026-01-31T10:15:30Z\" but not tomorrow");
	}

	@Test
	void argumentsHaveKinds() throws Exception {
		assertThat(
				this.calls.get("notes?ws.op=count&since=%222026-01-31T12:00:00Z%22&tags=%5B%22a%22%5D&details=%7B%7D")
					.body())
			.isEqualTo("[\"2026-01-31T12:00:00Z\",[\"a\"],{}]");
	}

	@Test
	void changeComputesFurtherValues() throws Exception {
		this.calls.patch("notes/1", "{\"tags\": [\"c\"]}");
		assertThat(this.service.entry("notes/1").get("revision")).isEqualTo(1);
		this.calls.patch("notes/1", "{\"tags\": [\"c\"]}");
		assertThat(this.service.entry("notes/1").get("revision")).isEqualTo(1);
		this.service.change("notes/1", Map.of("tags", List.of(), "revision", 7));
		assertThat(this.service.entry("notes/1").get("revision")).isEqualTo(8);
	}

	@Test
	void changeWithLinkToNothingIsRefused() throws Exception {
		try (FakeService notes = NoteService.start((note) -> note.text("name")
			.text("title")
			.link("next", "note")
			.onChange((before, after) -> Map.of("next", "nowhere"))
			.entry(Map.of("name", "first", "title", "old")))) {
			HttpResponse<String> response = new ServiceCalls(notes).patch("notes/first", "{\"title\": \"new\"}");
			assertThat(response.statusCode()).isEqualTo(500);
			assertThat(response.body())
				.contains("The link 'next' of 'notes/first' refers to the note 'nowhere', which does not exist");
			assertThat(notes.entry("notes/first").text("title")).isEqualTo("old");
		}
	}

	private static void declare(TypeBuilder note) {
		note.integer("id")
			.dateTime("written")
			.date("due")
			.texts("tags")
			.map("details")
			.choice("mood", "GOOD", "BAD")
			.text("title")
			.decimal("price")
			.integer("size")
			.bool("done")
			.integer("revision", (revision) -> revision.readOnly())
			.onChange((before, after) -> Map.of("revision",
					(after.get("revision") instanceof Integer revision) ? revision + 1 : 1));
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("pages", 3);
		details.put("color", null);
		note.entry(Map.of("id", 1, "written", "2026-01-31T12:00:00Z", "due", "2026-02-01", "tags", List.of("a", "b"),
				"details", details));
		note.entry(new Note(2, NOON, LocalDate.of(2026, 2, 1), Mood.BAD, List.of(), Map.of("size", 1.5)));
		note.collectionOperation("count",
				(count) -> count.dateTime("since")
					.texts("tags")
					.map("details")
					.answers((call) -> List.of(call.arguments().dateTime("since"), call.arguments().texts("tags"),
							call.arguments().map("details"))));
	}

	private record Note(int id, Instant written, LocalDate due, Mood mood, List<String> tags,
			Map<String, Object> details) {
	}

	private enum Mood {

		GOOD, BAD

	}

}
