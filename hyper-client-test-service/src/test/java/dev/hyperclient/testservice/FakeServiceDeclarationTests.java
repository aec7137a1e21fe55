package dev.hyperclient.testservice;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import static dev.hyperclient.testservice.ServiceCalls.assertIllegalArgument;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Declarations of a fake service that contradict themselves. Each message says what to
 * do.
 */
class FakeServiceDeclarationTests {

	@Test
	@SuppressWarnings({ "NullAway", "DataFlowIssue" })
	void serviceWithoutNameOrPasswordIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> FakeService.builder(null))
			.withMessageStartingWith("A fake service needs a name");
		assertIllegalArgument(() -> FakeService.builder("notes").basic("cook", null),
				"basic(...) needs a user name without a colon, and a password");
		assertIllegalArgument(() -> FakeService.builder("notes").basic("a:b", "secret"),
				"basic(...) needs a user name without a colon, and a password");
	}

	@Test
	void typeWithoutUsableKeyIsRefused() {
		assertRefused((note) -> {
		}, "The entry type 'note' has no attributes: add at least a key, for example integer(\"id\")");
		assertRefused((note) -> note.text("name").text("title").key("id"),
				"The key 'id' is not an attribute of the entry type 'note': add text(\"id\") or integer(\"id\"), or name one of name, title");
		assertRefused((note) -> note.date("written").text("name"),
				"The key 'written' of the entry type 'note' must be a text or an integer: add one in front of it, or name one with key(...)");
		String message = "The key 'name' of the entry type 'note' is a part of URLs as it is and cannot be redacted or stripped";
		assertRefused((note) -> note.text("name", (name) -> name.redacted()), message);
		assertRefused((note) -> note.text("name", (name) -> name.stripped()), message);
	}

	@Test
	void attributeOrOptionThatIsDeclaredTwiceIsRefused() {
		assertRefused((note) -> note.text("name").integer("name"), "'name' of the entry type 'note' is declared twice");
		assertRefused((note) -> note.text("name").text("name_link").link("name", "note"),
				"'name' of the entry type 'note' is declared twice");
		assertRefused((note) -> note.text("name").text("next_link").link("next", "note"),
				"The JSON key 'next_link' of the entry type 'note' is used twice or reserved");
		assertRefused((note) -> note.text("name").text("http_etag"),
				"The JSON key 'http_etag' of the entry type 'note' is used twice or reserved");
		assertRefused((note) -> note.text("name").choice("color"),
				"The choice 'color' needs the permitted texts: choice(\"color\", \"first\", \"second\")");
		assertRefused((note) -> note.text("name").choice("color", "red", "red"),
				"The choice 'color' has a permitted text twice: [red, red]");
	}

	@Test
	void mapThatContainsItselfIsRefused() {
		Map<String, Object> endless = new HashMap<>();
		endless.put("more", List.of(endless));
		String message = "A map or list contains itself, or has more than 100 levels of maps and lists";
		assertRefused((note) -> note.text("name").map("data").entry(Map.of("name", "first", "data", endless)), message);
		try (FakeService service = NoteService
			.start((note) -> note.text("name").map("data").entry(Map.of("name", "first")))) {
			assertIllegalArgument(() -> service.change("notes/first", Map.of("data", endless)), message);
		}
	}

	@Test
	void linkToUnknownTypeAndCollectionWithoutLinksAreRefused() {
		assertRefused((note) -> note.text("name").link("author", "person"),
				"The entry type 'note' refers to the entry type 'person', which does not exist: add type(\"person\", ...), or name one of note");
		assertRefused((note) -> note.text("name").collection("replies", "note"),
				"The collection 'replies' of the entry type 'note' has the entries that link to it, but the type 'note' has 0 links to it: add link(\"note\", \"note\") to the type 'note'");
		assertRefused(
				(note) -> note.text("name").link("first", "note").link("second", "note").collection("replies", "note"),
				"The collection 'replies' of the entry type 'note' has the entries that link to it, but the type 'note' has 2 links to it: name one of its links: collection(\"replies\", \"note\", \"first\")");
		assertRefused((note) -> note.text("name").link("first", "note").collection("replies", "note", "third"),
				"The collection 'replies' of the entry type 'note' has the entries whose link 'third' refers to it, but the type 'note' has no such link: add link(\"third\", \"note\") to it");
	}

	@Test
	void operationThatContradictsItselfOrAnotherIsRefused() {
		assertRefused((note) -> note.text("name").operation("find", (find) -> find.returnsPage("person")),
				"The operation 'find' of 'note' refers to the entry type 'person', which does not exist: add type(\"person\", ...), or name one of note");
		assertRefused(
				(note) -> note.text("name").operation("find", (find) -> find.returnsPage("note").returnsEntry("note")),
				"The result of the operation 'find' of 'note' is declared twice");
		assertRefused(
				(note) -> note.text("name").operation("find", (find) -> find.text("x", (text) -> text.readOnly())),
				"The parameter 'x' of the operation 'find' of 'note' cannot be read-only or redacted");
		assertRefused((note) -> note.text("name").operation("find", (find) -> {
		}).operation("find", (find) -> {
		}), "The operation 'find' of 'note' is declared twice");
		for (String name : List.of("get", "full")) {
			assertRefused((note) -> note.text("name").operation(name, (operation) -> operation.text("x")),
					"The name '%s' of an operation of 'note' is reserved in the description: give it another name"
						.formatted(name));
		}
		assertRefused((note) -> note.text("name").collectionOperation("get", (operation) -> operation.text("x")),
				"The name 'get' of an operation of 'notes' is reserved in the description: give it another name");
	}

	@Test
	void entryThatDoesNotMatchItsTypeIsRefused() {
		assertRefused((note) -> note.text("name").entry(Map.of("name", "a", "titel", "b")),
				"The entry type 'note' has no attribute 'titel'. It has: name.");
		assertRefused((note) -> note.text("name").integer("size").entry(Map.of("name", "a", "size", "b")),
				"The attribute 'size' of the entry type 'note' takes an integer of 32 bits but not b (String)");
		assertRefused(
				(note) -> note.text("name").choice("color", "red", "blue").entry(Map.of("name", "a", "color", "x")),
				"The attribute 'color' of the entry type 'note' takes one of red, blue but not x (String)");
		assertRefused((note) -> note.text("name").date("written").entry(Map.of("name", "a", "written", "today")),
				"The attribute 'written' of the entry type 'note' takes a LocalDate or a text such as \"2026-01-31\" but not today (String)");
		assertRefused((note) -> note.text("name").text("text", (text) -> text.required()).entry(Map.of("name", "a")),
				"The entry {name=a} of the type 'note' has no value for 'text', which is required");
		assertRefused((note) -> note.text("name").entry(Map.of("name", "a")).entry(Map.of("name", "a")),
				"There are two entries with the path 'notes/a'. 'name' is the key of the type 'note': give each entry another value, or set another key(...)");
		assertRefused((note) -> note.text("name").link("next", "note").entry(Map.of("name", "a", "next", "b")),
				"The link 'next' of 'notes/a' refers to the note 'b', which does not exist. There are: a.");
	}

	@Test
	void nameOrVersionThatCannotBeUsedIsRefused() {
		assertIllegalArgument(() -> FakeService.builder("x").type("no te", "notes", (note) -> {
		}), "The name of an entry type consists of ASCII letters, digits and underscores and begins with a letter, but is 'no te'");
		assertIllegalArgument(() -> FakeService.builder("x").type("note", "note", (note) -> note.text("name")).start(),
				"The name 'note' is used twice or reserved: each entry type and each collection of 'x' needs a name of its own");
		assertIllegalArgument(() -> FakeService.builder("x").version("1.0").version("1.0"),
				"The version '1.0' is declared twice");
		assertIllegalArgument(() -> FakeService.builder(" "),
				"A fake service needs a name, for example builder(\"kitchen\")");
		for (String version : List.of("a b", "a/b", "1?0", "%41", ".", "..", "")) {
			assertThatIllegalArgumentException().isThrownBy(() -> FakeService.builder("x").version(version))
				.withMessage("A version is one path segment such as '1.0' but is '%s'", version);
		}
	}

	@Test
	void rootLinkWithoutTargetOrUrlOfItsOwnIsRefused() {
		for (String name : List.of("resource_type", "notes_collection")) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> withNote().rootLink(name, "latest", "notes/a").start().close())
				.withMessage(
						"The JSON key '%s_link' of the root is used twice or reserved: give the root link '%s' another name",
						name, name);
		}
		assertIllegalArgument(
				() -> withNote().rootLink("first", "best", "notes/a")
					.rootLink("second", "best", "notes/a")
					.start()
					.close(),
				"The root link 'second' has the URL 'notes/best' of another one: give it another segment");
		assertIllegalArgument(() -> withNote().rootLink("first", "..", "notes/a"),
				"The URL of the root link 'first' ends with a path segment but not with '..'");
		assertIllegalArgument(() -> withNote().rootLink("latest", "notes/b").start(),
				"There is no entry 'notes/b'. There are: notes/a.");
	}

	private static FakeServiceBuilder withNote() {
		return FakeService.builder("x").type("note", "notes", (note) -> note.text("name").entry(Map.of("name", "a")));
	}

	@Test
	void portThatIsInUseAndNumbersOutOfRangeAreRefused() {
		try (FakeService first = Kitchen.builder().start()) {
			assertThatIllegalStateException().isThrownBy(() -> Kitchen.builder().port(first.port()).start())
				.withMessageStartingWith("The fake service 'kitchen' cannot listen on port " + first.port())
				.withMessageEndingWith("Leave port(...) out to use any free port.");
		}
		assertIllegalArgument(() -> Kitchen.builder().port(70_000), "A port is a number from 0 to 65535 but is 70000");
		assertIllegalArgument(() -> withNote().pageSize(0), "A page has from 1 to 300 entries but not 0");
		assertThatIllegalArgumentException().isThrownBy(() -> withNote().pageSize(301));
	}

	private static void assertRefused(Consumer<TypeBuilder> declaration, String message) {
		assertIllegalArgument(() -> NoteService.start(declaration).close(), message);
	}

}
