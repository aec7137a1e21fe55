package dev.hyperclient.test.notes;

import java.util.Map;

import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.FakeServiceBuilder;

/**
 * A service with one note.
 */
final class FakeNotes {

	private FakeNotes() {
	}

	static FakeServiceBuilder builder() {
		return FakeService.builder("notes")
			.type("note", "notes",
					(note) -> note.integer("id").text("text").entry(Map.of("id", 1, "text", "Buy milk")));
	}

	static FakeService start() {
		return builder().start();
	}

}
