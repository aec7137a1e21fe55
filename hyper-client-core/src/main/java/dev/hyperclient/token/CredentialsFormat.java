package dev.hyperclient.token;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import dev.hyperclient.authorizer.AccessToken;
import org.jspecify.annotations.Nullable;

/**
 * The format of credentials files, as Python clients of such services read and write it:
 * an INI file with a section whose name is the version of the format. Other sections and
 * keys are ignored.
 * <p>
 * A percent sign is written twice. A single one is accepted when a file is read, although
 * those clients neither write nor read it.
 */
final class CredentialsFormat {

	/** URL of the service that the token is for. Not in the files of other clients. */
	private static final String SERVICE_ROOT = "service_root";

	private static final String VERSION = "1";

	private static final String CONSUMER_KEY = "consumer_key";

	private static final String CONSUMER_SECRET = "consumer_secret";

	private static final String ACCESS_TOKEN = "access_token";

	private static final String ACCESS_SECRET = "access_secret";

	private final Map<String, String> values;

	private CredentialsFormat(Map<String, String> values) {
		this.values = values;
	}

	/**
	 * Read the content of a file.
	 * @throws IllegalArgumentException if it does not contain credentials. The message
	 * names what is missing, and does not contain any of the content
	 */
	static CredentialsFormat parse(byte[] content) {
		return new CredentialsFormat(new IniSection(VERSION).read(decode(content)));
	}

	private static String decode(byte[] content) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
		}
		catch (CharacterCodingException ex) {
			throw new IllegalArgumentException("it is not UTF-8 text");
		}
	}

	StoredCredentials credentials() {
		return new StoredCredentials(new Consumer(value(CONSUMER_KEY), value(CONSUMER_SECRET)),
				new AccessToken(value(ACCESS_TOKEN), value(ACCESS_SECRET)));
	}

	@Nullable String serviceRoot() {
		return this.values.containsKey(SERVICE_ROOT) ? value(SERVICE_ROOT) : null;
	}

	private String value(String key) {
		@Nullable String value = this.values.get(key);
		if (value == null) {
			throw new IllegalArgumentException("it has no '%s'".formatted(key));
		}
		return value.replace("%%", "%");
	}

	static byte[] write(StoredCredentials credentials, @Nullable String serviceRoot) {
		StringBuilder text = new StringBuilder("[" + VERSION + "]\n");
		append(text, CONSUMER_KEY, credentials.consumer().key());
		append(text, CONSUMER_SECRET, credentials.consumer().secret());
		append(text, ACCESS_TOKEN, credentials.accessToken().key());
		append(text, ACCESS_SECRET, credentials.accessToken().secret());
		if (serviceRoot != null) {
			append(text, SERVICE_ROOT, serviceRoot);
		}
		return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
	}

	private static void append(StringBuilder text, String key, String value) {
		text.append(key).append(" = ").append(value.replace("%", "%%")).append('\n');
	}

}
