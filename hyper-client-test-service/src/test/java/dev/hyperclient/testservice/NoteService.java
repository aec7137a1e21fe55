package dev.hyperclient.testservice;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A small service: a list of notes.
 */
final class NoteService {

	private static final EntryType<List<Note>, Note> TYPE = EntryType.builder("note", "notes", new Store())
		.summary("Something to remember.")
		.attribute(ValueDefinition.integer("id").mandatory(), (notes, note) -> note.id())
		.attribute(ValueDefinition.text("text").mandatory(), (notes, note) -> note.text(), Note::withText)
		.deletable()
		.build();

	private NoteService() {
	}

	static SelfDescribingService.Builder<List<Note>> builder() {
		ServiceDefinition<List<Note>> definition = ServiceDefinition.<List<Note>>builder("note service")
			.summary("Notes.")
			.version("1.0", Duration.ofMinutes(1))
			.type(TYPE)
			.link("first_note", TYPE, "first", (notes) -> notes.get(0))
			.build();
		return SelfDescribingService.builder(definition, () -> List.of(new Note(1, "Buy milk"), new Note(2, "Pay")));
	}

	/**
	 * A stored note.
	 *
	 * @param id the key
	 * @param text the text
	 */
	record Note(int id, String text) {

		private Note withText(String other) {
			return new Note(this.id, other);
		}

	}

	static final class Store implements EntryStore<List<Note>, Note> {

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

		@Override
		public List<Note> remove(List<Note> notes, Note removed) {
			return notes.stream().filter((note) -> !note.equals(removed)).toList();
		}

	}

}
