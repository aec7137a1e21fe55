package dev.hyperclient.token;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import dev.hyperclient.authorizer.AccessToken;
import org.jspecify.annotations.Nullable;

/**
 * The content of a credentials file, in the format that Python clients of such services
 * read and write: an INI file with a section whose name is the version of the format.
 * Other sections and keys are ignored.
 * <p>
 * A percent sign is written twice. A single one is accepted when a file is read, although
 * those clients neither write nor read it.
 *
 * @param credentials the consumer and the token
 * @param serviceRoot the URL of the service that the token is for. Not in the files of
 * other clients
 */
record CredentialsFormat(StoredCredentials credentials, @Nullable String serviceRoot) {

	private static final String VERSION = "1";

	/**
	 * Read the content of a file.
	 * @throws IllegalArgumentException if it does not contain credentials. The message
	 * names what is missing, and does not contain any of the content
	 */
	static CredentialsFormat parse(byte[] content) {
		Map<String, String> values = values(decode(content));
		return new CredentialsFormat(
				new StoredCredentials(new Consumer(value(values, "consumer_key"), value(values, "consumer_secret")),
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
	 * Read the section by the rules of Python's {@code configparser}, except that values
	 * of several lines are rejected: a key or a secret has one line.
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
