package dev.hyperclient.cookbook.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTextArea;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The journal on the pages.
 */
class JournalTests extends SampleApplicationTestBase {

	@Test
	void pageAfterAFormHasTheRequestsOfTheForm() throws Exception {
		HtmlPage page = open("/recipes/4");
		page.<HtmlTextArea>getHtmlElementById("instructions").setText("Whisk.");
		HtmlPage saved = press(page, "#edit button");
		assertThat(saved.getElementById("journal").asNormalizedText()).contains("PATCH /1.0/recipes/4");
		assertThat(open("/recipes/4").getElementById("journal").asNormalizedText()).doesNotContain("PATCH");
	}

	@Test
	void usersAtTheSameTimeSeeTheirOwnRequests() throws Exception {
		ExecutorService users = Executors.newFixedThreadPool(4);
		try {
			List<Future<Boolean>> pages = IntStream.range(0, 24)
				.mapToObj((i) -> users.submit(() -> hasOwnRequestsOnly((i % 2 == 0) ? "/recipes/4" : "/recipes/2")))
				.toList();
			for (Future<Boolean> page : pages) {
				assertThat(page.get()).isTrue();
			}
		}
		finally {
			users.shutdownNow();
		}
	}

	@Test
	void textOfTheServiceIsNotMarkup() throws Exception {
		HtmlPage page = open("/cookbook?name=%3Cscript%3Ealert(1)%3C/script%3E");
		assertThat(page.getWebResponse().getContentAsString()).doesNotContain("<script>alert");
		assertThat(page.getElementById("journal").asNormalizedText()).contains("%3Cscript%3E");
	}

	private boolean hasOwnRequestsOnly(String path) throws Exception {
		String page = HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(URI.create(url(path))).build(), BodyHandlers.ofString())
			.body();
		String other = path.equals("/recipes/4") ? "recipes/2<" : "recipes/4<";
		return page.contains("GET /1.0" + path + "<") && !page.contains("GET /1.0/" + other);
	}

}
