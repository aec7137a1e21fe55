package dev.hyperclient.cookbook.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.testservice.RecordedRequest;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlOption;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.htmlunit.html.HtmlTextArea;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of a recipe in one browser window, and in two.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = { "cookbook.service.port=0" })
class RecipePageTests {

	private static final String BEANS = "Preheat oven to 250 degrees and bake the beans all day.";

	@TempDir
	static Path cache;

	@LocalServerPort
	private int port;

	@Autowired
	private CookbookService service;

	@Autowired
	private Somebody somebody;

	private final WebClient browser = new WebClient();

	@DynamicPropertySource
	static void useAFreshCache(DynamicPropertyRegistry registry) {
		registry.add("hyper-client.cache.directory", cache::toString);
	}

	@BeforeEach
	void reset() {
		this.service.reset();
		this.browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
	}

	@AfterEach
	void closeBrowser() {
		this.browser.close();
	}

	@Test
	void aRecipeIsALinkAway() throws Exception {
		HtmlPage home = this.browser.getPage(address("/"));
		HtmlPage page = home.getAnchorByHref("/recipes/4").click();
		assertThat(page.<DomElement>querySelector("h1").getTextContent()).isEqualTo("Baked beans");
		assertThat(page.<DomElement>querySelector("a.cookbook").getTextContent()).isEqualTo("The Joy of Cooking");
		assertThat(instructions(page).getText()).isEqualTo(BEANS);
		assertThat(page.getElementById("cost").getTextContent()).startsWith("This page cost ");
	}

	@Test
	void whatIsEditedIsSaved() throws Exception {
		HtmlPage page = open("/recipes/4");
		instructions(page).setText("Soak.\n\n  <b>Bake</b> & serve.\n");
		HtmlSelect dishes = page.getHtmlElementById("dish");
		dishes.getOptionByText("Roast chicken").setSelected(true);
		HtmlPage saved = submit(page);
		assertThat(saved.getUrl()).hasToString(address("/recipes/4"));
		assertThat(saved.<DomElement>querySelector("p.note").getTextContent()).isEqualTo("The recipe was saved.");
		assertThat(saved.<DomElement>querySelector("h1").getTextContent()).isEqualTo("Roast chicken");
		assertThat(stored()).isEqualTo("Soak.\n\n  <b>Bake</b> & serve.\n");
		assertThat(instructions(saved).getText()).isEqualTo("Soak.\n\n  <b>Bake</b> & serve.\n");
		assertThat(patches()).isOne();
	}

	@Test
	void savingWithoutAChangeAsksTheServiceForNone() throws Exception {
		change("\nSoak.\nBake.\n");
		HtmlPage saved = submit(open("/recipes/4"));
		assertThat(saved.getWebResponse().getStatusCode()).isEqualTo(200);
		assertThat(stored()).isEqualTo("\nSoak.\nBake.\n");
		assertThat(patches()).isOne();
	}

	@Test
	void theSecondOfTwoWindowsLearnsThatTheFirstWasFaster() throws Exception {
		HtmlPage second = open("/recipes/4");
		instructions(second).setText("Of the second <window>.");
		save(open("/recipes/4"), "Of the first <window>.");
		HtmlPage refused = submit(second);
		assertThat(refused.getWebResponse().getStatusCode()).isEqualTo(412);
		assertThat(refused.<DomElement>querySelector("#conflict p.problem").getTextContent())
			.startsWith("Somebody else has changed this recipe");
		assertThat(refused.getElementById("stored-instructions").getTextContent()).isEqualTo("Of the first <window>.");
		assertThat(instructions(refused).getText()).isEqualTo("Of the second <window>.");
		assertThat(stored()).isEqualTo("Of the first <window>.");
	}

	@Test
	void whoHasSeenBothMaySaveOverTheNewerOne() throws Exception {
		HtmlPage second = open("/recipes/4");
		instructions(second).setText("Of the second.");
		save(open("/recipes/4"), "Of the first.");
		HtmlPage refused = submit(second);
		assertThat(refused.<DomElement>querySelector("#edit button").getTextContent()).isEqualTo("Save mine over it");
		assertThat(instructions(submit(refused)).getText()).isEqualTo("Of the second.");
		assertThat(stored()).isEqualTo("Of the second.");
	}

	@Test
	void whoHasSeenBothMayKeepTheNewerOne() throws Exception {
		HtmlPage second = open("/recipes/4");
		instructions(second).setText("Of the second.");
		save(open("/recipes/4"), "Of the first.");
		HtmlPage kept = submit(second).getAnchorByText("Keep this and drop yours").click();
		assertThat(instructions(kept).getText()).isEqualTo("Of the first.");
		assertThat(kept.getElementById("conflict")).isNull();
	}

