package dev.hyperclient.cookbook.browser;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Takes the pictures of the documents from the running sample, with
 * {@code -Dhyperclient.docs.write=true}.
 */
@EnabledIfSystemProperty(named = "hyperclient.docs.write", matches = "true",
		disabledReason = "pictures are taken with -Dhyperclient.docs.write=true")
class ScreenshotTests extends BrowserTestBase {

	private static final Path IMAGES = Path.of("../docs/images");

	private static final int MAX_SIZE = 90_000;

	/** Colours are rounded, which halves the files and is not visible. */
	private static final int COLOUR_STEP = 17;

	private static final int LIGHT = 0xdf;

	@Test
	void picturesAreSmall() throws Exception {
		Files.createDirectories(IMAGES);
		this.browser.emulate(1100, 800, false);
		this.browser.open("/");
		this.browser.waitUntil((page) -> !page.findAll("#bars[data-done]").isEmpty());
		take(this.browser, "sample-home.png");
		this.browser.emulate(1000, 640, false);
		this.browser.open("/hyper-client/default/type?id=cookbook");
		take(this.browser, "sample-explorer.png");
		this.browser.open("/hyper-client/default/graph#type:recipe");
		this.browser.waitUntil((page) -> page.find("#graph-status").getText().contains("arrows"));
		this.browser.scrollTo("#graph-tools");
		take(this.browser, "explorer-graph.png");
		this.browser.open("/recipes/4");
		this.browser.open("/recipes/4");
		this.browser.emulate(1000, 400, false);
		this.browser.scrollTo("#journal");
		take(this.browser, "sample-requests.png");
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
