package dev.hyperclient.testservice;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A fake service with the description of another service and recorded representations.
 */
class ReplayedServiceTests {

	private static final String WADL = """
			<application xmlns="http://research.sun.com/wadl/2006/10">
			<resources base="https://api.example.com/api/devel/"><resource path="" type="#service-root"/></resources>
			<representation mediaType="application/json" id="service-root-json">
			<param style="plain" name="bugs_collection_link" path="$['bugs_collection_link']">
			<link resource_type="https://api.example.com/api/devel/#bugs"/></param>
			</representation>
			<representation mediaType="application/json" id="bug-full">
			<param style="plain" name="tasks_collection_link" path="$['tasks_collection_link']"/>
			</representation>
			</application>
			""";

	private static final String BUG = """
			{"self_link": "https://api.example.com/api/devel/bugs/4", "http_etag": "\\"v1\\""}
			""";

	@Test
	void descriptionIsServedWithLocalUrls() throws Exception {
		try (FakeService service = FakeService.describedBy("tracker", wadl()).start()) {
			assertThat(service.baseUrl()).hasToString("http://localhost:" + service.port() + "/devel/");
			ServiceCalls calls = new ServiceCalls(service);
			HttpResponse<String> description = calls.get("", "Accept", "application/vnd.sun.wadl+xml");
			assertThat(description.body()).contains("<resources base=\"" + service.baseUrl() + "\">")
				.doesNotContain("api.example.com");
			HttpResponse<String> root = calls.get("");
			assertThat(root.body())
				.isEqualTo("{\"bugs_collection_link\":\"%1$sbugs\",\"resource_type_link\":\"%1$s#service-root\"}"
					.formatted(service.baseUrl()));
			assertThat(root.headers().firstValue("Cache-Control")).hasValue("max-age=3600");
		}
	}

	@Test
	void representationIsServedWithLocalUrlsAndItsTag() throws Exception {
		try (FakeService service = FakeService.describedBy("tracker", wadl())
			.representation("~cook/bugs/4?b=2&a=x+y", BUG)
			.representation("bugs/5", "{\"http_etag\": \"\"}")
			.start()) {
			ServiceCalls calls = new ServiceCalls(service);
			HttpResponse<String> bug = calls.get("%7Ecook/bugs/4?a=x%20y&b=2");
			assertThat(bug.body()).contains("\"self_link\":\"" + service.baseUrl() + "bugs/4\"");
			assertThat(bug.headers().firstValue("ETag")).hasValue("\"v1\"");
			assertThat(calls.get("~cook/bugs/4?a=x+y&b=2", "If-None-Match", "\"v1\"").statusCode()).isEqualTo(304);
			assertThat(calls.get("bugs/5", "If-None-Match", "\"v1\"").statusCode()).as("an empty tag").isEqualTo(200);
		}
	}

	@Test
	void baseOfDescriptionMayBeRelative() throws Exception {
		String relative = WADL.replace("https://api.example.com/api/devel/#", "#")
			.replace("https://api.example.com", "");
		try (FakeService service = FakeService.describedBy("tracker", stream(relative))
			.representation("bugs/4", "{}")
			.start()) {
			ServiceCalls calls = new ServiceCalls(service);
			assertThat(calls.get("").body()).contains("\"" + service.baseUrl() + "bugs\"");
			assertThat(calls.get("bugs/4").statusCode()).isEqualTo(200);
		}
	}

	@Test
	void requestWithoutAnswerIsNamed() throws Exception {
		try (FakeService service = FakeService.describedBy("tracker", wadl()).start()) {
			ServiceCalls calls = new ServiceCalls(service);
			HttpResponse<String> response = calls.get("bugs?ws.op=search");
			assertThat(response.statusCode()).isEqualTo(501);
			assertThat(response.body())
				.startsWith("The fake service 'tracker' has no answer for GET bugs?ws.op=search.")
				.endsWith("add representation(\"bugs?ws.op=search\", ...), or record it");
			assertThat(calls.patch("bugs/4", "{}").statusCode()).isEqualTo(501);
		}
	}

	@Test
	void folderIsReplayed(@TempDir Path folder) throws Exception {
		Files.writeString(folder.resolve("description.wadl"), WADL);
		Files.writeString(folder.resolve("bugs,4.json"),
				"{\"url\": \"bugs/4\", \"body\": {\"title\": \"It fails\", \"size\": 1.50}}");
		Files.writeString(folder.resolve("notes.txt"), "not replayed");
		try (FakeService service = FakeService.replay("tracker", folder).start()) {
			assertThat(new ServiceCalls(service).get("bugs/4").body())
				.isEqualTo("{\"title\":\"It fails\",\"size\":1.50}");
		}
	}

	@Test
	void folderThatCannotBeReplayedIsRefused(@TempDir Path folder) throws Exception {
		assertThatIllegalArgumentException().isThrownBy(() -> FakeService.replay("tracker", folder))
			.withMessageStartingWith("There is no file 'description.wadl' in '" + folder + "'");
		Files.writeString(folder.resolve("description.wadl"), WADL);
		Files.writeString(folder.resolve("x.json"), "{\"body\": 1}");
		assertThatIllegalArgumentException().isThrownBy(() -> FakeService.replay("tracker", folder))
			.withMessageContaining("x.json' is not a recorded representation: it must be a JSON object with 'url'");
		Files.writeString(folder.resolve("x.json"), "{\"url\": \"bugs/4\", \"body\": 1}");
		Files.writeString(folder.resolve("y.json"), "{\"url\": \"/bugs/4\", \"body\": 2}");
		assertThatIllegalArgumentException().isThrownBy(() -> FakeService.replay("tracker", folder))
			.withMessageContaining("y.json' cannot be replayed: '" + folder.resolve("x.json"))
			.withMessageEndingWith("has the URL '/bugs/4', too. Delete one of them.");
	}

