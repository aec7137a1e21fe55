package dev.hyperclient;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Descriptions and representations in the style of Launchpad: those of a small tracker,
 * written for tests, and Launchpad's own, which are not part of this project and are used
 * where they are in the directory {@code ../shared/data}.
 */
public enum DescriptionSource {

	TRACKER("src/test/resources/dev/hyperclient/tracker/tracker.wadl", "", "{root}"),

	LAUNCHPAD("../../shared/data/launchpad-1.0.wadl", "launchpad-json", "https://api.launchpad.net/1.0/"),

	LAUNCHPAD_DEVEL("../../shared/data/launchpad-devel.wadl", "launchpad-json", "https://api.launchpad.net/devel/");

	private final Path description;

	private final Path documents;

	private final String root;

	DescriptionSource(String description, String documents, String root) {
		this.description = Path.of(description);
		this.documents = this.description.resolveSibling(documents);
		this.root = root;
	}

	public static Stream<DescriptionSource> present() {
		return Stream.of(values()).filter((source) -> Files.exists(source.description));
	}

	/** Return the description of a service with this base URL. */
	public String wadl(String url) {
		return read(this.description, url);
	}

	/** Return a representation of a service with this base URL. */
	String json(String name, String url) {
		return read(this.documents.resolve(name + ".json"), url);
	}

	private String read(Path file, String url) {
		try {
			return Files.readString(file, StandardCharsets.UTF_8).replace(this.root, url);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
