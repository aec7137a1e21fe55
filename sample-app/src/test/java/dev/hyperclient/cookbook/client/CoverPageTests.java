package dev.hyperclient.cookbook.client;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import javax.imageio.ImageIO;

import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlFileInput;
import org.htmlunit.html.HtmlImage;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of a cookbook: upload, display and deletion of its cover.
 */
class CoverPageTests extends SampleApplicationTestBase {

	private static final String GREENS = "/cookbook?name=Everyday%20Greens";

	private static final String COVER = "/cookbook/cover?name=Everyday%20Greens";

	private static final int MAX_SIZE = 1024 * 1024;

	@TempDir
	Path files;

	@Test
	void cookbookPageIsLinkedFromHomePage() throws Exception {
		HtmlPage page = open("/").getAnchorByText("The Joy of Cooking").click();
		assertThat(page.<DomElement>querySelector("h1").getTextContent()).isEqualTo("The Joy of Cooking");
		assertThat(page.asNormalizedText()).contains("1995-01-01")
			.contains("No cover is stored.")
			.contains("Preheat oven to")
			.contains("Requests for this page");
		HtmlPage recipe = page.getAnchorByText("Baked beans").click();
		assertThat(recipe.getUrl().getPath()).isEqualTo("/recipes/4");
	}

	@Test
	void uploadedCoverIsShown() throws Exception {
		byte[] image = image();
		HtmlPage page = upload(file("greens.png", image));
		assertThat(page.getUrl().getPath()).isEqualTo("/cookbook");
		assertThat(note(page)).isEqualTo("The cover was stored.");
		HtmlImage cover = page.querySelector("img.cover");
		assertThat(cover.getAltAttribute()).isEqualTo("Cover of Everyday Greens");
		assertThat(cover.getWidth()).isEqualTo(3);
		HttpResponse<byte[]> shown = get(COVER);
		assertThat(shown.body()).isEqualTo(image);
		assertThat(shown.headers().firstValue("Content-Type")).contains("image/png");
		assertThat(shown.headers().firstValue("Content-Length")).contains(Integer.toString(image.length));
		assertThat(shown.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
	}

	@Test
	void deleteRemovesCover() throws Exception {
		HtmlPage page = upload(file("greens.png", image()));
		HtmlPage other = open(GREENS);
		HtmlPage deleted = press(page, "#delete button");
		assertThat(note(deleted)).isEqualTo("The cover was deleted.");
		assertThat(deleted.<HtmlImage>querySelector("img")).isNull();
		assertThat(get(COVER).statusCode()).isEqualTo(404);
		assertThat(new String(get(COVER).body())).startsWith("<svg ");
		assertThat(note(press(other, "#delete button"))).isEqualTo("The cover was already deleted.");
	}

	@Test
	void textFileIsRefusedUnderAnyName() throws Exception {
		HtmlPage page = upload(file("greens.png", "Green <b>eggs</b> and ham".getBytes()));
		assertThat(problem(page)).isEqualTo("“greens.png” is not an image. A cover is a PNG, JPEG, GIF or WebP file.");
		assertThat(page.asNormalizedText()).contains("No cover is stored.");
		assertThat(writes()).isZero();
	}

	@Test
	void fileAboveMaximumSizeIsRefused() throws Exception {
		HtmlPage page = upload(file("huge.png", Arrays.copyOf(image(), 4 * MAX_SIZE)));
		assertThat(page.getWebResponse().getStatusCode()).isEqualTo(413);
		assertThat(problem(page)).isEqualTo("Nothing was stored. A cover may have up to 1 MB.");
		assertThat(page.getAnchorByText("Back to the cookbook")
			.<HtmlPage>click()
			.getElementById("file-hint")
			.getTextContent()).isEqualTo("A PNG, JPEG, GIF or WebP file of up to 1 MB.");
		assertThat(writes()).isZero();
	}

	@Test
	void storedFileThatIsNoImageIsServedAsAttachment() throws Exception {
		URI cover = this.service.baseUrl().resolve("1.0/cookbooks/Everyday%20Greens/cover");
		send(HttpRequest.newBuilder(cover)
			.header("Content-Type", "text/html")
			.PUT(BodyPublishers.ofString("<script>alert(1)</script>")));
		HttpResponse<byte[]> shown = get(COVER);
		assertThat(shown.headers().firstValue("Content-Type")).contains("application/octet-stream");
		assertThat(shown.headers().firstValue("Content-Disposition")).contains("attachment");
		assertThat(shown.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Nothing", "", ".." })
	void unknownCookbookIsNotFound(String name) throws Exception {
		assertThat(open("/cookbook?name=" + name).getWebResponse().getStatusCode()).isEqualTo(404);
		assertThat(get("/cookbook/cover?name=" + name).statusCode()).isEqualTo(404);
	}

	private HtmlPage upload(Path file) throws Exception {
		HtmlPage page = open(GREENS);
		HtmlFileInput input = page.getHtmlElementById("file");
		input.setFiles(file.toFile());
		return press(page, "#upload button");
	}

	private Path file(String name, byte[] content) throws Exception {
		return Files.write(this.files.resolve(name), content);
	}

	private static byte[] image() throws Exception {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		ImageIO.write(new BufferedImage(3, 4, BufferedImage.TYPE_INT_RGB), "png", bytes);
		return bytes.toByteArray();
	}

	private HttpResponse<byte[]> get(String path) throws Exception {
		return HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(URI.create(url(path))).build(), BodyHandlers.ofByteArray());
	}

}