	@Test
	void documentThatIsNoDescriptionIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> FakeService.describedBy("tracker", stream("{}")))
			.withMessageStartingWith("The description of 'tracker' is not a WADL document: ");
		assertThatIllegalArgumentException().isThrownBy(() -> FakeService.describedBy("tracker", stream("<html/>")))
			.withMessageContaining("its element 'resources' must have a base such as 'https://host/1.0/' but has null");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> FakeService.describedBy("tracker", wadl()).representation("bugs/4", "<html/>"))
			.withMessageStartingWith("The representation of 'bugs/4' is not a JSON text: Unexpected character ('<'")
			.withMessageEndingWith("(line 1, column 1)");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> FakeService.describedBy("tracker", wadl()).representation("bugs/4", ""))
			.withMessageEndingWith("is not a JSON text: it is empty");
	}

	@Test
	void descriptionRequestsNothing() throws Exception {
		try (FakeService other = FakeService.builder("other").start()) {
			for (String dtd : List.of("<!DOCTYPE a SYSTEM \"%sx.dtd\">", "<!DOCTYPE a PUBLIC \"x\" \"%sx.dtd\">",
					"<!DOCTYPE a [<!ENTITY %% x SYSTEM \"%sx.dtd\"> %%x;]>",
					"<!DOCTYPE a [<!ENTITY x SYSTEM \"%sx.dtd\">]>")) {
				String document = dtd.formatted(other.baseUrl())
						+ WADL.replace("</application>", "<doc>&x;</doc></application>");
				assertThatIllegalArgumentException()
					.isThrownBy(() -> FakeService.describedBy("tracker", stream(document)))
					.withMessageStartingWith("The description of 'tracker' is not a WADL document: ");
			}
			assertThat(other.requests()).isEmpty();
		}
	}

	@Test
	void entitiesOfDescriptionAreBounded() throws Exception {
		String entity = "<!DOCTYPE a [<!ENTITY nbsp \"&#160;\">]>"
				+ WADL.replace("</resources>", "<doc>a&nbsp;b</doc></resources>");
		try (FakeService service = FakeService.describedBy("tracker", stream(entity)).start()) {
			assertThat(new ServiceCalls(service).get("", "Accept", "application/vnd.sun.wadl+xml").body())
				.contains("a&nbsp;b");
		}
		StringBuilder bomb = new StringBuilder("<!DOCTYPE a [<!ENTITY a0 \"lol\">");
		for (int i = 1; i < 10; i++) {
			bomb.append("<!ENTITY a%d \"%s\">".formatted(i, "&a%d;".formatted(i - 1).repeat(10)));
		}
		assertThatIllegalArgumentException().isThrownBy(() -> FakeService.describedBy("tracker",
				stream(bomb + "]>" + WADL.replace("</resources>", "<doc>&a9;</doc></resources>"))));
	}

	@Test
	void descriptionInAnotherEncodingIsServedAsUtf8() throws Exception {
		for (Charset charset : List.of(StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16, StandardCharsets.UTF_8)) {
			byte[] document = ("<?xml version=\"1.0\" encoding='" + charset + "'?>"
					+ WADL.replace("</resources>", "<doc>Caf\u00e9</doc></resources>"))
				.getBytes(charset);
			try (FakeService service = FakeService.describedBy("tracker", new ByteArrayInputStream(document)).start()) {
				assertThat(new ServiceCalls(service).get("", "Accept", "application/vnd.sun.wadl+xml").body())
					.startsWith("<?xml version=\"1.0\" encoding='UTF-8'?>")
					.contains("Caf\u00e9");
			}
		}
	}

	@Test
	void descriptionIsReadFromFile(@TempDir Path folder) throws Exception {
		Path file = Files.writeString(folder.resolve("tracker.wadl"), WADL);
		try (FakeService service = FakeService.describedBy("tracker", file).start()) {
			assertThat(service.collections()).containsExactly("bugs");
		}
		Path missing = folder.resolve("missing.wadl");
		assertThatIllegalArgumentException().isThrownBy(() -> FakeService.describedBy("tracker", missing))
			.withMessageStartingWith("'" + missing + "' cannot be read: ")
			.withMessageContaining("NoSuchFileException");
	}

	@Test
	void damagedDescriptionIsNamedWithRemedy(@TempDir Path folder) throws Exception {
		Path file = Files.writeString(folder.resolve("description.wadl"), WADL.substring(0, WADL.length() - 30));
		assertThatIllegalArgumentException().isThrownBy(() -> FakeService.replay("tracker", folder))
			.withMessageStartingWith(
					"'" + file + "' cannot be read: The description of 'tracker' is not a WADL document: ")
			.withMessageEndingWith("Fetch it from the root of the service, with the header field"
					+ " 'Accept: application/vnd.sun.wadl+xml', or record it again.");
		InputStream missing = getClass().getResourceAsStream("/missing.wadl");
		assertThatIllegalArgumentException().isThrownBy(() -> FakeService.describedBy("tracker", missing))
			.withMessageStartingWith("The description of 'tracker' is null: is there a class path resource");
	}

	private static InputStream wadl() {
		return stream(WADL);
	}

	private static InputStream stream(String text) {
		return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
	}

}
