package dev.hyperclient.cookbook.service;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reading entries.
 */
class EntryTests {

	private static final String JOY = "/1.0/cookbooks/The%20Joy%20of%20Cooking";

	@RegisterExtension
	final RunningService service = new RunningService();

	@Test
	void cookbookHasAllFields() {
		JsonNode cookbook = this.service.json(JOY);
		assertThat(cookbook.propertyNames()).containsExactlyInAnyOrder("self_link", "web_link", "resource_type_link",
				"http_etag", "name", "copyright_date", "description", "revision_number", "confirmed", "cuisine",
				"last_printing", "price", "recipes_collection_link", "cover_link");
		assertThat(cookbook.get("self_link").stringValue()).isEqualTo(this.service.base() + JOY);
		assertThat(cookbook.get("web_link").stringValue())
			.isEqualTo(this.service.base() + "/cookbooks/The%20Joy%20of%20Cooking");
		assertThat(cookbook.get("resource_type_link").stringValue()).isEqualTo(this.service.root() + "#cookbook");
		assertThat(cookbook.get("name").stringValue()).isEqualTo("The Joy of Cooking");
		assertThat(cookbook.get("cuisine").stringValue()).isEqualTo("General");
		assertThat(cookbook.get("copyright_date").stringValue()).isEqualTo("1995-01-01");
		assertThat(cookbook.get("price").intValue()).isEqualTo(20);
		assertThat(cookbook.get("description").stringValue()).isEmpty();
		assertThat(cookbook.get("last_printing").isNull()).isTrue();
		assertThat(cookbook.get("revision_number").intValue()).isZero();
		assertThat(cookbook.get("confirmed").stringValue()).isEqualTo("tag:launchpad.net:2008:redacted");
		assertThat(cookbook.get("recipes_collection_link").stringValue())
			.isEqualTo(this.service.base() + JOY + "/recipes");
		assertThat(cookbook.get("cover_link").stringValue()).isEqualTo(this.service.base() + JOY + "/cover");
	}

	@Test
	void recipeLinksToDishAndCookbook() {
		JsonNode recipe = this.service.json("/1.0/recipes/6");
		assertThat(recipe.get("id").intValue()).isEqualTo(6);
		assertThat(recipe.get("private").booleanValue()).isFalse();
		assertThat(recipe.get("dish_link").stringValue())
			.isEqualTo(this.service.root() + "dishes/Foies%20de%20voilaille%20en%20aspic");
		assertThat(recipe.get("cookbook_link").stringValue())
			.isEqualTo(this.service.root() + "cookbooks/Mastering%20the%20Art%20of%20French%20Cooking");
		assertThat(recipe.get("prepared_image_link").stringValue())
			.isEqualTo(this.service.root() + "recipes/6/prepared_image");
	}

	@Test
	void linksHaveVersionOfRequest() {
		assertThat(this.service.get("/devel/recipes/1").body()).contains("/devel/recipes/1", "/devel/#recipe")
			.doesNotContain("/1.0/");
	}

	@Test
	void entityTagHasTwoPartsInHeaderAndBody() {
		HttpResponse<String> response = this.service.get(JOY);
		String tag = response.headers().firstValue("ETag").orElseThrow();
		assertThat(tag).matches("\"[0-9a-f]{32}-[0-9a-f]{32}\"");
		assertThat(RunningService.json(response).get("http_etag").stringValue()).isEqualTo(tag);
		assertThat(response.headers().firstValue("Cache-Control")).isEmpty();
	}

	@Test
	void unchangedEntryIsNotModified() {
		String tag = this.service.get(JOY).headers().firstValue("ETag").orElseThrow();
		for (String condition : new String[] { tag, "\"other\", " + tag, "W/" + tag, "*", tag + "-gzip",
				tag.substring(0, tag.length() - 1) + "-gzip\"" }) {
			HttpResponse<String> response = this.service.get(JOY, "If-None-Match", condition);
			assertThat(response.statusCode()).as(condition).isEqualTo(304);
			assertThat(response.body()).isEmpty();
			assertThat(RunningService.header(response, "ETag")).isEqualTo(tag);
		}
		assertThat(this.service.get(JOY, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"unfinished", "unquoted", "\"a\" \"b\"", "," })
	void malformedConditionIsRefused(String condition) {
		HttpResponse<String> response = this.service.get(JOY, "If-None-Match", condition);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).isEqualTo("If-None-Match is not a list of entity tags.");
	}

	@Test
	void keyIsFoundUnderEveryEncoding() {
		assertThat(this.service.get("/1.0/cookbooks/James%20Beard's%20American%20Cookery").statusCode()).isEqualTo(200);
		JsonNode cookbook = this.service.json("/1.0/cookbooks/James%20Beard%27s%20American%20Cooker%79");
		assertThat(cookbook.get("self_link").stringValue())
			.isEqualTo(this.service.root() + "cookbooks/James%20Beard%27s%20American%20Cookery");
	}

	@Test
	void wadlOfEntryRefersToItsType() {
		HttpResponse<String> response = this.service.get(JOY, "Accept", "application/vnd.sun.wadl+xml");
		assertThat(RunningService.header(response, "Content-Type")).isEqualTo("application/vnd.sun.wadl+xml");
		assertThat(response.body()).contains("type=\"" + this.service.root() + "#cookbook\"");
	}

	@Test
	void entryHasXhtmlRepresentation() {
		HttpResponse<String> response = this.service.get("/1.0/cookbooks/I'm%20Just%20Here%20For%20The%20Food",
				"Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
		assertThat(RunningService.header(response, "Content-Type")).isEqualTo("application/xhtml+xml");
		assertThat(response.body()).startsWith("<dl xmlns=\"http://www.w3.org/1999/xhtml\">\n<dt>confirmed</dt>")
			.contains("<dt>name</dt><dd>I&#39;m Just Here For The Food</dd>");
	}

	@Test
	void nonAsciiTextIsEscaped() {
		HttpResponse<String> response = this.service.get("/1.0/cookbooks/Construsions%20un%20repas");
		assertThat(response.body()).contains("\"Fran\\u00E7aise\"");
	}

	@Test
	void deleteOfCookbookIsNotAllowed() {
		HttpResponse<String> response = this.service.send("DELETE", JOY, "");
		assertThat(response.statusCode()).isEqualTo(405);
		assertThat(RunningService.header(response, "Allow")).isEqualTo("GET PUT PATCH POST");
	}

}
