package dev.hyperclient.cookbook.client;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;

import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlOption;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.htmlunit.html.HtmlTextArea;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of a recipe, edited in one browser window or in two.
 */
class RecipePageTests extends SampleApplicationTestBase {

	private static final String BEANS = "Preheat oven to 250 degrees and bake the beans all day.";

	@Test
	void recipePageIsLinkedFromHomePage() throws Exception {
		HtmlPage home = open("/");
		HtmlPage page = home.getAnchorByHref("/recipes/4").click();
		assertThat(page.<DomElement>querySelector("h1").getTextContent()).isEqualTo("Baked beans");
		assertThat(page.<DomElement>querySelector("a.cookbook").getTextContent()).isEqualTo("The Joy of Cooking");
		assertThat(instructions(page).getText()).isEqualTo(BEANS);
		assertThat(page.getElementById("cost").getTextContent()).contains(" requests");
	}

	@Test
	void formSavesChanges() throws Exception {
		HtmlPage page = open("/recipes/4");
		instructions(page).setText("Soak.\n\n  <b>Bake</b> & serve.\n");
		HtmlSelect dishes = page.getHtmlElementById("dish");
		dishes.getOptionByText("Roast chicken").setSelected(true);
		HtmlPage saved = submit(page);
		assertThat(saved.getUrl()).hasToString(url("/recipes/4"));
		assertThat(saved.<DomElement>querySelector("p.note").getTextContent()).isEqualTo("The recipe was saved.");
		assertThat(saved.<DomElement>querySelector("h1").getTextContent()).isEqualTo("Roast chicken");
		assertThat(stored()).isEqualTo("Soak.\n\n  <b>Bake</b> & serve.\n");
		assertThat(instructions(saved).getText()).isEqualTo("Soak.\n\n  <b>Bake</b> & serve.\n");
		assertThat(writes()).isOne();
	}

	@Test
	void savingWithoutChangesSendsNoWrite() throws Exception {
		change("\nSoak.\nBake.\n");
		HtmlPage saved = submit(open("/recipes/4"));
		assertThat(saved.getWebResponse().getStatusCode()).isEqualTo(200);
		assertThat(note(saved)).isEqualTo("Nothing was changed.");
		assertThat(stored()).isEqualTo("\nSoak.\nBake.\n");
		assertThat(writes()).isOne();
	}

	@Test
	void conflictCanBeResolvedByDiscarding() throws Exception {
		HtmlPage kept = conflict("Of the first.", "Of the second.").getAnchorByText("Discard my version").click();
		assertThat(instructions(kept).getText()).isEqualTo("Of the first.");
		assertThat(kept.getElementById("conflict")).isNull();
	}

	@Test
	void conflictCanBeResolvedByOverwritingUnlessItConflictsAgain() throws Exception {
		HtmlPage refused = conflict("Of the first <window>.", "Mine <too>.");
		assertThat(refused.<DomElement>querySelector("#conflict p.problem").getTextContent())
			.startsWith("This recipe was changed by another user");
		assertThat(refused.getElementById("stored-instructions").getTextContent()).isEqualTo("Of the first <window>.");
		change("Second.");
		HtmlPage again = submit(refused);
		assertThat(again.getWebResponse().getStatusCode()).isEqualTo(412);
		assertThat(again.getElementById("stored-instructions").getTextContent()).isEqualTo("Second.");
		assertThat(instructions(again).getText()).isEqualTo("Mine <too>.");
		assertThat(again.<DomElement>querySelector("#edit button").getTextContent())
			.isEqualTo("Overwrite with my version");
		assertThat(stored()).isEqualTo("Second.");
		submit(again);
		assertThat(stored()).isEqualTo("Mine <too>.");
	}

	@Test
	void concurrentSaveAfterTagCheckIsNotOverwritten() throws Exception {
		HtmlPage page = open("/recipes/4");
		instructions(page).setText("Mine.");
		this.service.faults().failNext("PATCH", "/recipes/4", 412);
		HtmlPage refused = submit(page);
		assertThat(refused.getWebResponse().getStatusCode()).isEqualTo(412);
		assertThat(refused.getElementById("stored-instructions").getTextContent()).isEqualTo(BEANS);
		assertThat(instructions(refused).getText()).isEqualTo("Mine.");
		submit(refused);
		assertThat(stored()).isEqualTo("Mine.");
	}

	@Test
	void fieldErrorIsShownBesideField() throws Exception {
		HtmlPage page = open("/recipes/4");
		instructions(page).setText("  ");
		HtmlSelect dishes = page.getHtmlElementById("dish");
		HtmlOption beans = dishes.getOptionByText("Baked beans");
		beans.setValueAttribute(this.service.baseUrl() + "1.0/dishes/Stone%20soup");
		HtmlPage refused = submit(page);
		assertThat(refused.getWebResponse().getStatusCode()).isEqualTo(400);
		assertThat(refused.getElementById("instructions-error").getTextContent())
			.isEqualTo("Instructions must not be empty.");
		assertThat(instructions(refused).getAttribute("aria-invalid")).isEqualTo("true");
		assertThat(refused.getElementById("dish-error").getTextContent()).startsWith("No such object");
		assertThat(stored()).isEqualTo(BEANS);
		refused.<HtmlSelect>getHtmlElementById("dish").getOptionByText("Roast chicken").setSelected(true);
		save(refused, "Bake.");
		assertThat(stored()).isEqualTo("Bake.");
	}

	@Test
	void formWithoutTagDoesNotOverwrite() throws Exception {
		HtmlPage page = open("/recipes/4");
		HtmlForm form = page.getHtmlElementById("edit");
		form.getInputByName("tag").remove();
		assertThat(save(page, "Mine.").getWebResponse().getStatusCode()).isEqualTo(412);
		assertThat(stored()).isEqualTo(BEANS);
	}

	/** Save in one window before another one, and return the page of the other one. */
	private HtmlPage conflict(String first, String second) throws Exception {
		HtmlPage page = open("/recipes/4");
		instructions(page).setText(second);
		save(open("/recipes/4"), first);
		return submit(page);
	}

	private HtmlPage save(HtmlPage page, String text) throws Exception {
		instructions(page).setText(text);
		return submit(page);
	}

	private static HtmlPage submit(HtmlPage page) throws Exception {
		return press(page, "#edit button");
	}

	private static HtmlTextArea instructions(HtmlPage page) {
		return page.getHtmlElementById("instructions");
	}

	/** Change the recipe without the application. */
	private void change(String instructions) throws Exception {
		String body = JsonMapper.shared().writeValueAsString(Map.of("instructions", instructions));
		send(HttpRequest.newBuilder(recipe())
			.header("Content-Type", "application/json")
			.method("PATCH", BodyPublishers.ofString(body)));
	}

	private String stored() throws Exception {
		String recipe = send(HttpRequest.newBuilder(recipe())).body();
		return JsonMapper.shared().readTree(recipe).path("instructions").asString();
	}

	private URI recipe() {
		return this.service.baseUrl().resolve("1.0/recipes/4");
	}

}
