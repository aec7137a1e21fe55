package dev.hyperclient.internal.generator;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.typed.TypedRoot;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the comparison of a generated client with the description that a service
 * serves.
 */
@Tag("slow")
class DifferencesTests {

	private static final String DATE = Description.attribute("created").replace("path", "type='xsd:date' path");

	private static final Map<String, Description> GENERATED = Map
		.of("tracker", tracker(), "ruled", tracker(), "nameless",
				new Description().type("bug", Description.link("_link", "bug")), "breaks",
				new Description()
					.type("bug",
							Description.attribute("a&#10;") + Description.attribute("b&#13;")
									+ Description.attribute("c&#9;") + Description.attribute("title")),
				"large", large());

	private static Path classes;

	private static Description tracker() {
		return new Description()
			.type("bug",
					Description.attribute("title") + Description.attribute("state") + DATE
							+ Description.link("owner_link", "person") + Description.link("reporter_link", "person")
							+ Description.link("parent_link", "bug"))
			.method("bug",
					Description.operation("search", Description.parameter("text", true))
							+ Description.operation("close", ""))
			.type("person", Description.attribute("name"))
			.root(Description.link("me_link", "person"));
	}

	private static Description large() {
		Description description = new Description();
		for (int i = 0; i < 1100; i++) {
			description.type("type" + i, Description.attribute("name"));
		}
		return description;
	}

	/** Generate all clients, each in a package of its name, and compile them together. */
	@BeforeAll
	static void generate(@TempDir Path directory) throws IOException {
		Path overlay = Files.writeString(directory.resolve("overlay.json"),
				"{ \"types\": { \"bug\": { \"attributes\": { \"title\": \"text\", \"state\": \"text\" } } } }");
		GENERATED.forEach((name, description) -> {
			Path wadl = description.writeTo(directory.resolve(name + ".wadl"));
			new Generator(GeneratorConfiguration.of(wadl, name, directory.resolve("sources").resolve(name))
				.withRootName("Tracker")
				.withOverlay(name.equals("ruled") ? overlay : null)).run();
		});
		classes = directory.resolve("classes");
		assertThat(TypedClient.problems(directory.resolve("sources"), classes)).isEmpty();
	}

	private static List<String> differences(Description served) {
		return differences("tracker", served);
	}

	private static List<String> differences(String generated, Description served) {
		try (FakeService service = FakeService
			.describedBy("tracker", new ByteArrayInputStream(served.toString().getBytes(StandardCharsets.UTF_8)))
			.start();
				ServiceRoot root = ServiceRoot.builder()
					.serviceRoot(service.baseUrl())
					.webClient(WebClient::create)
					.build()) {
			return ((TypedRoot) TypedClient.load(classes, generated + ".Tracker")
				.getConstructor(ServiceRoot.class)
				.newInstance(root)).differences();
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void additionsAreNone() {
		Description more = tracker()
			.type("bug",
					Description.attribute("title") + Description.attribute("state") + DATE
							+ Description.link("owner_link", "person") + Description.link("reporter_link", "person")
							+ Description.link("parent_link", "bug") + Description.attribute("heat"))
			.method("bug", Description.operation("reopen", ""))
			.type("milestone", Description.attribute("name"))
			.root(Description.link("next_link", "milestone"));
		assertThat(differences(more)).isEmpty();
	}

	@Test
	void missingMembersAndThoseOfAnotherKindAreListed() {
		Description other = new Description()
			.type("bug",
					Description.attribute("created") + Description.link("state_link", "person")
							+ Description.link("reporter_collection_link", "person")
							+ Description.link("parent_link", "person"))
			.method("bug",
					Description.operation("search",
							Description.parameter("query", true) + Description.parameter("limit", false)))
			.type("person", Description.attribute("name"));
		assertThat(differences(other)).containsExactly("service-root: the link 'me' is missing",
				"bug: the attribute 'title' is missing", "bug: the attribute 'state' has become a link",
				"bug: the type of the attribute 'created' was DATE and is ANY", "bug: the link 'owner' is missing",
				"bug: 'reporter' is no longer a link of the kind ENTRY",
				"bug: the link 'parent' led to 'bug' and leads to 'person'",
				"bug: the parameter 'text' of the operation 'search' is missing",
				"bug: the operation 'close' is missing", "bug: the operation 'search' requires the argument 'query'");
	}

	@Test
	void linkWithoutNameIsCompared() {
		assertThat(differences("nameless", GENERATED.get("nameless"))).isEmpty();
		assertThat(differences("nameless", new Description().type("bug", "")))
			.containsExactly("bug: the link '' is missing");
	}

	@Test
	void nameWithALineBreakIsNotCompared() {
		assertThat(differences("breaks", GENERATED.get("breaks"))).isEmpty();
		assertThat(differences("breaks", new Description().type("bug", "")))
			.containsExactly("bug: the attribute 'title' is missing");
	}

	@Test
	void typeThatTheOverlayDecidesIsNotCompared() {
		Description served = tracker().type("bug",
				DATE.replace("created", "title") + DATE + Description.link("owner_link", "person")
						+ Description.link("reporter_link", "person") + Description.link("parent_link", "bug"));
		assertThat(differences("ruled", served)).containsExactly("bug: the attribute 'state' is missing");
	}

	@Test
	void manyTypesAreCompared() {
		assertThat(differences("large", new Description().type("type7", Description.attribute("name")))).hasSize(1099)
			.contains("The resource type 'type1099' is missing");
	}

}
