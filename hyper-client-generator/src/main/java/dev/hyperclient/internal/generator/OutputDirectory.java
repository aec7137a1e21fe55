package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The directory of the generated sources. A file in it lists what was generated, so that
 * nothing else is changed or deleted. Files are replaced as a whole, so that an
 * interrupted run or another one at the same time leaves no part of a file.
 *
 * @param files the hash of each generated file by its path
 */
record OutputDirectory(Path directory, String input, SortedMap<String, String> files) {

	private static final String STATE_FILE = "hyper-client-generator.state";

	private static final String HEADER = "# Files that hyper-client-generator has written here. Do not edit.";

	/** What the names of temporary files begin and end with. */
	private static final String PREFIX = ".hyper-client-";

	private static final String SUFFIX = ".part";

	/** Stands for the input while files are being written. */
	private static final String INCOMPLETE = "incomplete";

	/**
	 * Open a directory, which need not exist, and may be a symbolic link itself.
	 * @throws GeneratorException if it contains symbolic links, or files that were not
	 * generated
	 */
	static OutputDirectory open(Path directory) {
		try {
			if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
				return new OutputDirectory(directory, "", new TreeMap<>());
			}
			if (!Files.isDirectory(directory)) {
				throw new GeneratorException(directory, "is not a directory");
			}
			List<Path> content = content(directory);
			requireNoLinks(directory, content);
			OutputDirectory opened = read(directory);
			opened.requireOwn(content);
			return opened;
		}
		catch (IOException | UncheckedIOException ex) {
			throw new GeneratorException(directory, 0, "cannot be read: " + ex, ex);
		}
	}

	private static OutputDirectory read(Path directory) throws IOException {
		Path state = directory.resolve(STATE_FILE);
		SortedMap<String, String> files = new TreeMap<>();
		if (!Files.exists(state)) {
			return new OutputDirectory(directory, "", files);
		}
		List<String> lines = Files.readAllLines(state);
		if (lines.size() < 2 || !lines.get(0).equals(HEADER)) {
			throw new GeneratorException(state, "is not a file of this generator");
		}
		for (String line : lines.subList(2, lines.size())) {
			int blank = line.indexOf(' ');
			String name = line.substring(blank + 1);
			if (blank < 1 || !isBelow(directory, name)) {
				throw new GeneratorException(state, "has an invalid line: " + line);
			}
			files.put(name, line.substring(0, blank));
		}
		return new OutputDirectory(directory, lines.get(1), files);
	}

	private static boolean isBelow(Path directory, String name) {
		Path normal = directory.toAbsolutePath().normalize();
		Path file = normal.resolve(name).normalize();
		return file.startsWith(normal) && !file.equals(normal);
	}

	/** Return the paths below a directory that are no directories, relative to it. */
	private static List<Path> content(Path directory) throws IOException {
		Path real = directory.toRealPath();
		try (Stream<Path> content = Files.walk(real)) {
			return content.filter((path) -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
				.map(real::relativize)
				.sorted()
				.toList();
		}
	}

	/** What is written through a link, or deleted below it, is elsewhere. */
	private static void requireNoLinks(Path directory, List<Path> content) {
		for (Path path : content) {
			if (Files.isSymbolicLink(directory.resolve(path))) {
				throw new GeneratorException(directory,
						"contains the symbolic link '%s', which is not followed; delete it".formatted(name(path)));
			}
		}
	}

	private void requireOwn(List<Path> content) {
		content.stream()
			.map(OutputDirectory::name)
			.filter((name) -> !name.equals(STATE_FILE) && !(name.startsWith(PREFIX) && name.endsWith(SUFFIX))
					&& !this.files.containsKey(name))
			.findFirst()
			.ifPresent((foreign) -> {
				throw new GeneratorException(this.directory,
						"contains '%s', which was not generated; use a directory of its own for generated sources"
							.formatted(foreign));
			});
	}

	private static String name(Path path) {
		return path.toString().replace('\\', '/');
	}

	/** Return whether all files belong to an input, unchanged. */
	boolean isCurrent(String otherInput) {
		return this.input.equals(otherInput)
				&& this.files.entrySet().stream().allMatch((file) -> hasContent(file.getKey(), file.getValue()));
	}

	private boolean hasContent(String name, String hash) {
		Path file = this.directory.resolve(name);
		try {
			return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && hash(Files.readAllBytes(file)).equals(hash);
		}
		catch (IOException ex) {
			return false;
		}
	}

	int size() {
		return this.files.size();
	}

	/**
	 * Write files, unless they have the content already, and delete the other generated
	 * ones.
	 * @throws GeneratorException if a file cannot be written, or if one to delete has
	 * been changed. In the latter case, nothing is written
	 */
	GeneratorResult replace(String newInput, Map<String, String> sources, List<String> names, TypeCoverage coverage) {
		SortedMap<String, String> planned = new TreeMap<>(this.files);
		SortedMap<String, String> hashes = new TreeMap<>();
		sources.forEach((name, source) -> hashes.put(name, hash(source.getBytes(StandardCharsets.UTF_8))));
		planned.putAll(hashes);
		List<String> obsolete = this.files.keySet()
			.stream()
			.filter((name) -> !sources.containsKey(name))
			.filter((name) -> Files.exists(this.directory.resolve(name), LinkOption.NOFOLLOW_LINKS))
			.toList();
		obsolete.forEach(this::requireUnchanged);
		int written = 0;
		try {
			createDirectories(this.directory);
			// If this run is interrupted, the next one knows the files as generated.
			writeState(INCOMPLETE, planned);
			// First, since some systems do not distinguish names that differ in case.
			for (String name : obsolete) {
				delete(this.directory.resolve(name));
			}
			for (Map.Entry<String, String> source : sources.entrySet()) {
				if (!hasContent(source.getKey(), hashes.getOrDefault(source.getKey(), ""))) {
					write(this.directory.resolve(source.getKey()), source.getValue());
					written++;
				}
			}
			writeState(newInput, hashes);
		}
		catch (IOException ex) {
			throw new GeneratorException(this.directory, 0, "cannot be written: " + ex, ex);
		}
		return new GeneratorResult(false, sources.size(), written, obsolete.size(), names, coverage);
	}

	private void requireUnchanged(String name) {
		if (!hasContent(name, this.files.getOrDefault(name, ""))) {
			throw new GeneratorException(this.directory.resolve(name),
					"is not generated any more, but is not deleted, because it was changed since; move or delete it");
		}
	}

	private void writeState(String state, SortedMap<String, String> hashes) throws IOException {
		StringBuilder text = new StringBuilder(HEADER).append('\n').append(state).append('\n');
		hashes.forEach((name, hash) -> text.append(hash).append(' ').append(name).append('\n'));
		write(this.directory.resolve(STATE_FILE), text);
	}

	/** Replace a file as a whole, so that no run is interrupted within it. */
	private void write(Path file, CharSequence content) throws IOException {
		createDirectories(Objects.requireNonNull(file.getParent()));
		replace(file, this.directory, content.toString().getBytes(StandardCharsets.UTF_8));
	}

	/** The JDK refuses one that is a link to a directory. */
	private static void createDirectories(Path directory) throws IOException {
		if (!Files.isDirectory(directory)) {
			Files.createDirectories(directory);
		}
	}

	/** Delete a file and the directories that are empty without it. */
	private void delete(Path file) throws IOException {
		Files.deleteIfExists(file);
		for (Path parent = file.getParent(); parent != null
				&& !parent.equals(this.directory); parent = parent.getParent()) {
			try (Stream<Path> content = Files.list(parent)) {
				if (content.findAny().isPresent()) {
					return;
				}
			}
			Files.delete(parent);
		}
	}

	static String hash(byte[] content) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Write a file and its directory, unless it has the content already.
	 * @return whether it was written
	 * @throws GeneratorException if it cannot be written
	 */
	static boolean replaceIfChanged(Path file, byte[] content) {
		try {
			if (Files.isSymbolicLink(file) && Files.exists(file)) {
				return replaceIfChanged(file.toRealPath(), content);
			}
			if (Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), content)) {
				return false;
			}
			if (Files.exists(file) && !Files.isWritable(file)) {
				// A file is replaced, for which its directory must be writable only.
				throw new AccessDeniedException(file.toString(), null, "it is read-only");
			}
			Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
			Files.createDirectories(directory);
			replace(file, directory, content);
			return true;
		}
		catch (IOException ex) {
			throw new GeneratorException(file, 0, "cannot be written: " + ex, ex);
		}
	}

	/**
	 * Write a file.
	 * @param directory the directory of the temporary file, of the same file system
	 */
	static void replace(Path file, Path directory, byte[] content) throws IOException {
		// Not a temporary file of the JDK, which only its owner could read.
		Path temporary = directory.resolve(PREFIX + UUID.randomUUID() + SUFFIX);
		try {
			Files.write(temporary, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
			Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
		}
		finally {
			Files.deleteIfExists(temporary);
		}
	}

}
