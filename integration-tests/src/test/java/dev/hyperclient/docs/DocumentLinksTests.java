package dev.hyperclient.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Relative links between documents lead to files and headings that exist, and the README
 * is short.
 */
class DocumentLinksTests {

	private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

	@Test
	void relativeLinksLeadToFilesAndHeadings() throws IOException {
		List<String> broken = new ArrayList<>();
		for (Path document : Documents.all()) {
			for (MatchResult link : LINK.matcher(Documents.text(document)).results().toList()) {
				if (!link.group(1).matches("[a-z]+:.*") && !exists(document, link.group(1))) {
					broken.add(Documents.PROJECT.relativize(document) + ": " + link.group(1));
				}
			}
		}
		assertThat(broken).isEmpty();
	}

	@Test
	void everyDocumentIsReachedFromTheReadme() throws IOException {
		Set<Path> reached = new HashSet<>();
		follow(Documents.PROJECT.resolve("README.md"), reached);
		assertThat(reached).containsAll(Documents.all());
	}

	@Test
	void readmeHasAtMost150Lines() throws IOException {
		assertThat(Documents.lines(Documents.PROJECT.resolve("README.md"))).hasSizeLessThanOrEqualTo(150);
	}

	private static void follow(Path document, Set<Path> reached) throws IOException {
		if (!document.toString().endsWith(".md") || !Files.exists(document) || !reached.add(document)) {
			return;
		}
		for (MatchResult link : LINK.matcher(Documents.text(document)).results().toList()) {
			if (!link.group(1).matches("[a-z]+:.*|#.*")) {
				follow(target(document, link.group(1)), reached);
			}
		}
	}

	private static boolean exists(Path document, String link) throws IOException {
		Path target = link.startsWith("#") ? document : target(document, link);
		if (!Files.exists(target)) {
			return false;
		}
		int anchor = link.indexOf('#');
		return anchor < 0 || anchors(target).contains(link.substring(anchor + 1));
	}

	private static Path target(Path document, String link) {
		return document.resolveSibling(link.split("#")[0]).normalize();
	}

	/** As GitHub makes them out of headings. */
	private static List<String> anchors(Path document) throws IOException {
		return Documents.lines(document)
			.stream()
			.filter((line) -> line.startsWith("#"))
			.map((line) -> line.replaceFirst("^#+ ", "")
				.toLowerCase(Locale.ROOT)
				.replaceAll("[^a-z0-9 _-]", "")
				.replace(' ', '-'))
			.toList();
	}

}
