package dev.hyperclient.autoconfigure.security;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/**
 * Masks passwords, tokens and secrets under {@code hyper-client}, however the key is
 * spelled and whatever stands before it, such as an environment's prefix. It would rather
 * mask too much: the address of a service that is called {@code tokens}, for instance. A
 * secret is also masked where it stands as a value of its own under any other key, such
 * as the variable that a placeholder takes it from.
 */
final class HyperClientSanitizingFunction implements SanitizingFunction {

	private static final String OURS = "hyperclient";

	private static final Pattern SECRET = Pattern.compile(OURS + ".*(password|passwd|passphrase|secret|token)");

	private static final Pattern ADDRESS = Pattern.compile(OURS + ".*(url|uri|origins?|host)\\d*");

	/** A command line or the options of a JVM, which are values of other keys. */
	private static final Pattern ASSIGNMENT = Pattern.compile(
			"hyper[-_.]?client[-_.\\[][-\\w.\\[\\]]*?(password|passwd|passphrase|secret|token)[-\\w.\\[\\]]*[\"']?\\s*[=:]",
			Pattern.CASE_INSENSITIVE);

	/** As {@code SPRING_APPLICATION_JSON} brings it. */
	private static final Pattern DOCUMENT = Pattern.compile(
			"hyper[-_.]?client[-\\w.\\[\\]]*[\"']?\\s*:\\s*\\{.*(password|passwd|passphrase|secret|token)",
			Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

	private static final Pattern USER = Pattern.compile("^([^:/?#]+://)?.*@");

	/** Shorter ones are also words that stand for other things. */
	private static final int SHORTEST_SECRET = 6;

	private final Supplier<Set<String>> secrets;

	/**
	 * Creates the function.
	 * @param secrets the secrets that the properties hold, asked for when there is
	 * something to be masked
	 */
	HyperClientSanitizingFunction(Supplier<Set<String>> secrets) {
		this.secrets = secrets;
	}

	@Override
	public SanitizableData apply(SanitizableData data) {
		Object value = data.getValue();
		if (value == null) {
			return data;
		}
		String key = plain(data.getKey());
		if (SECRET.matcher(key).find() || tellsSecrets(text(value)) || isSecret(text(value))) {
			return data.withSanitizedValue();
		}
		return ADDRESS.matcher(key).find() ? withoutUser(data, text(value)) : data;
	}

	/** What all spellings of a key have in common. */
	private static String plain(String key) {
		return key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
	}

	private static @Nullable String text(Object value) {
		return (value instanceof CharSequence || value instanceof URI) ? value.toString() : null;
	}

	private static boolean tellsSecrets(@Nullable String value) {
		return value != null && (ASSIGNMENT.matcher(value).find() || DOCUMENT.matcher(value).find());
	}

	private boolean isSecret(@Nullable String value) {
		return value != null && value.length() >= SHORTEST_SECRET && this.secrets.get().contains(value);
	}

	/**
	 * Up to the last at sign, since a password that is not escaped may contain any
	 * character.
	 */
	private static SanitizableData withoutUser(SanitizableData data, @Nullable String value) {
		return (value != null && value.indexOf('@') >= 0)
				? data.withValue(USER.matcher(value).replaceFirst("$1" + SanitizableData.SANITIZED_VALUE + "@")) : data;
	}

}
