package dev.hyperclient.cookbook.client;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

import dev.hyperclient.Entry;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTextArea;
import org.htmlunit.util.Cookie;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Security of the pages and the actuator with the settings of the sample.
 */
class PageSecurityTests extends SampleApplicationTestBase {

	private static final String FORM = "application/x-www-form-urlencoded";

	private static final String UPLOAD = "--b\r\nContent-Disposition: form-data; name=\"cover\"; filename=\"a.gif\"\r\n\r\n"
			+ "GIF89a\r\n--b--\r\n";

	@Autowired
	private ServerProperties server;

	@ParameterizedTest
	@CsvSource({ "/cookbooks,application/x-www-form-urlencoded", "/recipes/4,application/x-www-form-urlencoded",
			"/cookbook/cover?name=Everyday%20Greens,multipart/form-data; boundary=b",
			"/faults/down,application/x-www-form-urlencoded", "/faults/reset,application/x-www-form-urlencoded",
			"/cookbook/cover/delete?name=Everyday%20Greens,application/x-www-form-urlencoded" })
	void crossSiteWriteIsForbiddenAndChangesNothing(String path, String type) throws Exception {
		String body = type.equals(FORM)
				? "name=Forged&cuisine=General&copyrightDate=2026-01-01&lastPrinting=2026-01-01&price=1&instructions=Forged"
				: UPLOAD;
		HttpResponse<String> response = crossSite(path, type, body);
		assertThat(response.statusCode()).isEqualTo(403);
		assertThat(response.body()).contains("The form was not sent by a page of this application");
		assertThat(writes()).isZero();
		assertThat(this.service.faults().pending()).isZero();
	}

	@Test
	void formBelowLongContentIsAccepted() throws Exception {
		this.root.load("recipes/4", Entry.class).set("instructions", "Stir. ".repeat(10_000)).save();
		HtmlPage page = this.browser.getPage(url("/recipes/4"));
		page.<HtmlTextArea>getHtmlElementById("instructions").setText("Stir.");
		HtmlPage saved = page.<DomElement>querySelector("#edit button").click();
		assertThat(saved.<DomElement>querySelector("p.note").getTextContent()).isEqualTo("The recipe was saved.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "/recipes/4", "/cookbook?name=Everyday%20Greens", "/cookbooks/new", "/recipes/1000",
			"/page.css", "/actuator/health" })
	void responsesHaveSecurityHeaders(String path) throws Exception {
		HttpResponse<String> response = send(HttpRequest.newBuilder(URI.create(url(path))));
		assertThat(response.headers().firstValue("Content-Security-Policy").orElse(""))
			.contains("default-src 'none'", "script-src 'self'", "form-action 'self'", "frame-ancestors 'none'")
			.doesNotContain("unsafe-inline");
		assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
		assertThat(response.headers().firstValue("X-Frame-Options")).contains("DENY");
		assertThat(response.headers().firstValue("Referrer-Policy")).contains("same-origin");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "/actuator/health", "/hyper-client", "/many-recipes" })
	void requestsForOtherHostsAreRefused(String path) throws Exception {
		int port = URI.create(url("/")).getPort();
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			socket.getOutputStream()
				.write(("GET " + path + " HTTP/1.1\r\nHost: attacker.example:" + port + "\r\nConnection: close\r\n\r\n")
					.getBytes(StandardCharsets.US_ASCII));
			assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
				.startsWith("HTTP/1.1 400");
		}
	}

	@Test
	void pageAndActuatorListenOnTheLoopbackInterface() {
		assertThat(Objects.requireNonNull(this.server.getAddress()).isLoopbackAddress()).isTrue();
	}

	/** What the browser of a user sends for a form of another site. */
	private HttpResponse<String> crossSite(String path, String type, String body) throws Exception {
		this.browser.getPage(url("/"));
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url(path)))
			.header("Origin", "https://attacker.example")
			.header("Sec-Fetch-Site", "cross-site")
			.header("Accept", "text/html")
			.header("Content-Type", type)
			.POST(BodyPublishers.ofString(body));
		for (Cookie cookie : this.browser.getCookieManager().getCookies()) {
			request.header("Cookie", cookie.getName() + "=" + cookie.getValue());
		}
		return send(request);
	}

}
