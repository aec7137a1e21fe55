package dev.hyperclient.testservice;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.hyperclient.testservice.ServiceCalls.assertIllegalArgument;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A fake service: declaration, representations, changes, state.
 */
class FakeServiceTests extends KitchenTestBase {

	@Test
	void entryHasDeclaredValuesLinksAndCollection() throws Exception {
		assertThat(this.calls.get("recipes/2").body()).contains("\"instructions\":\"Soak them\"",
				"\"dish_link\":\"" + this.service.baseUrl() + "dishes/Baked%20beans\"",
				"\"web_link\":\"" + this.service.baseUrl().resolve("/recipes/2") + "\"");
		assertThat(this.calls.get("dishes/Baked%20beans").body()).contains("\"first_served\":\"1901-02-03\"",
				"\"course\":\"Main\"", "\"price\":null");
		assertThat(this.calls.get("dishes/Roast%20chicken/recipes").body()).contains("\"total_size\":1",
				"\"instructions\":\"Roast it\"", this.service.baseUrl() + "#recipe-page-resource\"");
	}

	@Test
	void patchChangesEntryAndStaleConditionIsRefused() throws Exception {
		String etag = this.calls.get("recipes/1").headers().firstValue("ETag").orElseThrow();
		HttpResponse<String> patched = this.calls.patch("recipes/1", "{\"instructions\": \"Boil it\"}", "If-Match",
				etag);
		assertThat(patched.statusCode()).isEqualTo(209);
		assertThat(this.service.entry("recipes/1").get("instructions")).isEqualTo("Boil it");
		assertThat(this.calls.patch("recipes/1", "{\"instructions\": \"Fry it\"}", "If-Match", etag).statusCode())
			.isEqualTo(412);
		assertThat(this.calls.patch("recipes/1", "{\"id\": 7}").body())
			.isEqualTo("id: You tried to modify a read-only attribute.");
	}

	@Test
	void newTextKeyMovesEntryAndItsLinks() throws Exception {
		HttpResponse<String> moved = this.calls.patch("dishes/Baked%20beans", "{\"name\": \"Beans\"}");
		assertThat(moved.statusCode()).isEqualTo(301);
		assertThat(moved.headers().firstValue("Location")).hasValue(this.service.baseUrl() + "dishes/Beans");
		assertThat(this.service.entry("recipes/2").get("dish")).isEqualTo("Beans");
		assertThat(this.calls.patch("dishes/Beans", "{\"name\": \"Roast chicken\"}").statusCode()).isEqualTo(409);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			value = { "\"ROOTdishes/None\"|No such object \"ROOTdishes/None\".", "\"ROOT\"|No such object \"ROOT\".",
					"\"beans\"|\"beans\" is not a valid URI.", "12|\"12\" is not a valid URI.",
					"\"ROOTrecipes/2\"|Your value points to the wrong kind of object" })
	void linkToOtherThanEntryOfItsTypeIsRefused(String link, String reason) throws Exception {
		String root = this.service.baseUrl().toString();
		assertThat(this.calls.patch("recipes/1", "{\"dish_link\": " + link.replace("ROOT", root) + "}").body())
			.isEqualTo("dish_link: " + reason.replace("ROOT", root));
	}

	@Test
	void deleteRemovesEntryAndLinksToIt() throws Exception {
		assertThat(this.calls.send("DELETE", "recipes/1", "").statusCode()).isEqualTo(200);
		assertThat(this.service.entries("recipes")).singleElement()
			.hasToString("recipe {id=2, instructions=Soak them, dish=Baked beans}");
		this.service.remove("dishes/Baked beans");
		assertThat(this.service.entry("recipes/2").get("dish")).isNull();
		assertThat(this.calls.send("DELETE", "dishes/Roast%20chicken", "").statusCode()).isEqualTo(405);
	}

	@Test
	void hostedFileIsStoredAndRead() throws Exception {
		assertThat(this.calls.get("dishes/Roast%20chicken/photo").statusCode()).isEqualTo(303);
		assertThat(this.calls.get("dishes/Baked%20beans/photo").statusCode()).isEqualTo(404);
		this.calls.send("PUT", "dishes/Baked%20beans/photo", "beans", "Content-Type", "image/png");
		String location = this.calls.get("dishes/Baked%20beans/photo").headers().firstValue("Location").orElseThrow();
		HttpResponse<String> file = this.calls.getUrl(location);
		assertThat(file.body()).isEqualTo("beans");
		assertThat(file.headers().firstValue("Content-Type")).hasValue("image/png");
		assertThat(this.service.file("dishes/Baked beans", "photo")).hasToString("photo (image/png, 5 bytes)")
			.extracting(FakeFile::content)
			.isEqualTo("beans".getBytes(StandardCharsets.UTF_8));
		this.calls.send("DELETE", "dishes/Baked%20beans/photo", "");
		assertThat(this.service.file("dishes/Baked beans", "photo")).isNull();
		assertIllegalArgument(() -> this.service.file("dishes/Baked beans", "name"),
				"'name' of 'dishes/Baked beans' is not a hosted file");
	}

	@Test
	void rootLinkRedirectsToEntry() throws Exception {
		assertThat(this.calls.get("").body()).contains("\"dish_of_the_day_link\"",
				"\"dishes_collection_link\":\"" + this.service.baseUrl() + "dishes\"");
		assertThat(this.calls.get("dishes/dish_of_the_day?ws.op=%22").headers().firstValue("Location"))
			.hasValue(this.service.baseUrl() + "dishes/Roast%20chicken?ws.op=%22");
	}

