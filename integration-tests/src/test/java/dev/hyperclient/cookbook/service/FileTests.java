package dev.hyperclient.cookbook.service;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Hosted files.
 */
class FileTests {

	private static final String GREENS = "/1.0/cookbooks/Everyday%20Greens";

	private static final String COVER = GREENS + "/cover";

	@RegisterExtension
	final RunningService service = new RunningService();

	@Test
	void missingFileIsNotFound() {
		assertThat(this.service.get(COVER).statusCode()).isEqualTo(404);
		assertThat(this.service.send("DELETE", COVER, "").statusCode()).isEqualTo(404);
		assertThat(this.service.get("/devel/filemanager/0").statusCode()).isEqualTo(404);
		assertThat(this.service.get("/devel/filemanager/00").statusCode()).isEqualTo(404);
	}

	@Test
	void getRedirectsToContent() {
		HttpResponse<String> stored = put("text/plain", "attachment; filename=\"greens.txt\"", "green");
		assertThat(stored.statusCode()).isEqualTo(200);
		assertThat(stored.body()).isEmpty();
		HttpResponse<String> sent = this.service.get(COVER);
		assertThat(sent.statusCode()).isEqualTo(303);
		assertThat(sent.body()).isEmpty();
		assertThat(RunningService.header(sent, "Location")).isEqualTo(this.service.base() + "/devel/filemanager/0");
		HttpResponse<String> file = this.service.get("/devel/filemanager/0");
		assertThat(file.body()).isEqualTo("green");
		assertThat(RunningService.header(file, "Content-Type")).isEqualTo("text/plain");
		assertThat(RunningService.header(file, "Content-Disposition")).isEqualTo("attachment; filename=\"greens.txt\"");
		assertThat(RunningService.header(file, "Last-Modified")).isNotBlank();
	}

	@Test
	void unchangedFileIsNotModified() {
		put("text/plain", "attachment", "green");
		HttpResponse<String> file = this.service.get("/devel/filemanager/0");
		String tag = file.headers().firstValue("ETag").orElseThrow();
		String modified = file.headers().firstValue("Last-Modified").orElseThrow();
		assertThat(this.service.get("/devel/filemanager/0", "If-None-Match", tag).statusCode()).isEqualTo(304);
		assertThat(this.service.get("/devel/filemanager/0", "If-Modified-Since", modified).statusCode()).isEqualTo(304);
		assertThat(this.service.get("/devel/filemanager/0", "If-Modified-Since", "yesterday").statusCode())
			.isEqualTo(200);
	}

	@Test
	void everyFileHasNextNumber() {
		put("text/plain", "attachment", "first");
		String first = RunningService.header(this.service.get("/devel/filemanager/0"), "Last-Modified");
		put("text/plain", "attachment", "second");
		assertThat(RunningService.header(this.service.get(COVER), "Location")).endsWith("/devel/filemanager/1");
		assertThat(RunningService.header(this.service.get("/devel/filemanager/1"), "Last-Modified"))
			.isNotEqualTo(first);
		assertThat(this.service.send("DELETE", COVER, "").statusCode()).isEqualTo(200);
		assertThat(this.service.get(COVER).statusCode()).isEqualTo(404);
		put("text/plain", "attachment", "third");
		assertThat(RunningService.header(this.service.get(COVER), "Location")).endsWith("/devel/filemanager/2");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			value = { "attachment; filename=\"a b;c.png\"|a b;c.png", "attachment; filename=bare.png|bare.png",
					"attachment; filename=\"with \"quotes\".png\"|with \\\"quotes\\\".png", "attachment|cover",
					"attachment; filename=\"\"|cover" })
	void fileNameIsReturned(String disposition, String name) {
		put("image/png; x=1", disposition, "x");
		HttpResponse<String> file = this.service.get("/1.0/filemanager/0");
		assertThat(RunningService.header(file, "Content-Disposition"))
			.isEqualTo("attachment; filename=\"" + name + "\"");
		assertThat(RunningService.header(file, "Content-Type")).isEqualTo("image/png; x=1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "nonsense", "text/", "te xt/plain", "text/plain, text/html" })
	void malformedMediaTypeIsRefused(String mediaType) {
		HttpResponse<String> response = put(mediaType, "attachment", "x");
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).isEqualTo("Content-Type is not a media type.");
	}

	@Test
	void preparedImageIsReadOnly() {
		assertThat(this.service.get("/1.0/recipes/1/prepared_image").statusCode()).isEqualTo(404);
		for (String method : new String[] { "PUT", "DELETE" }) {
			HttpResponse<String> response = this.service.send(method, "/1.0/recipes/1/prepared_image", "x");
			assertThat(response.statusCode()).isEqualTo(405);
			assertThat(RunningService.header(response, "Allow")).isEqualTo("GET");
		}
	}

	@Test
	void multipartFormReplacesCover() {
		String type = "multipart/form-data; boundary=\"===============12==\"";
		String form = "MIME-Version: 1.0\r\nContent-Type: " + type + "\r\n\r\n"
				+ part("ws.op", "Content-Type: text/plain; charset=\"utf-8\"", "replace_cover")
				+ part("cover\"; filename=\"cover", "Content-Type: application/octet-stream",
						"\u0000\r\n--\r\n--===============12\r\n\u0001")
				+ "--===============12==--\r\n";
		HttpResponse<String> response = this.service.send("POST", GREENS, form, "Content-Type", type);
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isEqualTo("null");
		assertThat(RunningService.header(response, "Content-Type")).isEqualTo("application/json");
		HttpResponse<String> file = this.service.get("/devel/filemanager/0");
		assertThat(file.body()).isEqualTo("\u0000\r\n--\r\n--===============12\r\n\u0001");
		assertThat(RunningService.header(file, "Content-Type")).isEqualTo("application/octet-stream");
	}

	@Test
	void multipartFormWithoutCoverIsRefused() {
		HttpResponse<String> response = this.service.post(GREENS, "ws.op=replace_cover");
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).isEqualTo("cover: Required input is missing.");
	}

	@Test
	void fileAboveMaximumSizeIsRefused() {
		assertThat(put("text/plain", "attachment", "x".repeat(1024 * 1024)).statusCode()).isEqualTo(200);
		assertThat(put("text/plain", "attachment", "x".repeat(1024 * 1024 + 1)).statusCode()).isEqualTo(413);
	}

	private static String part(String name, String header, String content) {
		return "--===============12==\r\nMIME-Version: 1.0\r\n" + header + "\r\nContent-Disposition: form-data; name=\""
				+ name + "\"\r\n\r\n" + content + "\r\n";
	}

	private HttpResponse<String> put(String mediaType, String disposition, String content) {
		return this.service.send("PUT", COVER, content, "Content-Type", mediaType, "Content-Disposition", disposition);
	}

}
