package dev.hyperclient.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.internal.description.WadlApplication;
import tools.jackson.core.JacksonException;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.util.DigestUtils;

/**
 * A folder that {@code FakeService.replay} reads: a description, and a file for each
 * representation. A file is replaced as a whole, and only if its content changes. Not
 * thread-safe.
 */
final class RecordingFolder {

	static final JsonMapper MAPPER = JsonMapper.builder()
		.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
		.build();

	private static final String DESCRIPTION = "description.wadl";

	private static final String JSON = ".json";

	private static final int MAX_NAME = 60;

	private static final int DIGEST_LENGTH = 12;

	private final Path folder;

	/** By the normalized URL, relative to the root. */
	private final Map<String, Path> files = new LinkedHashMap<>();

	/** The URL of the root in the recording. */
	private URI base;

	private RecordingFolder(Path folder, URI base) {
		this.folder = folder;
		this.base = base;
	}

	/**
	 * Open a folder to write into it. It is created if it is missing.
	 * @param folder the folder, empty or with a recording of the same service
	 * @param description the description of the service
	 * @return the folder
	 * @throws IllegalArgumentException if it cannot be used
	 */
	static RecordingFolder toWrite(Path folder, WadlApplication description) {
		try {
			Files.createDirectories(folder);
		}
		catch (IOException ex) {
			throw new IllegalArgumentException(
					"'%s' cannot be created: %s. Record into a folder.".formatted(folder, ex.getMessage()), ex);
		}
		if (!Files.isWritable(folder)) {
			throw new IllegalArgumentException("'%s' is not writable. Record into a folder that is.".formatted(folder));
		}
		if (names(folder).isEmpty()) {
			return new RecordingFolder(folder, description.base());
		}
		RecordingFolder recorded = toRead(folder);
		recorded.requireService(description);
		return recorded;
	}

	/**
	 * Require a recording of a service, whose URL may have changed since.
	 * @param present the description of the service
	 * @throws IllegalArgumentException if the descriptions have no type in common
	 */
	void requireService(WadlApplication present) {
		WadlApplication recorded = RecordedDescription.application(description());
		if (!recorded.base().equals(present.base()) && Collections.disjoint(RecordedDescription.entryTypes(recorded),
				RecordedDescription.entryTypes(present))) {
			throw new IllegalArgumentException(
					"'%s' has a recording of %s, not of %s: their descriptions have no type in common. Record each service into a folder of its own, or delete the folder."
						.formatted(this.folder, recorded.base(), present.base()));
		}
		this.base = recorded.base();
	}

	/**
	 * Return the URL of the root in the recording.
	 */
	URI base() {
		return this.base;
	}

	/**
	 * Open a folder with a recording.
	 * @param folder the folder
	 * @return the folder
	 * @throws IllegalArgumentException if it has no recording, or an invalid file
	 */
	static RecordingFolder toRead(Path folder) {
		if (!Files.isRegularFile(folder.resolve(DESCRIPTION))) {
			throw new IllegalArgumentException(
					"'%s' has no recording, because there is no '%s' in it. Record into a new folder, or an empty one."
						.formatted(folder, DESCRIPTION));
		}
		RecordingFolder recorded = new RecordingFolder(folder, URI.create(""));
		for (Path name : names(folder)) {
			if (name.toString().endsWith(JSON)) {
				recorded.files.put(normalized(url(folder.resolve(name))), name);
			}
		}
		return recorded;
	}

	byte[] description() {
		return bytes(this.folder.resolve(DESCRIPTION));
	}

	/**
	 * Return the recorded representations.
	 * @return the representations by URL, relative to the root
	 */
	Map<String, JsonNode> representations() {
		Map<String, JsonNode> representations = new LinkedHashMap<>();
		this.files.values()
			.stream()
			.map(this.folder::resolve)
			.forEach((file) -> representations.put(url(file), parse(file).path("body")));
		return representations;
	}

	/**
	 * Remove from all representations what is not to be recorded.
	 * @param content removes it
	 */
	void clean(RecordedContent content) {
		representations().forEach((url, body) -> {
			String cleanUrl = content.relative(url);
			JsonNode clean = content.clean(body);
			if (!url.equals(cleanUrl)) {
				delete(Objects.requireNonNull(this.files.remove(normalized(url))));
			}
			if (cleanUrl != null && !(url.equals(cleanUrl) && clean.equals(body))) {
				write(cleanUrl, clean);
			}
		});
	}

	private void delete(Path name) {
		try {
			Files.deleteIfExists(this.folder.resolve(name));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("'%s' cannot be deleted: %s".formatted(name, ex.getMessage()), ex);
		}
	}

	void writeDescription(byte[] wadl) {
		write(Path.of(DESCRIPTION), wadl);
	}

	/**
	 * Write a representation.
	 * @param url the URL, relative to the root
	 * @param body the representation
	 */
	void write(String url, JsonNode body) {
		Path name = this.files.computeIfAbsent(normalized(url), this::fileName);
		ObjectNode recorded = MAPPER.createObjectNode();
		recorded.put("url", url);
		recorded.set("body", body);
		DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
		ObjectWriter writer = MAPPER.writer()
			.with(new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter));
		write(name, (writer.writeValueAsString(recorded) + "\n").getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Return a name that is valid in all file systems, also those that ignore case. The
	 * digest keeps URLs apart that differ in other characters only.
	 */
	private Path fileName(String url) {
		String readable = url.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
		String start = readable.isEmpty() ? "root" : readable.substring(0, Math.min(MAX_NAME, readable.length()));
		return Path.of(start + "-"
				+ DigestUtils.md5DigestAsHex(url.getBytes(StandardCharsets.UTF_8)).substring(0, DIGEST_LENGTH) + JSON);
	}

	private void write(Path name, byte[] content) {
		Path file = this.folder.resolve(name);
		try {
			if (Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), content)) {
				return;
			}
			Path temporary = Files.createTempFile(this.folder, ".recording", ".part");
			try {
				Files.write(temporary, content);
				Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
			}
			finally {
				Files.deleteIfExists(temporary);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("'%s' cannot be recorded: %s".formatted(file, ex.getMessage()), ex);
		}
	}

	/**
	 * Return a URL with one order of its query.
	 */
	private static String normalized(String url) {
		int query = url.indexOf('?');
		return (query < 0) ? url : url.substring(0, query + 1)
				+ Stream.of(url.substring(query + 1).split("&")).sorted().collect(Collectors.joining("&"));
	}

	private static String url(Path file) {
		return parse(file).path("url").stringValue();
	}

	private static JsonNode parse(Path file) {
		try {
			JsonNode recorded = MAPPER.readTree(bytes(file));
			if (recorded.path("url").isString() && recorded.has("body")) {
				return recorded;
			}
		}
		catch (JacksonException ex) {
			// The message is the same.
		}
		throw new IllegalArgumentException(
				"'%s' is not a recorded representation: it must be a JSON object with 'url', relative to the root, and 'body'. Delete it and record it again."
					.formatted(file));
	}

	private static byte[] bytes(Path file) {
		try {
			return Files.readAllBytes(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("'%s' cannot be read: %s".formatted(file, ex.getMessage()), ex);
		}
	}

	private static List<Path> names(Path folder) {
		try (Stream<Path> files = Files.list(folder)) {
			// Files of version control, and of a recording that was interrupted.
			return files.map(Path::getFileName).filter((name) -> !name.toString().startsWith(".")).sorted().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("'%s' cannot be read: %s".formatted(folder, ex.getMessage()), ex);
		}
	}

}
