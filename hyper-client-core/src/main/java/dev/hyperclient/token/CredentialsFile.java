package dev.hyperclient.token;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.error.CredentialsFileException;
import dev.hyperclient.internal.files.AtomicReplacement;
import dev.hyperclient.internal.files.OwnerOnly;
import org.jspecify.annotations.Nullable;

/**
 * A file with the credentials of one application, in the format of launchpadlib and
 * Python's lazr.restfulclient; both can read the files of the other. Immutable and
 * thread-safe.
 */
public final class CredentialsFile {

	private static final int MAX_SIZE = 64 * 1024;

	private final Path path;

	private final LinkOption[] links;

	/**
	 * Create a credentials file, which need not exist. Symbolic links are followed, since
	 * deployments mount secrets with them.
	 * @param path path of the file
	 */
	public CredentialsFile(Path path) {
		this(path, new LinkOption[0]);
	}

	CredentialsFile(Path path, LinkOption... links) {
		this.path = path.toAbsolutePath().normalize();
		this.links = links;
	}

	/**
	 * Read the credentials.
	 * @return the credentials
	 * @throws CredentialsFileException if the file is missing, cannot be read, or does
	 * not contain credentials
	 */
	public StoredCredentials read() {
		return content()
			.orElseThrow(() -> error("does not exist", "Set the path of an existing credentials file", null))
			.credentials();
	}

	/**
	 * Replace the content of the file with the credentials, readable by the owner only. A
	 * missing directory is created, accessible to the owner only.
	 * @param credentials the credentials
	 * @throws CredentialsFileException if the file cannot be written
	 */
	public void write(StoredCredentials credentials) {
		write(credentials, null);
	}

	Optional<Content> content() {
		try {
			return Optional.of(Content.parse(readBytes()));
		}
		catch (NoSuchFileException ex) {
			return Optional.empty();
		}
		catch (IOException ex) {
			throw error("cannot be read: " + reason(ex),
					"It must be a regular file that the user of this application may read", ex);
		}
		catch (IllegalArgumentException ex) {
			throw error("does not contain credentials: " + ex.getMessage(),
					"Replace it with a complete file, or delete it and get a new token", null);
		}
	}

	void write(StoredCredentials credentials, @Nullable String serviceRoot) {
		try {
			replace(new Content(credentials, serviceRoot).write());
		}
		catch (IOException ex) {
			if (ex instanceof AccessDeniedException denied && denied.getOtherFile() != null) {
				// Only a rename names two files.
				throw error("cannot be replaced: AccessDeniedException",
						"Close the programs that have it open, which Windows does not allow, and save the token again",
						ex);
			}
			throw error("cannot be written: " + reason(ex),
					"Set a path that the user of this application may write to, on a file system with free space", ex);
		}
	}

	void delete() {
		try {
			Files.deleteIfExists(this.path);
		}
		catch (IOException ex) {
			throw error("cannot be deleted: " + reason(ex), "Delete it, since its token is no longer valid", ex);
		}
	}

	/** Messages of file system exceptions often consist of the path only. */
	private static String reason(IOException ex) {
		return (ex.getClass() == IOException.class) ? String.valueOf(ex.getMessage()) : ex.getClass().getSimpleName();
	}

	CredentialsFileException error(String what, String remedy, @Nullable Throwable cause) {
		return new CredentialsFileException(this.path.toUri(),
				"The credentials file '%s' %s. %s".formatted(this.path, what, remedy), cause);
	}

	/**
	 * Return the path.
	 */
	@Override
	public String toString() {
		return this.path.toString();
	}

	/**
	 * Return the bytes of the file.
	 * @throws IOException if it cannot be read, is not a regular file or is too long
	 */
	private byte[] readBytes() throws IOException {
		BasicFileAttributes attributes = Files.readAttributes(this.path, BasicFileAttributes.class, this.links);
		if (!attributes.isRegularFile()) {
			throw new IOException(attributes.isSymbolicLink() ? "it is a symbolic link" : "it is not a regular file");
		}
		Set<OpenOption> options = new HashSet<>(List.of(this.links));
		options.add(StandardOpenOption.READ);
		try (InputStream in = Channels.newInputStream(Files.newByteChannel(this.path, options))) {
			byte[] content = in.readNBytes(MAX_SIZE + 1);
			if (content.length > MAX_SIZE) {
				throw new IOException("it is longer than %d bytes".formatted(MAX_SIZE));
			}
			return content;
		}
	}

