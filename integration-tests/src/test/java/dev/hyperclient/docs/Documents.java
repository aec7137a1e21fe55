package dev.hyperclient.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Markdown documents of the project.
 */
public final class Documents {

	/** The directory of the project. */
	public static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

	private Documents() {
	}

	public static List<Path> all() throws IOException {
		try (Stream<Path> pages = Files.walk(PROJECT.resolve("docs"));
				Stream<Path> top = Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
					.map(PROJECT::resolve)) {
			return Stream.concat(top, pages.filter((page) -> page.toString().endsWith(".md"))).sorted().toList();
		}
	}

	public static List<String> lines(Path document) throws IOException {
		return Files.readAllLines(document);
	}

	/** The document without its code blocks. */
	public static String text(Path document) throws IOException {
		return Files.readString(document).replaceAll("(?ms)^```.*?^```$", "");
	}

}
