package dev.hyperclient.test.notes;

import dev.hyperclient.ServiceRoot;

import org.springframework.stereotype.Component;

/**
 * A component that uses the client.
 */
@Component
class Notes {

	private final ServiceRoot root;

	Notes(ServiceRoot root) {
		this.root = root;
	}

	String read(int id) {
		return this.root.collection("notes").get(id).getString("text");
	}

	void write(int id, String text) {
		this.root.collection("notes").get(id).update((note) -> note.set("text", text));
	}

}