	/**
	 * Replace the file, or the link, by one that only its owner can read, and create its
	 * directory if that is missing. It is renamed when it is complete, so that readers
	 * never see a part of it.
	 */
	private void replace(byte[] content) throws IOException {
		Path directory = this.path.resolveSibling("");
		OwnerOnly.createDirectories(directory);
		Path unfinished = Files.createTempFile(directory, ".unfinished-", "", OwnerOnly.file(directory));
		try {
			// Forced to disk, since a service returns a token only once.
			Files.write(unfinished, content, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
			AtomicReplacement.move(unfinished, this.path);
		}
		finally {
			Files.deleteIfExists(unfinished);
		}
	}

	/**
	 * The content of a credentials file, in the format that Python clients of such
	 * services read and write: an INI file with a section whose name is the version of
	 * the format. Other sections and keys are ignored.
	 * <p>
	 * A percent sign is written twice. A single one is accepted when a file is read,
	 * although those clients neither write nor read it.
	 *
	 * @param credentials the consumer and the token
	 * @param serviceRoot the URL of the service that the token is for. Not in the files
	 * of other clients
	 */
	record Content(StoredCredentials credentials, @Nullable String serviceRoot) {

		private static final String VERSION = "1";

		/**
		 * Read the content of a file.
		 * @throws IllegalArgumentException if it does not contain credentials. The
		 * message names what is missing, and does not contain any of the content
		 */
		static Content parse(byte[] content) {
			Map<String, String> values = values(decode(content));
			return new Content(
					new StoredCredentials(
							new OAuthConsumer(value(values, "consumer_key"), value(values, "consumer_secret")),
							new AccessToken(value(values, "access_token"), value(values, "access_secret"))),
					values.get("service_root"));
		}

		private static String decode(byte[] content) {
			try {
				return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
			}
			catch (CharacterCodingException ex) {
				throw new IllegalArgumentException("it is not UTF-8 text");
			}
		}

		/**
		 * Read the section by the rules of Python's {@code configparser}, except that
		 * values of several lines are rejected: a key or a secret has one line.
		 * @return the values by their keys in lower case
		 */
		private static Map<String, String> values(String text) {
			Map<String, String> values = new HashMap<>();
			@Nullable String section = null;
			boolean found = false;
			String[] lines = text.split("\r\n|\r|\n");
			for (int i = 0; i < lines.length; i++) {
				String line = lines[i].strip();
				boolean valid = true;
				if (line.startsWith("[") && line.endsWith("]")) {
					section = line.substring(1, line.length() - 1);
					valid = !found || !section.equals(VERSION);
					found = found || section.equals(VERSION);
				}
				else if (!line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != ';') {
					valid = VERSION.equals(section)
							? !Character.isWhitespace(lines[i].charAt(0)) && isAdded(values, line.split("[=:]", 2))
							: section != null;
				}
				if (!valid) {
					throw new IllegalArgumentException("line %d is not valid".formatted(i + 1));
				}
			}
			if (!found) {
				throw new IllegalArgumentException("it has no section [%s]".formatted(VERSION));
			}
			return values;
		}

		private static boolean isAdded(Map<String, String> values, String[] pair) {
			return pair.length == 2 && !pair[0].isEmpty()
					&& values.put(pair[0].strip().toLowerCase(Locale.ROOT), pair[1].strip().replace("%%", "%")) == null;
		}

		private static String value(Map<String, String> values, String key) {
			@Nullable String value = values.get(key);
			if (value == null) {
				throw new IllegalArgumentException("it has no '%s'".formatted(key));
			}
			return value;
		}

		byte[] write() {
			StringBuilder text = new StringBuilder("[" + VERSION + "]\n");
			append(text, "consumer_key", this.credentials.consumer().key());
			append(text, "consumer_secret", this.credentials.consumer().secret());
			append(text, "access_token", this.credentials.accessToken().key());
			append(text, "access_secret", this.credentials.accessToken().secret());
			if (this.serviceRoot != null) {
				append(text, "service_root", this.serviceRoot);
			}
			return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
		}

		private static void append(StringBuilder text, String key, String value) {
			text.append(key).append(" = ").append(value.replace("%", "%%")).append('\n');
		}

	}

}