	@Test
	void aConflictMayFollowAConflict() throws Exception {
		HtmlPage mine = open("/recipes/4");
		instructions(mine).setText("Mine.");
		change("First.");
		HtmlPage refused = submit(mine);
		change("Second.");
		HtmlPage again = submit(refused);
		assertThat(again.getWebResponse().getStatusCode()).isEqualTo(412);
		assertThat(again.getElementById("stored-instructions").getTextContent()).isEqualTo("Second.");
		assertThat(instructions(again).getText()).isEqualTo("Mine.");
	}

	@Test
	void somebodyWhoIsFasterInTheLastMomentIsNotOverwritten() throws Exception {
		HtmlPage page = open("/recipes/4");
		instructions(page).setText("Mine.");
		this.somebody.beforeTheNextPatch(() -> change("In between."));
		HtmlPage refused = submit(page);
		assertThat(this.service.requests()).extracting(RecordedRequest::status).contains(412);
		assertThat(refused.getWebResponse().getStatusCode()).isEqualTo(412);
		assertThat(refused.getElementById("stored-instructions").getTextContent()).isEqualTo("In between.");
		assertThat(instructions(refused).getText()).isEqualTo("Mine.");
		submit(refused);
		assertThat(stored()).isEqualTo("Mine.");
	}

	@Test
	void whatTheServiceHasAgainstAFieldIsBesideIt() throws Exception {
		HtmlPage page = open("/recipes/4");
		instructions(page).setText("  ");
		HtmlSelect dishes = page.getHtmlElementById("dish");
		HtmlOption beans = dishes.getOptionByText("Baked beans");
		beans.setValueAttribute(this.service.baseUrl() + "1.0/dishes/Stone%20soup");
		HtmlPage refused = submit(page);
		assertThat(refused.getWebResponse().getStatusCode()).isEqualTo(400);
		assertThat(refused.getElementById("instructions-error").getTextContent()).isEqualTo("Missing required value.");
		assertThat(instructions(refused).getAttribute("aria-invalid")).isEqualTo("true");
		assertThat(refused.getElementById("dish-error").getTextContent()).startsWith("No such object");
		assertThat(stored()).isEqualTo(BEANS);
	}

	@Test
	void whatWasRefusedCanBeMendedAndSaved() throws Exception {
		HtmlPage refused = save(open("/recipes/4"), "");
		save(refused, "Bake.");
		assertThat(stored()).isEqualTo("Bake.");
	}

	@Test
	void aFormWithoutATagOverwritesNothing() throws Exception {
		HtmlPage page = open("/recipes/4");
		HtmlForm form = page.getHtmlElementById("edit");
		form.getInputByName("tag").remove();
		assertThat(save(page, "Mine.").getWebResponse().getStatusCode()).isEqualTo(412);
		assertThat(stored()).isEqualTo(BEANS);
	}

	@Test
	void aRecipeThatIsNotThereIsNotFound() throws Exception {
		HtmlPage page = open("/recipes/1000");
		assertThat(page.getWebResponse().getStatusCode()).isEqualTo(404);
		assertThat(page.asNormalizedText()).contains("No entry with key '1000'");
		assertThat(open("/recipes/beans").getWebResponse().getStatusCode()).isEqualTo(404);
	}

	private HtmlPage save(HtmlPage page, String text) throws Exception {
		instructions(page).setText(text);
		return submit(page);
	}

	private static HtmlPage submit(HtmlPage page) throws Exception {
		HtmlButton button = page.querySelector("#edit button");
		return button.click();
	}

	private static HtmlTextArea instructions(HtmlPage page) {
		return page.getHtmlElementById("instructions");
	}

	private HtmlPage open(String path) throws Exception {
		return this.browser.getPage(address(path));
	}

	private String address(String path) {
		return "http://localhost:" + this.port + path;
	}

	/** Somebody else changes the recipe, by another client. */
	private void change(String instructions) {
		String body = JsonMapper.shared().writeValueAsString(Map.of("instructions", instructions));
		send(HttpRequest.newBuilder(recipe())
			.header("Content-Type", "application/json")
			.method("PATCH", BodyPublishers.ofString(body)));
	}

	private String stored() {
		return JsonMapper.shared().readTree(send(HttpRequest.newBuilder(recipe()))).path("instructions").asString();
	}

	private static String send(HttpRequest.Builder request) {
		try {
			return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private URI recipe() {
		return this.service.baseUrl().resolve("1.0/recipes/4");
	}

	private long patches() {
		return this.service.requests().stream().filter((request) -> request.method().equals("PATCH")).count();
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Meddling {

		@Bean
		Somebody somebody() {
			return new Somebody();
		}

	}

	/** Knows when a request is about to be sent, and can be faster. */
	static class Somebody implements HttpAuthorizer {

		private final AtomicReference<@Nullable Runnable> deed = new AtomicReference<>();

		void beforeTheNextPatch(Runnable deed) {
			this.deed.set(deed);
		}

		@Override
		public void authorizeRequest(URI uri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
			Runnable waiting = method.equals(HttpMethod.PATCH) ? this.deed.getAndSet(null) : null;
			if (waiting != null) {
				waiting.run();
			}
		}

		@Override
		public String identity() {
			return "";
		}

	}

}
