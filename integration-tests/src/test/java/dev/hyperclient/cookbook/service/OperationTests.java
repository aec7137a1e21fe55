package dev.hyperclient.cookbook.service;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Named operations.
 */
class OperationTests {

	private static final String FRENCH = "/1.0/cookbooks/Mastering%20the%20Art%20of%20French%20Cooking";

	private static final String DATES = "copyright_date=%221994-01-01T00%3A00%3A00%22"
			+ "&last_printing=%221994-01-01T00%3A00%3A00%22";

	@RegisterExtension
	final RunningService service = new RunningService();

	@Test
	void foundRecipesAreGroupedByCookbook() {
		JsonNode page = this.service.json("/1.0/cookbooks?search=%22e%22&ws.op=find_recipes");
		assertThat(page.get("entries").valueStream().map((entry) -> entry.get("id").intValue())).containsExactly(1, 6,
				2, 4, 3);
		assertThat(page.has("resource_type_link")).isFalse();
		assertThat(page.has("total_size")).isFalse();
		String total = page.get("total_size_link").stringValue();
		HttpResponse<String> size = this.service.get(total.substring(this.service.base().length()));
		assertThat(size.body()).isEqualTo("6");
		assertThat(RunningService.header(size, "Content-Type")).isEqualTo("application/json");
		String next = page.get("next_collection_link").stringValue();
		assertThat(next).contains("search=%22e%22", "ws.op=find_recipes");
		JsonNode last = this.service.json(next.substring(this.service.base().length()));
		assertThat(last.get("entries")).isEmpty();
		assertThat(last.get("total_size").intValue()).isEqualTo(6);
	}

