package dev.hyperclient.cookbook.service;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changing and deleting entries.
 */
class WritingTests {

	private static final String JOY = "/1.0/cookbooks/The%20Joy%20of%20Cooking";

	private static final String RECIPE = "/1.0/recipes/1";

	@RegisterExtension
	final RunningService service = new RunningService();

	@Test
	void patchReturnsWholeEntry() {
		HttpResponse<String> response = patch(JOY, "{'cuisine': 'Dessert', 'description': '  A  classic \\n'}");
		assertThat(response.statusCode()).isEqualTo(209);
		assertThat(RunningService.header(response, "Content-Type")).isEqualTo("application/json");
		JsonNode cookbook = RunningService.json(response);
		assertThat(cookbook.get("cuisine").stringValue()).isEqualTo("Dessert");
		assertThat(cookbook.get("description").stringValue()).isEqualTo("A  classic");
		assertThat(cookbook.get("revision_number").intValue()).isEqualTo(1);
		assertThat(this.service.json(JOY)).isEqualTo(cookbook);
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{'price': 20.0}", "{'confirmed': 'tag:launchpad.net:2008:redacted'}",
			"{'copyright_date': '1995-01-01T00:00:00'}", "{'description': ''}", "{'last_printing': null}" })
	void unchangedValuesChangeNothing(String changes) {
		JsonNode before = this.service.json(JOY);
		HttpResponse<String> response = patch(JOY, changes);
		assertThat(response.statusCode()).isEqualTo(209);
		assertThat(RunningService.json(response)).isEqualTo(before);
	}

	@Test
	void everyFieldMayBeReturnedUnchanged() {
		JsonNode before = this.service.json(JOY);
		for (String method : new String[] { "PATCH", "PUT" }) {
			HttpResponse<String> response = this.service.send(method, JOY, before.toString(), "Content-Type",
					"application/json");
			assertThat(response.statusCode()).isEqualTo(209);
			assertThat(RunningService.json(response)).isEqualTo(before);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
			"{'cuisine': 'No such cuisine'}|cuisine: Invalid value \"No such cuisine\". Acceptable values are: "
					+ "General, Vegetarian, American, Dessert, Française",
			"{'copyright_date': null}|copyright_date: You tried to modify a read-only attribute.",
			"{'copyright_date': '2001-01-01'}|copyright_date: You tried to modify a read-only attribute.",
			"{'self_link': 'x'}|self_link: You tried to modify a read-only attribute.",
			"{'http_etag': null}|http_etag: You tried to modify a read-only attribute.",
			"{'nonesuch': 1}|nonesuch: You tried to modify a nonexistent attribute.",
			"{'recipes_collection_link': 'x'}|recipes_collection_link: You tried to modify a collection attribute.",
			"{'cover_link': 'x'}|cover_link: To modify this field you need to send a PUT request to its URI (COVER).",
			"{'name': null}|name: Missing required value.", "{'name': 12}|name: got 'int', expected unicode: 12",
			"{'name': '..'}|name: A name is one line of up to 500 characters, but not '.' or '..'.",
			"{'last_printing': 'soon'}|last_printing: Value doesn't look like a date.",
			"{'last_printing': '2001-02-30'}|last_printing: Value doesn't look like a date.",
			"{'last_printing': '2001-02-03T00:00:00+01:00'}|last_printing: Time not in UTC.",
			"{'price': '1.23'}|price: got 'unicode', expected float, int: u'1.23'",
			"{'price': true}|price: got 'bool', expected float, int: True", "{'price': 1e400}|price: Value is too big",
			"{'price': null}|price: Missing required value.",
			"{'revision_number': 1.5}|revision_number: got 'float', expected int: 1.5",
			"{'revision_number': 3000000000}|revision_number: Value is too big",
			"{'description': ['a', null]}|description: got 'list', expected unicode: [u'a', None]" })
	void invalidValueIsRefused(String changes, String reason) {
		JsonNode before = this.service.json(JOY);
		HttpResponse<String> response = patch(JOY, changes);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(RunningService.header(response, "Content-Type")).isEqualTo("text/plain");
		assertThat(response.body()).isEqualTo(reason.replace("COVER", this.service.base() + JOY + "/cover"));
		assertThat(this.service.json(JOY)).isEqualTo(before);
	}

	@Test
	void allProblemsAreReportedTogetherAndNothingChanges() {
		JsonNode before = this.service.json(JOY);
		HttpResponse<String> response = patch(JOY,
				"{'description': 'new', 'cuisine': 'None', 'copyright_date': '2001-01-01', 'nonesuch': null}");
		assertThat(response.body().lines()).containsExactly(
				"cuisine: Invalid value \"None\". Acceptable values are: General, Vegetarian, American, Dessert, Française",
				"copyright_date: You tried to modify a read-only attribute.",
				"nonesuch: You tried to modify a nonexistent attribute.");
		assertThat(this.service.json(JOY)).isEqualTo(before);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			value = { "{'dish_link': 'ROOTdishes/None'}|dish_link: No such object \"ROOTdishes/None\".",
					"{'dish_link': 'beans'}|dish_link: \"beans\" is not a valid URI.",
					"{'dish_link': 12}|dish_link: \"12\" is not a valid URI.",
					"{'dish_link': 'ROOTrecipes/2'}|dish_link: Your value points to the wrong kind of object",
					"{'dish_link': 'ROOT'}|dish_link: No such object \"ROOT\".",
					"{'dish_link': null}|dish_link: Missing required value.",
					"{'dish': 'ROOTdishes/Baked%20beans'}|dish: You tried to modify a nonexistent attribute.",
					"{'private': true}|private: You tried to modify a read-only attribute.",
					"{'prepared_image_link': 'x'}|prepared_image_link: You tried to modify a read-only attribute." })
	void invalidLinkIsRefused(String changes, String reason) {
		HttpResponse<String> response = patch(RECIPE, changes.replace("ROOT", this.service.root()));
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).isEqualTo(reason.replace("ROOT", this.service.root()));
	}

	@Test
	void recipeMovesToAnotherCookbook() {
		String before = this.service.json(RECIPE).get("http_etag").stringValue();
		String greens = this.service.root() + "cookbooks/Everyday%20Green%73";
		assertThat(patch(RECIPE, "{'cookbook_link': '" + greens + "'}").statusCode()).isEqualTo(209);
		assertThat(this.service.json("/1.0/cookbooks/Everyday%20Greens/recipes").get("entries")).hasSize(1);
		assertThat(this.service.json(RECIPE).get("http_etag").stringValue()).isNotEqualTo(before);
		patch(RECIPE, "{'cookbook_link': '" + this.service.root()
				+ "cookbooks/Mastering%20the%20Art%20of%20French%20Cooking'}");
		assertThat(this.service.json(RECIPE).get("http_etag").stringValue()).isEqualTo(before);
	}

	@Test
	void renamedEntryMoves() {
		HttpResponse<String> moved = patch(JOY, "{'name': 'Another Name', 'cuisine': 'Dessert'}");
		assertThat(moved.statusCode()).isEqualTo(301);
		assertThat(moved.body()).isEmpty();
		assertThat(RunningService.header(moved, "Location"))
			.isEqualTo(this.service.root() + "cookbooks/Another%20Name");
		assertThat(RunningService.header(moved, "Content-Type")).isEqualTo("text/plain");
		assertThat(RunningService.header(moved, "X-Lazr-Notifications"))
			.isEqualTo("[[20,\"The name was changed, and the address with it.\"]]");
		assertThat(this.service.get(JOY).statusCode()).isEqualTo(404);
		assertThat(this.service.json("/1.0/recipes/2").get("cookbook_link").stringValue())
			.endsWith("/cookbooks/Another%20Name");
		patch("/1.0/cookbooks/Another%20Name", "{'name': 'The Joy of Cooking'}");
		assertThat(this.service.json(JOY).get("cuisine").stringValue()).isEqualTo("Dessert");
	}

	@Test
	void duplicateNameIsConflict() {
		HttpResponse<String> response = patch(JOY, "{'name': 'Everyday Greens'}");
		assertThat(response.statusCode()).isEqualTo(409);
		assertThat(response.body()).isEqualTo("A cookbook called \"Everyday Greens\" already exists.");
		assertThat(patch("/1.0/dishes/Baked%20beans", "{'name': 'Roast chicken'}").body())
			.isEqualTo("A dish called \"Roast chicken\" already exists.");
	}

	@Test
	void failedPreconditionPreventsWrite() {
		String tag = this.service.json(JOY).get("http_etag").stringValue();
		String writablePart = tag.substring(tag.indexOf('-'));
		assertThat(patch(JOY, "{'description': 'first'}", "If-Match", "\"any" + writablePart).statusCode())
			.isEqualTo(209);
		for (String method : new String[] { "PATCH", "PUT", "POST" }) {
			HttpResponse<String> late = this.service.send(method, JOY, "{\"description\": \"late\"}", "If-Match", tag,
					"Content-Type", "application/json");
			assertThat(late.statusCode()).isEqualTo(412);
			assertThat(RunningService.header(late, "Content-Type")).isEqualTo("text/plain");
		}
		assertThat(patch(JOY, "{'description': 'x'}", "If-Match", "rubbish").statusCode()).isEqualTo(400);
		assertThat(patch(JOY, "{'description': 'x'}", "If-Match", "*").statusCode()).isEqualTo(209);
	}

	@Test
	void preconditionIsCheckedBeforeBody() {
		HttpResponse<String> response = this.service.send("PATCH", JOY, "rubbish", "If-Match", "\"other\"");
		assertThat(response.statusCode()).isEqualTo(412);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "text/plain|{}|415|Expected a media type of application/json.",
					"application/json|{|400|Entity-body was not a well-formed JSON document.",
					"application/json||400|Entity-body was not a well-formed JSON document.",
					"application/json|{} {}|400|Entity-body was not a well-formed JSON document.",
					"application/json|[]|400|Expected a JSON hash.", "application/json|null|400|Expected a JSON hash.",
					"application/json|\"x\"|400|Expected a JSON hash." })
	void malformedBodyIsRefused(String mediaType, String body, int status, String reason) {
		HttpResponse<String> response = this.service.send("PATCH", JOY, (body != null) ? body : "", "Content-Type",
				mediaType);
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(response.body()).isEqualTo(reason);
	}

	@Test
	void deepNestingAndMalformedUtf8AreRefused() {
		assertThat(patch(JOY, "[".repeat(100_000)).body())
			.isEqualTo("Entity-body was not a well-formed JSON document.");
		HttpResponse<String> response = this.service.send("PATCH", JOY, new byte[] { '"', (byte) 0xff, '"' },
				"Content-Type", "application/json");
		assertThat(response.body()).isEqualTo("Entity-body was not a well-formed JSON document.");
	}

	@Test
	void putRequiresAllFields() {
		ObjectNode document = (ObjectNode) this.service.json(JOY);
		document.remove("cuisine");
		document.remove("last_printing");
		HttpResponse<String> response = this.service.send("PUT", JOY, document.toString(), "Content-Type",
				"application/json");
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).isEqualTo("You didn't specify a value for the attribute 'cuisine'.");
	}

	@Test
	void methodOverrideTurnsPostIntoPatch() {
		HttpResponse<String> response = this.service.send("POST", JOY, "{\"cuisine\": null}", "X-HTTP-Method-Override",
				"PATCH", "X-Content-Type-Override", "application/json", "Content-Type", "text/plain");
		assertThat(response.statusCode()).isEqualTo(209);
		assertThat(RunningService.json(response).get("cuisine").isNull()).isTrue();
	}

	@Test
	void deletedRecipeIsInNoCollection() {
		HttpResponse<String> deleted = this.service.send("DELETE", "/1.0/recipes/6", "");
		assertThat(deleted.statusCode()).isEqualTo(200);
		assertThat(deleted.body()).isEqualTo("null");
		assertThat(RunningService.header(deleted, "Content-Type")).isEqualTo("application/json");
		assertThat(this.service.get("/1.0/recipes/6").statusCode()).isEqualTo(404);
		assertThat(this.service.send("DELETE", "/1.0/recipes/6", "").statusCode()).isEqualTo(404);
		assertThat(this.service.json("/1.0/recipes").get("total_size").intValue()).isEqualTo(5);
		assertThat(this.service.json("/1.0/dishes/Foies%20de%20voilaille%20en%20aspic/recipes").get("entries"))
			.isEmpty();
		assertThat(this.service.json("/1.0/cookbooks/Mastering%20the%20Art%20of%20French%20Cooking/recipes")
			.get("entries")).hasSize(1);
	}

	@Test
	void writeOfPrivateRecipeIsUnauthorized() {
		assertThat(patch("/1.0/recipes/5", "{}").statusCode()).isEqualTo(401);
		assertThat(this.service.send("DELETE", "/1.0/recipes/5", "").statusCode()).isEqualTo(401);
	}

	private HttpResponse<String> patch(String path, String json, String... headers) {
		String[] all = new String[headers.length + 2];
		all[0] = "Content-Type";
		all[1] = "application/json";
		System.arraycopy(headers, 0, all, 2, headers.length);
		return this.service.send("PATCH", path, json.replace('\'', '"'), all);
	}

}
