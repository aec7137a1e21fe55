package dev.hyperclient.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The Markdown documents of the project.
 */
public final class Documents {

	/** The directory of the project. */
	public static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

	/** A block whose file is named by the text before it. */
	private static final Pattern FILE = Pattern
		.compile("(?ms)`(pom\\.xml|src/[^`]+)`(?:[^`\\n]*\\n)+?\\n```[a-z]+\\n(.*?)^```$");

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

	/** Return the files of an application that a document shows, with their names. */
	public static Map<String, String> files(Path document) throws IOException {
		Map<String, String> files = new LinkedHashMap<>();
		FILE.matcher(Files.readString(document))
			.results()
			.forEach((block) -> assertThat(files.put(block.group(1), block.group(2))).isNull());
		return files;
	}

	/** Return the properties of a block of YAML. */
	public static Properties yaml(String text) {
		YamlPropertiesFactoryBean factory = new YamlPropertiesFactoryBean();
		factory.setResources(new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)));
		Properties properties = factory.getObject();
		return (properties != null) ? properties : new Properties();
	}

}