	@ParameterizedTest
	@CsvSource({ "%22Chicken%22,0", "%22chicken%22,3", "chicken,3", "%221.234%22,0", "%22foo%22,0",
			"%22chicken%22&vegetarian=true,0", "%22chicken%22&vegetarian=false,3" })
	void searchTextIsMatchedLiterally(String search, int found) {
		JsonNode page = this.service.json("/1.0/cookbooks?ws.op=find_recipes&search=" + search);
		assertThat(page.get("total_size").intValue()).isEqualTo(found);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "search=1.234|search: got 'float', expected unicode: 1.234",
			"search=12|search: got 'int', expected unicode: 12",
			"search=[1,%22a%22,true]|search: got 'list', expected unicode: [1, u'a', True]",
			"search=%7B%7D|search: got 'dict', expected unicode: {}", "search=null|search: Required input is missing.",
			"x=1|search: Required input is missing.", "search=a&vegetarian=1|vegetarian: got 'int', expected bool: 1" })
	void argumentOfWrongTypeIsRefused(String query, String reason) {
		HttpResponse<String> response = this.service
			.get("/1.0/cookbooks?ws.op=find_recipes&" + query.replace("[", "%5B").replace("]", "%5D"));
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(RunningService.header(response, "Content-Type")).isEqualTo("text/plain");
		assertThat(response.body()).isEqualTo(reason);
	}

	@Test
	void cookbooksAreFoundByCuisine() {
		JsonNode page = this.service.json("/1.0/cookbooks?cuisine=Fran%C3%A7aise&ws.op=find_for_cuisine");
		assertThat(page.get("total_size").intValue()).isEqualTo(2);
		assertThat(this.service.get("/1.0/cookbooks?cuisine=Nope&ws.op=find_for_cuisine").body())
			.startsWith("cuisine: Invalid value \"Nope\". Acceptable values are: General, Vegetarian, American,");
	}

	@Test
	void recipeIsFoundForDish() {
		assertThat(RunningService.json(findRecipeFor("Roast%20chicken")).get("id").intValue()).isEqualTo(1);
		HttpResponse<String> none = findRecipeFor("Baked%20beans");
		assertThat(none.statusCode()).isEqualTo(200);
		assertThat(none.body()).isEqualTo("null");
		String missing = this.service.root() + "dishes/Nothing";
		assertThat(findRecipeFor("Nothing").body()).isEqualTo("dish: No such object \"" + missing + "\".");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "%22beans%22|dish: \"beans\" is not a valid URI.", "12|dish: \"12\" is not a valid URI.",
					"%22http://elsewhere/1.0/dishes/x%22|dish: No such object \"http://elsewhere/1.0/dishes/x\"." })
	void linkToUnknownEntryIsRefused(String dish, String reason) {
		HttpResponse<String> response = this.service.get(FRENCH + "?ws.op=find_recipe_for&dish=" + dish);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).isEqualTo(reason);
	}

	@Test
	void linkToEntryOfWrongTypeIsRefused() {
		String link = UriUtils.encode('"' + this.service.root() + "recipes/1\"", "UTF-8");
		assertThat(this.service.get(FRENCH + "?ws.op=find_recipe_for&dish=" + link).body())
			.isEqualTo("dish: Your value points to the wrong kind of object");
	}

	@ParameterizedTest
	@ValueSource(strings = { "New cookbook", "null", "4.56", "\"foo\"", "Crème brûlée ☃ 😀", "a/b", "50%", "q?&+=#" })
	void createdCookbookHasExactName(String name) {
		String json = UriUtils.encode('"' + name.replace("\"", "\\\"") + '"', "UTF-8");
		HttpResponse<String> created = this.service.post("/devel/cookbooks",
				DATES + "&cuisine=General&name=" + json + "&price=1.23&ws.op=create");
		assertThat(created.statusCode()).isEqualTo(201);
		assertThat(created.body()).isEmpty();
		assertThat(RunningService.header(created, "Content-Length")).isEqualTo("0");
		String location = created.headers().firstValue("Location").orElseThrow();
		assertThat(location).isEqualTo(this.service.base() + "/devel/cookbooks/" + UriUtils.encode(name, "UTF-8"));
		JsonNode cookbook = this.service.json(location.substring(this.service.base().length()));
		assertThat(cookbook.get("name").stringValue()).isEqualTo(name);
		assertThat(cookbook.get("copyright_date").stringValue()).isEqualTo("1994-01-01");
		assertThat(cookbook.get("price").decimalValue()).isEqualByComparingTo("1.23");
		HttpResponse<String> again = this.service.post("/1.0/cookbooks",
				DATES + "&cuisine=General&name=" + json + "&price=1.23&ws.op=create");
		assertThat(again.statusCode()).isEqualTo(409);
		assertThat(again.body()).isEqualTo("A cookbook called \"" + name + "\" already exists.");
	}

	@Test
	void longNameIsAccepted() {
		String name = "x".repeat(281);
		HttpResponse<String> created = this.service.post("/1.0/cookbooks",
				DATES + "&name=%22" + name + "%22&price=1&ws.op=create");
		assertThat(created.statusCode()).isEqualTo(201);
		assertThat(this.service.get("/1.0/cookbooks/" + name).statusCode()).isEqualTo(200);
	}

	@Test
	void priceAsTextIsRefused() {
		HttpResponse<String> response = this.service.post("/1.0/cookbooks",
				DATES + "&name=%22A%22&price=%221.23%22&ws.op=create");
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).isEqualTo("price: got 'unicode', expected float, int: u'1.23'");
	}

	@Test
	void allProblemsAreReportedTogether() {
		HttpResponse<String> response = this.service.post("/1.0/cookbooks",
				"name=%22featured%22&cuisine=Nope&copyright_date=soon"
						+ "&last_printing=%222001-01-01T00:00:00%2B01:00%22&ws.op=create");
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body().lines()).containsExactly("name: The name 'featured' is reserved.",
				"cuisine: Invalid value \"Nope\". Acceptable values are: General, Vegetarian, American, Dessert, Française",
				"copyright_date: Value doesn't look like a date.", "last_printing: Time not in UTC.",
				"price: Required input is missing.");
		assertThat(this.service.json("/1.0/cookbooks").get("total_size").intValue()).isEqualTo(7);
	}

	@Test
	void operationCanMoveEntry() {
		HttpResponse<String> moved = this.service.post("/devel/cookbooks/Everyday%20Greens",
				"ws.op=make_more_interesting");
		assertThat(moved.statusCode()).isEqualTo(301);
		assertThat(moved.body()).isEmpty();
		assertThat(RunningService.header(moved, "Location"))
			.isEqualTo(this.service.base() + "/devel/cookbooks/The%20New%20Everyday%20Greens");
		assertThat(this.service.get("/1.0/cookbooks/Everyday%20Greens").statusCode()).isEqualTo(404);
		HttpResponse<String> again = this.service.post("/1.0/cookbooks/The%20New%20Everyday%20Greens",
				"ws.op=make_more_interesting");
		assertThat(again.statusCode()).isEqualTo(400);
		assertThat(again.body()).isEqualTo(
				"The 'New' trick can't be used on this cookbook because its name already " + "starts with 'The New'.");
	}

	@Test
	void unknownOperationIsRefused() {
		assertThat(this.service.get("/1.0/cookbooks?ws.op=nonesuch").body()).isEqualTo("No such operation: nonesuch");
		assertThat(this.service.get("/1.0/dishes?ws.op=create").statusCode()).isEqualTo(400);
		assertThat(this.service.post("/1.0/cookbooks", "ws.op=find_recipes").body())
			.isEqualTo("No such operation: find_recipes");
		assertThat(this.service.post("/1.0/cookbooks", "name=x").body()).isEqualTo("No operation name given.");
		assertThat(this.service.send("POST", "/1.0/cookbooks", "").body()).isEqualTo("No operation name given.");
	}

	private HttpResponse<String> findRecipeFor(String dish) {
		String link = '"' + this.service.root() + "dishes/" + dish + '"';
		return this.service.get(FRENCH + "?dish=" + UriUtils.encode(link, "UTF-8") + "&ws.op=find_recipe_for");
	}

}
