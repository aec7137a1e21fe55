package dev.hyperclient.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pages that are read from the beginning to the end are short. The reference and the
 * maintainers' pages are looked things up in, and the tutorial contains whole files.
 */
class DocumentLengthTests {

	@Test
	void guidePagesHaveAtMost250Lines() throws IOException {
		for (Path page : pages("docs/guide")) {
			assertThat(Documents.lines(page)).as(page.toString()).hasSizeLessThanOrEqualTo(250);
		}
	}

	@Test
	void explanationsHaveAtMost120LinesAndAPicture() throws IOException {
		for (Path page : pages("docs/explanation")) {
			assertThat(Documents.lines(page)).as(page.toString())
				.hasSizeLessThanOrEqualTo(120)
				.anyMatch((line) -> line.startsWith("!["));
		}
	}

	private static List<Path> pages(String directory) throws IOException {
		try (Stream<Path> files = Files.list(Documents.PROJECT.resolve(directory))) {
			List<Path> pages = files.filter((file) -> file.toString().endsWith(".md")).toList();
			assertThat(pages).isNotEmpty();
			return pages;
		}
	}

}
