package dev.hyperclient.explorer;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import dev.hyperclient.testservice.FakeService;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlCheckBoxInput;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changes of an entry that others change in the meantime, by the form as a browser sends
 * it.
 */
class ExplorerConflictTests {

	private static final String SOUPS = "cookbooks/Soups";

	private static final String LINES = "Soups\r\nand\rStews";

	@AutoClose
	private static final FakeService service = Cookbooks.builder().start();

	@AutoClose
	private static final RunningExplorer explorer = RunningExplorer.start(service,
			"hyper-client.explorer.writable=true");

	/** With values of any kind. */
	@AutoClose
	private static final FakeService untyped = Cookbooks.described(service)
		.entry(SOUPS, "cookbook", Map.of("name", LINES, "price", 12))
		.start();

	@AutoClose
	private static final RunningExplorer untypedPages = RunningExplorer.start(untyped,
			"hyper-client.explorer.writable=true");

	@AutoClose
	private final WebClient browser = new WebClient();

	@BeforeEach
	void reset() {
		service.reset();
		untyped.reset();
		this.browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
		this.browser.getOptions().setCssEnabled(false);
		this.browser.getOptions().setJavaScriptEnabled(false);
	}

	private HtmlForm open() throws IOException {
		return open(explorer, service);
	}

	private HtmlForm open(RunningExplorer pages, FakeService cookbooks) throws IOException {
		return form(this.browser.getPage(
				pages.uri("/hyper-client/default/resource?url=" + RunningExplorer.encoded(cookbooks.baseUrl() + SOUPS))
					.toString()));
	}

	private static HtmlForm form(HtmlPage page) {
		return page.getFirstByXPath("//form[contains(@action, '/edit')]");
	}

	/** Send the form, and return that of the page after it. */
	private static HtmlForm save(HtmlForm form, int status) throws IOException {
		HtmlPage page = form.<HtmlButton>getFirstByXPath(".//button").click();
		assertThat(page.getWebResponse().getStatusCode()).as(page.asNormalizedText()).isEqualTo(status);
		return form(page);
	}

	private static void others(String name, @Nullable Object value) {
		Map<String, @Nullable Object> change = new HashMap<>();
		change.put(name, value);
		service.change(SOUPS, change);
	}

	private static @Nullable Object saved(String name) {
		return service.entry(SOUPS).get(name);
	}

	private static HtmlCheckBoxInput none(HtmlForm form, String name) {
		return form.getInputByName("n." + name);
	}

	@Test
	void enteredNullIsKeptThoughOthersHaveSavedNull() throws IOException {
		HtmlForm form = open();
		none(form, "printed").setChecked(true);
		others("printed", null);
		HtmlForm conflict = save(form, 412);
		assertThat(none(conflict, "printed").isChecked()).isTrue();
		HtmlForm sent = save(conflict, 200);
		assertThat(saved("printed")).isNull();
		assertThat(sent.getPage().asNormalizedText()).contains("Nothing was changed.");
	}

	@Test
	void textForNullIsKept() throws IOException {
		others("printed", null);
		HtmlForm form = open();
		assertThat(none(form, "printed").isChecked()).isTrue();
		form.getInputByName("p.printed").setValue("2026-02-02");
		none(form, "extra").setChecked(true);
		form.getTextAreaByName("p.extra").setText("");
		others("price", 14);
		HtmlForm conflict = save(form, 412);
		assertThat(none(conflict, "printed").isChecked()).isFalse();
		conflict.getTextAreaByName("p.extra").setText("{\"pages\": 7}");
		save(conflict, 200);
		assertThat(saved("extra")).as("entered after the conflict").isEqualTo(Map.of("pages", 7));
		assertThat(saved("printed")).hasToString("2026-02-02");
		assertThat(saved("price")).hasToString("14");
	}

	@Test
	void fieldsThatTheUserHasNotChangedKeepChangesOfOthers() throws IOException {
		HtmlForm form = open();
		form.getInputByName("p.price").setValue("14");
		others("cuisine", "Française");
		others("printed", null);
		HtmlForm first = save(form, 412);
		assertThat(none(first, "printed").isChecked()).isTrue();
		others("extra", Map.of("pages", 300));
		save(save(first, 412), 200);
		assertThat(service.entry(SOUPS).values()).containsEntry("cuisine", "Française")
			.containsEntry("printed", null)
			.containsEntry("extra", Map.of("pages", 300));
		assertThat(saved("price")).hasToString("14");
	}

	@Test
	void firstValueIsSentIfTheUserEntersItAfterAConflict() throws IOException {
		HtmlForm form = open();
		form.getInputByName("p.price").setValue("13");
		others("price", 14);
		HtmlForm conflict = save(form, 412);
		conflict.getInputByName("p.price").setValue("12.5");
		save(conflict, 200);
		assertThat(saved("price")).hasToString("12.5");
	}

	@Test
	void lineBreaksOfTheServiceAreKeptUnlessTheFieldIsChanged() throws IOException {
		HtmlForm form = open(untypedPages, untyped);
		form.getInputByName("p.price").setValue("13");
		save(form, 200);
		assertThat(untyped.entry(SOUPS).values()).containsEntry("name", LINES).containsEntry("price", 13);
	}

	@Test
	void numberReplacesTheSameDigitsThatOthersHaveSavedAsText() throws IOException {
		HtmlForm form = open(untypedPages, untyped);
		form.getInputByName("p.price").setValue("13");
		untyped.change(SOUPS, Map.of("price", "13"));
		save(save(form, 412), 200);
		assertThat(untyped.entry(SOUPS).get("price")).isInstanceOf(Number.class).hasToString("13");
	}

	@Test
	void numberIsSentAsNumberThoughOthersHaveSavedNull() throws IOException {
		HtmlForm form = open();
		form.getInputByName("p.price").setValue("13.75");
		others("price", null);
		save(save(form, 412), 200);
		assertThat(saved("price")).isInstanceOf(Number.class).hasToString("13.75");
	}

	@Test
	void textOfSeveralLinesIsKeptThoughOthersHaveSavedNull() throws IOException {
		HtmlForm form = open();
		form.getTextAreaByName("p.extra").setText("{\"pages\":\n200}");
		others("extra", null);
		HtmlForm conflict = save(form, 412);
		assertThat(conflict.getTextAreaByName("p.extra").getText()).isEqualToNormalizingNewlines("{\"pages\":\n200}");
		save(conflict, 200);
		assertThat(saved("extra")).isEqualTo(Map.of("pages", 200));
	}

}
