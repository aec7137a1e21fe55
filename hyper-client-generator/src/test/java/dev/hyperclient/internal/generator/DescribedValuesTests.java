package dev.hyperclient.internal.generator;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.ReplayedServiceBuilder;
import dev.hyperclient.typed.ExtensibleEnum;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Reads representations that differ from the description through a generated client.
 */
class DescribedValuesTests {

	private static final Description DESCRIPTION = new Description().type("bug",
			Description.attribute("self_link") + Description.attribute("title") + Description.attribute("heat")
					+ Description.attribute("state", "<option value='New'/><option value='Fixed'/>")
					+ Description.link("owner_link", "bug") + Description.link("tasks_collection_link", "bug"));

	private static Path classes;

	@BeforeAll
	static void generate(@TempDir Path directory) {
		Path sources = directory.resolve("sources");
		Path wadl = DESCRIPTION.writeTo(directory.resolve("tracker.wadl"));
		new Generator(GeneratorConfiguration.of(wadl, "com.example.tracker", sources)).run();
		classes = directory.resolve("classes");
		assertThat(TypedClient.problems(sources, classes)).isEmpty();
	}

	private interface Action {

		void accept(Entry entry, Object typed) throws ReflectiveOperationException;

	}

	private void withBug(ReplayedServiceBuilder builder, Action action) throws ReflectiveOperationException {
		try (FakeService service = builder.start();
				ServiceRoot root = ServiceRoot.builder()
					.serviceRoot(service.baseUrl())
					.webClient(WebClient::create)
					.build()) {
			Entry entry = root.load("bugs/1", Entry.class);
			action.accept(entry,
					TypedClient.load(classes, "com.example.tracker.Bug")
						.getConstructor(Entry.class)
						.newInstance(entry));
		}
	}

	private static ReplayedServiceBuilder service() {
		return FakeService.describedBy("tracker",
				new ByteArrayInputStream(DESCRIPTION.toString().getBytes(StandardCharsets.UTF_8)));
	}

	private static @Nullable Object read(Object typed, String getter) throws ReflectiveOperationException {
		return typed.getClass().getMethod(getter).invoke(typed);
	}

	@Test
	void valueThatTheServiceHasAddedIsRead() throws ReflectiveOperationException {
		withBug(service().entry("bugs/1", "bug", Map.of("state", "Reopened")), (entry, typed) -> {
			ExtensibleEnum state = (ExtensibleEnum) read(typed, "state");
			assertThat(state.value()).isEqualTo("Reopened");
			assertThat(state).isEqualTo(state.getClass().getMethod("of", String.class).invoke(null, "Reopened"))
				.isNotEqualTo(state.getClass().getField("NEW").get(null));
		});
	}

	@Test
	void describedMembersThatARepresentationLacksAreNullOrEmpty() throws ReflectiveOperationException {
		withBug(service().representation("bugs/1", """
				{ "self_link": "http://api.example.com/1.0/bugs/1", "title": "a",
				  "resource_type_link": "http://api.example.com/1.0/#bug" }"""), (entry, typed) -> {
			assertThat(read(typed, "title")).isEqualTo("a");
			assertThat(read(typed, "heat")).isNull();
			assertThat(read(typed, "state")).isNull();
			assertThat(read(typed, "owner")).asString().isEqualTo("Optional.empty");
			assertThatExceptionOfType(NoSuchAttributeException.class)
				.isThrownBy(((EntryCollection) read(typed, "tasks"))::size)
				.withMessage(entry.uri()
						+ " object has no attribute 'tasks'; it is described, but this representation does not have it");
		});
	}

}
