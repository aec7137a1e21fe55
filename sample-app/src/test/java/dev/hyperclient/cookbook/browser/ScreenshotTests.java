package dev.hyperclient.cookbook.browser;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

import dev.hyperclient.cookbook.SampleApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Takes the pictures of the documents from the running sample, with
 * {@code -Dhyperclient.docs.write=true}.
 */
@SpringBootTest(classes = SampleApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "cookbook.service.port=0", "hyper-client.cache.directory=" })
@DirtiesContext
@EnabledIfSystemProperty(named = "hyperclient.docs.write", matches = "true",
		disabledReason = "pictures are taken with -Dhyperclient.docs.write=true")
@EnabledIf(value = "dev.hyperclient.cookbook.browser.Chromium#isInstalled",
		disabledReason = "chromium and chromium-driver are not installed")
class ScreenshotTests {

	private static final Path IMAGES = Path.of("../docs/images");

	private static final int MAX_SIZE = 90_000;

	/** Colours are rounded, which halves the files and is not visible. */
	private static final int COLOUR_STEP = 17;

	private static final int LIGHT = 0xdf;

	@LocalServerPort
	private int port;

	@Test
	void picturesAreSmall() throws Exception {
		Files.createDirectories(IMAGES);
		try (Chromium browser = new Chromium("http://localhost:" + this.port)) {
			browser.emulate(1100, 800, false);
			browser.open("/");
			browser.waitUntil((page) -> !page.findAll("#bars[data-done]").isEmpty());
			take(browser, "sample-home.png");
			browser.emulate(1000, 640, false);
			browser.open("/hyper-client/default/type?id=cookbook");
			take(browser, "sample-explorer.png");
			browser.open("/hyper-client/default/graph#type:recipe");
			browser.waitUntil((page) -> page.find("#graph-status").getText().contains("arrows"));
			browser.scrollTo("#graph-tools");
			take(browser, "explorer-graph.png");
			browser.open("/recipes/4");
			browser.open("/recipes/4");
			browser.emulate(1000, 400, false);
			browser.scrollTo("#journal");
			take(browser, "sample-requests.png");
		}
	}

	private static void take(Chromium browser, String name) throws IOException {
		byte[] picture = reduced(browser.screenshot());
		assertThat(picture).as(name).hasSizeLessThan(MAX_SIZE);
		Files.write(IMAGES.resolve(name), picture);
	}

	private static byte[] reduced(byte[] png) throws IOException {
		BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
		BufferedImage reduced = new BufferedImage(picture.getWidth(), picture.getHeight(), BufferedImage.TYPE_INT_RGB);
		for (int y = 0; y < picture.getHeight(); y++) {
			for (int x = 0; x < picture.getWidth(); x++) {
				int colour = picture.getRGB(x, y);
				reduced.setRGB(x, y, rounded(colour >> 16) << 16 | rounded(colour >> 8) << 8 | rounded(colour));
			}
		}
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		ImageIO.write(reduced, "png", bytes);
		return bytes.toByteArray();
	}

	/** Keep nearly white backgrounds apart. */
	private static int rounded(int colour) {
		int value = colour & 0xff;
		return (value > LIGHT) ? value : (value + COLOUR_STEP / 2) / COLOUR_STEP * COLOUR_STEP;
	}

}
