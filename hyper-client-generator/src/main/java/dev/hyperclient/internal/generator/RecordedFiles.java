package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import dev.hyperclient.internal.text.LinkName;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A folder with recorded representations: JSON files with a {@code url} and a
 * {@code body}, as {@code ServiceRecorder} of the test support writes them, or with the
 * representation alone.
 */
final class RecordedFiles {

	static final JsonMapper MAPPER = JsonMapper.builder()
		.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
		.build();

	private static final String JSON = ".json";

	private RecordedFiles() {
	}

	/**
	 * Visit all objects that name their resource type, also those in pages and results.
	 * @param visitor takes the name of the file and the object
	 * @throws GeneratorException if the folder has no recording, or an invalid file
	 */
	static void forEachResource(Path folder, BiConsumer<String, JsonNode> visitor) {
		List<Path> files = files(folder);
		if (files.isEmpty()) {
			throw new GeneratorException(folder,
					"has no JSON file; record representations with ServiceRecorder of hyper-client-test");
		}
		for (Path file : files) {
			JsonNode content = parse(file);
			boolean recorded = content.path("url").isString() && content.has("body");
			visit(String.valueOf(file.getFileName()), recorded ? content.path("body") : content, visitor);
		}
	}

	static void visit(String file, JsonNode node, BiConsumer<String, JsonNode> visitor) {
		if (node.path(LinkName.TYPE).isString()) {
			visitor.accept(file, node);
		}
		for (JsonNode member : node) {
			if (member.isContainer()) {
				visit(file, member, visitor);
			}
		}
	}

	private static List<Path> files(Path folder) {
		try (Stream<Path> files = Files.list(folder)) {
			return files.filter((file) -> file.getFileName().toString().endsWith(JSON))
				.filter((file) -> !file.getFileName().toString().startsWith("."))
				.sorted()
				.toList();
		}
		catch (IOException ex) {
			throw new GeneratorException(folder, 0, "cannot be read as a folder of recorded representations: " + ex,
					ex);
		}
	}

	private static JsonNode parse(Path file) {
		try {
			JsonNode content = MAPPER.readTree(Files.readAllBytes(file));
			if (content.isMissingNode()) {
				throw new GeneratorException(file, "is empty; record it again");
			}
			return content;
		}
		catch (JacksonException ex) {
			int line = (ex.getLocation() != null) ? ex.getLocation().getLineNr() : 0;
			throw new GeneratorException(file, line, "invalid JSON: " + ex.getOriginalMessage(), ex);
		}
		catch (IOException ex) {
			throw new GeneratorException(file, 0, "cannot be read: " + ex, ex);
		}
	}

	/** Return the URL of the description that an object names. */
	static String documentOfType(JsonNode resource) {
		String link = resource.path(LinkName.TYPE).stringValue("");
		return link.substring(0, Math.max(link.lastIndexOf('#'), 0));
	}

	/** Return the last part of the path of a base URL, empty if it has no path. */
	static String version(String base) {
		String path = base.replaceFirst("^[^:/]+://[^/]*", "").replaceFirst("/+$", "");
		return path.substring(path.lastIndexOf('/') + 1);
	}

	/** Return the id of the resource type that an object names. */
	static String typeOf(JsonNode resource) {
		String link = resource.path(LinkName.TYPE).stringValue("");
		return link.substring(link.lastIndexOf('#') + 1);
	}

}