	@Test
	void mistakesInChangesNameExistingEntries() {
		assertIllegalArgument(() -> this.service.change("recipes/9", Map.of()),
				"There is no entry 'recipes/9'. There are: recipes/1, recipes/2.");
		assertIllegalArgument(() -> this.service.entries("recipies"),
				"There is no collection 'recipies'. There are: dishes, recipes.");
		assertIllegalArgument(() -> this.service.change("recipes/1", Map.of("instruction", "x")),
				"The entry type 'recipe' has no attribute 'instruction'. It has: id, instructions, dish.");
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.entry("recipes/1").get("name"))
			.withMessageContaining("no attribute 'name'");
		assertIllegalArgument(() -> this.service.change("recipes/1", Map.of("dish", "Soup")),
				"The link 'dish' of 'recipes/1' refers to the dish 'Soup', which does not exist. There are: Roast chicken, Baked beans.");
		assertThat(this.service.entry("recipes/1").get("dish")).isEqualTo("Roast chicken");
	}

	@Test
	void requestsAreRecordedWithHeaderFieldsAndBody() throws Exception {
		this.calls.get("recipes/1", "If-None-Match", "\"x\"", "X-Color", "red", "X-Color", "green", "Authorization",
				"Basic c2VjcmV0");
		this.calls.patch("recipes/1", "{\"instructions\": \"Grill it\"}", "If-Match", "*");
		assertThat(this.service.requests()).hasToString("[GET /1.0/recipes/1 -> 200, PATCH /1.0/recipes/1 -> 209]");
		RecordedRequest get = this.service.requests().get(0);
		assertThat(get.ifNoneMatch()).isEqualTo("\"x\"");
		assertThat(get.header("x-color")).isEqualTo("red, green");
		assertThat(get.header("authorization")).isEqualTo("Basic c2VjcmV0");
		assertThat(get.header("X-Size")).isNull();
		RecordedRequest patch = this.service.requests().get(1);
		assertThat(patch.ifMatch()).isEqualTo("*");
		assertThat(patch.body()).isEqualTo("{\"instructions\": \"Grill it\"}");
		this.calls.get("recipes?ws.size=1");
		assertThat(this.service.requests().get(2).path()).isEqualTo("/1.0/recipes");
	}

	@Test
	void resetRestoresEntriesRequestsFaultsAndClock() throws Exception {
		this.calls.patch("recipes/1", "{\"instructions\": \"Grill it\"}");
		this.service.faults().failNext(503, 3);
		this.service.advance(Duration.ofDays(400));
		this.service.reset();
		assertThat(this.service.requests()).isEmpty();
		HttpResponse<String> recipe = this.calls.get("recipes/1");
		assertThat(recipe.body()).contains("Roast it");
		assertThat(recipe.headers().firstValue("Date").orElseThrow())
			.contains(Integer.toString(LocalDate.now(ZoneOffset.UTC).getYear()));
	}

	@Test
	void targetOfRequiredLinkCannotBeRemoved() throws Exception {
		try (FakeService notes = FakeService.builder("notes")
			.type("note", "notes", (note) -> note.text("name").deletable().entry(Map.of("name", "a")))
			.type("line", "lines",
					(line) -> line.integer("id")
						.link("note", "note", (link) -> link.required())
						.deletable()
						.entry(Map.of("note", "a")))
			.start()) {
			String message = "'notes/a' cannot be removed, because the required link 'note' of 'lines/1' refers to it: change or remove that entry first";
			ServiceCalls.assertAnswer(new ServiceCalls(notes).send("DELETE", "notes/a", ""), 400, message);
			assertIllegalArgument(() -> notes.remove("notes/a"), message);
			notes.remove("lines/1");
			notes.remove("notes/a");
			assertThat(notes.entries("notes")).isEmpty();
		}
	}

	@Test
	void declaredValuesAreCopiedAndCannotBeChanged() throws Exception {
		List<String> reused = new ArrayList<>(List.of("x"));
		byte[] content = { 'a' };
		FakeServiceBuilder builder = FakeService.builder("notes")
			.type("note", "notes",
					(note) -> note.text("name")
						.map("details")
						.file("scan")
						.entry(Map.of("name", "n", "details", Map.of("list", reused), "scan", content))
						.operation("spoil", (spoil) -> spoil.answers((call) -> {
							((List<?>) ((Map<?, ?>) Objects.requireNonNull(call.entry().get("details"))).get("list"))
								.clear();
							return null;
						})));
		reused.clear();
		content[0] = 'b';
		try (FakeService notes = builder.start()) {
			ServiceCalls notesCalls = new ServiceCalls(notes);
			assertThat(notesCalls.get("notes/n?ws.op=spoil").body()).contains("UnsupportedOperationException");
			assertThat(notesCalls.get("notes/n").body()).contains("\"details\":{\"list\":[\"x\"]}");
			assertThat(notesCalls.get("filemanager/0").body()).isEqualTo("a");
		}
	}

	@Test
	@Timeout(60)
	void manyEntriesAreNumberedInLinearTime() {
		FakeServiceBuilder builder = FakeService.builder("notes").type("note", "notes", (note) -> {
			note.integer("id").text("text");
			note.entry(Map.of("id", 7));
			for (int i = 0; i < 50_000; i++) {
				note.entry(Map.of("text", "x"));
			}
		});
		try (FakeService notes = builder.start()) {
			assertThat(notes.entry("notes/8").text("text")).isEqualTo("x");
			assertThat(notes.entry("notes/50007").text("text")).isEqualTo("x");
		}
	}

}
