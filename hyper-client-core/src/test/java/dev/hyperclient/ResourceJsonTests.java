package dev.hyperclient;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Resources that a JSON mapper of the application writes.
 */
class ResourceJsonTests {

	private static final JsonMapper MAPPER = JsonMapper.builder().build();

	@RegisterExtension
	private final StubService service = new StubService();

	private final ServiceRoot root = this.service.root();

	@BeforeEach
	void serveRecipe() {
		this.service.serveJson("recipes/4",
				"""
						{"self_link": "%1$srecipes/4", "resource_type_link": "%1$s#recipe", "http_etag": "\\"a\\"", "id": 4, "price": 1.50,
						 "note": null, "next_link": "%1$srecipes/5", "tags": ["a"], "instructions": "tag:launchpad.net:2008:redacted"}"""
					.formatted(this.service.url("")));
	}

	@Test
	void fetchedEntryHasItsAttributesAndLinks() {
		Entry entry = this.root.load("recipes/4", Entry.class);
		this.service.forgetRequests();
		String attributes = "\"price\":1.50,\"note\":null,\"next_link\":\"%1$srecipes/5\",\"tags\":[\"a\"]"
			.formatted(this.service.url(""));
		String expected = "{\"self_link\":\"%srecipes/4\",\"id\":4,%s}".formatted(this.service.url(""), attributes);
		assertThat(MAPPER.writeValueAsString(entry)).isEqualTo(expected);
		assertThat(MAPPER.writeValueAsString(List.of(entry))).isEqualTo("[" + expected + "]");
		assertThat(MAPPER.writeValueAsString(new Menu("Monday", entry)))
			.isEqualTo("{\"day\":\"Monday\",\"recipe\":%s}".formatted(expected));
		assertThat(this.service.requestCount()).isZero();
	}

	@Test
	void unsavedChangesAreWritten() {
		Entry entry = this.root.load("recipes/4", Entry.class).set("id", 5).set("instructions", "Stir");
		assertThat(MAPPER.readTree(MAPPER.writeValueAsString(entry)).path("id").intValue()).isEqualTo(5);
		assertThat(MAPPER.readTree(MAPPER.writeValueAsString(entry)).path("instructions").asString()).isEqualTo("Stir");
	}

	@Test
	void entryThatAnOperationMayHaveChangedIsRefused() {
		Entry entry = this.root.load("recipes/4", Entry.class);
		this.service.serve("POST", "recipes/4", StubService.json("null"));
		entry.operation("cook").invoke();
		assertThatExceptionOfType(DatabindException.class).isThrownBy(() -> MAPPER.writeValueAsString(entry))
			.withMessageContaining("svcRefresh()");
		entry.svcRefresh();
		assertThat(MAPPER.writeValueAsString(entry)).contains("\"id\":4");
	}

	@Test
	void serializerOfApplicationTakesPrecedence() {
		SimpleModule links = new SimpleModule().addSerializer(Entry.class, new ValueSerializer<>() {

			@Override
			public void serialize(Entry entry, JsonGenerator json, SerializationContext context) {
				json.writeString(entry.uri().toString());
			}

		});
		assertThat(JsonMapper.builder()
			.addModule(links)
			.build()
			.writeValueAsString(new Menu("Monday", this.root.collection("recipes").getReference(4))))
			.isEqualTo("{\"day\":\"Monday\",\"recipe\":\"%s\"}".formatted(this.service.url("recipes/4")));
	}

	@ParameterizedTest
	@MethodSource
	void otherResourcesAreRefusedWithAdvice(Function<ServiceRoot, Object> resource, String advice) {
		Object refused = resource.apply(this.root);
		this.service.forgetRequests();
		for (Object value : List.of(refused, List.of(refused))) {
			assertThatExceptionOfType(DatabindException.class).isThrownBy(() -> MAPPER.writeValueAsString(value))
				.withMessageContaining(this.service.url(""))
				.withMessageContaining(advice);
		}
		assertThat(this.service.requestCount()).isZero();
	}

	static Stream<Arguments> otherResourcesAreRefusedWithAdvice() {
		return Stream.of(
				resource((root) -> root.collection("recipes").getReference(4), "Fetch it first with svcRefresh()"),
				resource((root) -> new Menu("Monday", root.collection("recipes").getReference(4)), "entry.to(...)"),
				resource((root) -> root.collection("recipes"), "Return a list"),
				resource((root) -> root, "Return an entry"),
				resource((root) -> root.collection("recipes").operation("find"), "Return what invoke() returns"),
				resource((root) -> root.load("recipes/4", Entry.class).file("next"), "Return its uri()"));
	}

	@Test
	void descriptionsAreRefusedWithAdvice() {
		TypeDescription type = this.root.load("recipes/4", Entry.class).type();
		for (Object value : List.of(type, type.attributes().get(0), type.links().get(0), type.operations().get(0))) {
			assertThatExceptionOfType(DatabindException.class).isThrownBy(() -> MAPPER.writeValueAsString(value))
				.withMessageContaining("cannot be written as JSON. Return what you need of it");
		}
	}

	private static Arguments resource(Function<ServiceRoot, Object> resource, String advice) {
		return Arguments.of(resource, advice);
	}

	record Menu(String day, Entry recipe) {
	}

}
