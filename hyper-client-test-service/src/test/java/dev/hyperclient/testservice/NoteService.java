package dev.hyperclient.testservice;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A service of notes.
 */
final class NoteService {

	private NoteService() {
	}

	static FakeServiceBuilder builder() {
		return FakeService.builder("note service")
			.documentation("Notes.")
			.version("1.0", Duration.ofMinutes(1))
			.type("note", "notes",
					(note) -> note.documentation("Something to remember.")
						.integer("id")
						.text("text", (text) -> text.required())
						.deletable()
						.entry(Map.of("id", 1, "text", "Buy milk"))
						.entry(Map.of("id", 2, "text", "Pay")))
			.rootLink("first_note", "first", "notes/1");
	}

	/** Start a service with one type of entries. */
	static FakeService start(Consumer<TypeBuilder> note) {
		return FakeService.builder("notes").type("note", "notes", note).start();
	}

}
