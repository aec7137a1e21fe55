package dev.hyperclient.test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.EntryList;
import dev.hyperclient.testservice.EntryStore;
import dev.hyperclient.testservice.EntryType;
import dev.hyperclient.testservice.SelfDescribingService;
import dev.hyperclient.testservice.ServiceDefinition;
import dev.hyperclient.testservice.ValueDefinition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A service whose data has types of its own.
 */
class TypedServiceTests {

	@Test
	void declaresService() {
		EntryType<List<Note>, Note> type = EntryType.builder("note", "notes", new Notes())
			.attribute(ValueDefinition.integer("id").mandatory(), (all, note) -> note.id())
			.attribute(ValueDefinition.text("text").mandatory(), (all, note) -> note.text(),
					(note, text) -> new Note(note.id(), text))
			.build();
		ServiceDefinition<List<Note>> definition = ServiceDefinition.<List<Note>>builder("notes")
			.version("1.0", Duration.ofMinutes(1))
			.type(type)
			.build();
		List<Note> notes = List.of(new Note(1, "Buy milk"));
		try (SelfDescribingService service = SelfDescribingService.builder(definition, () -> notes).start();
				ServiceRoot root = ServiceRoot.builder().serviceRoot(service.baseUrl()).version("1.0").build()) {
			Entry note = root.collection("notes").at(0);
			note.set("text", "Buy bread").save();
			assertThat(service.requests()).last().hasToString("PATCH /1.0/notes/1 -> 209");
		}
	}

	record Note(int id, String text) {
	}

	static final class Notes implements EntryStore<List<Note>, Note> {

		@Override
		public EntryList<Note> list(List<Note> notes) {
			return EntryList.of(notes);
		}

		@Override
		public Optional<Note> find(List<Note> notes, String key) {
			return notes.stream().filter((note) -> keyOf(note).equals(key)).findFirst();
		}

		@Override
		public String keyOf(Note note) {
			return Integer.toString(note.id());
		}

		@Override
		public List<Note> replace(List<Note> notes, Note before, Note after) {
			return notes.stream().map((note) -> note.equals(before) ? after : note).toList();
		}

	}

}
