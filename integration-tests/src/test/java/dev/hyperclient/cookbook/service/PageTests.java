package dev.hyperclient.cookbook.service;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Collections and their pages.
 */
class PageTests {

	@RegisterExtension
	final RunningService service = new RunningService();

	@Test
	void pageHasFiveEntriesAndLinkToNext() {
		JsonNode page = this.service.json("/1.0/cookbooks");
		assertThat(page.get("entries")).hasSize(5);
		assertThat(page.get("start").intValue()).isZero();
		assertThat(page.get("total_size").intValue()).isEqualTo(7);
		assertThat(page.has("prev_collection_link")).isFalse();
		assertThat(page.get("resource_type_link").stringValue()).isEqualTo(this.service.root() + "#cookbooks");
		JsonNode next = this.service.json(pathOf(page.get("next_collection_link")));
		assertThat(next.get("entries")).hasSize(2);
		assertThat(next.get("start").intValue()).isEqualTo(5);
		assertThat(next.has("next_collection_link")).isFalse();
		JsonNode previous = this.service.json(pathOf(next.get("prev_collection_link")));
		assertThat(previous.get("entries")).isEqualTo(page.get("entries"));
	}

	@Test
	void requestedPageSizeIsKeptInLinks() {
		JsonNode page = this.service.json("/1.0/cookbooks?ws.size=2&ws.start=1");
		assertThat(names(page)).containsExactly("The Joy of Cooking", "James Beard's American Cookery");
		assertThat(names(this.service.json(pathOf(page.get("next_collection_link")))))
			.containsExactly("Everyday Greens", "I'm Just Here For The Food");
		assertThat(names(this.service.json(pathOf(page.get("prev_collection_link")))))
			.containsExactly("Mastering the Art of French Cooking");
	}

	@ParameterizedTest
	@CsvSource({ "7", "1000", "99999999999999999999" })
	void pageBeyondEndIsEmpty(String start) {
		HttpResponse<String> response = this.service.get("/1.0/cookbooks?ws.start=" + start);
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(RunningService.json(response).get("entries")).isEmpty();
		assertThat(RunningService.json(response).has("next_collection_link")).isFalse();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "ws.size=301|Maximum for \"ws.size\" parameter is 300.",
					"ws.size=0|Minimum for \"ws.size\" parameter is 1.",
					"ws.size=many|\"ws.size\" must be a whole number and not negative.",
					"ws.start=-1|\"ws.start\" must be a whole number and not negative.",
					"ws.start=1.5|\"ws.start\" must be a whole number and not negative." })
	void invalidPagingIsRefused(String query, String reason) {
		HttpResponse<String> response = this.service.get("/1.0/cookbooks?" + query);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(RunningService.header(response, "Content-Type")).isEqualTo("text/plain");
		assertThat(response.body()).isEqualTo(reason);
	}

	@Test
	void maximumPageSizeIsThreeHundred() {
		assertThat(this.service.json("/1.0/cookbooks?ws.size=300").get("entries")).hasSize(7);
	}

	@Test
	void privateRecipeIsCountedButNotListed() {
		JsonNode page = this.service.json("/1.0/recipes");
		assertThat(page.get("total_size").intValue()).isEqualTo(6);
		assertThat(ids(page)).containsExactly(1, 2, 3, 4);
		assertThat(ids(this.service.json(pathOf(page.get("next_collection_link"))))).containsExactly(6);
		HttpResponse<String> hidden = this.service.get("/1.0/recipes/5");
		assertThat(hidden.statusCode()).isEqualTo(401);
		assertThat(RunningService.header(hidden, "WWW-Authenticate")).isEqualTo("Basic realm=\"cookbooks\"");
	}

	@Test
	void scopedCollectionHasPageTypeOfEntries() {
		JsonNode page = this.service.json("/1.0/dishes/Roast%20chicken/recipes");
		assertThat(ids(page)).containsExactly(1, 2, 3);
		assertThat(page.get("resource_type_link").stringValue())
			.isEqualTo(this.service.root() + "#recipe-page-resource");
		assertThat(ids(this.service.json("/devel/cookbooks/Mastering%20the%20Art%20of%20French%20Cooking/recipes")))
			.containsExactly(1, 6);
	}

	@Test
	void entriesOfPageEqualEntries() {
		for (JsonNode entry : this.service.json("/1.0/recipes").get("entries")) {
			assertThat(this.service.json(pathOf(entry.get("self_link")))).isEqualTo(entry);
		}
	}

	@Test
	void collectionsHaveNoTagAndNoLifetime() {
		HttpResponse<String> response = this.service.get("/1.0/dishes", "If-None-Match", "*");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().map()).doesNotContainKeys("ETag", "etag", "Cache-Control", "cache-control");
	}

	@Test
	void wadlOfCollectionRefersToItsType() {
		HttpResponse<String> response = this.service.get("/1.0/dishes", "Accept", "application/vnd.sun.wadl+xml");
		assertThat(response.body()).contains("path=\"dishes\" type=\"" + this.service.root() + "#dishes\"");
	}

	@Test
	void totalSizeIsReturnedAlone() {
		assertThat(this.service.get("/1.0/cookbooks?ws.show=total_size").body()).isEqualTo("7");
	}

	@Test
	void postToDishesIsNotAllowed() {
		HttpResponse<String> response = this.service.post("/1.0/dishes", "ws.op=create");
		assertThat(response.statusCode()).isEqualTo(405);
		assertThat(RunningService.header(response, "Allow")).isEqualTo("GET");
		assertThat(RunningService.header(this.service.send("PUT", "/1.0/cookbooks", "{}"), "Allow"))
			.isEqualTo("GET POST");
	}

	private String pathOf(JsonNode link) {
		assertThat(link.stringValue()).startsWith(this.service.base());
		return link.stringValue().substring(this.service.base().length());
	}

	private static List<String> names(JsonNode page) {
		List<String> names = new ArrayList<>();
		page.get("entries").forEach((entry) -> names.add(entry.get("name").stringValue()));
		return names;
	}

	private static List<Integer> ids(JsonNode page) {
		List<Integer> ids = new ArrayList<>();
		page.get("entries").forEach((entry) -> ids.add(entry.get("id").intValue()));
		return ids;
	}

}
