package dev.hyperclient.autoconfigure.endpoint;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/**
 * Masks passwords, tokens and secrets below {@code hyper-client} in every spelling of the
 * key and with any prefix, such as the name of an environment. Masks too much rather than
 * too little, for instance the URL of a service with the name {@code tokens}. A secret is
 * also masked as the value of any other key, such as the variable that a placeholder
 * refers to.
 *
 * @param secrets supplier of the secrets in the properties
 */
record HyperClientSanitizingFunction(Supplier<Set<String>> secrets) implements SanitizingFunction {

	private static final String PREFIX = "hyperclient";

	private static final Pattern SECRET = Pattern
		.compile(PREFIX + "(.*(password|passwd|passphrase|secret|token)|httpcacheidentitykey$)");

	private static final Pattern URL = Pattern.compile(PREFIX + ".*(url|uri|origins?|host)\\d*");

	/** In a command line or JVM options, which are values of other keys. */
	private static final Pattern ASSIGNMENT = Pattern.compile(
			"hyper[-_.]?client[-_.\\[][-\\w.\\[\\]]*?(password|passwd|passphrase|secret|token)[-\\w.\\[\\]]*[\"']?\\s*[=:]",
			Pattern.CASE_INSENSITIVE);

	private static final Pattern IDENTITY_KEY = Pattern.compile(
			"http[-_.]?cache.*identity[-_]?key(?![-_.]?file)[\"']?\\s*[=:]", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

	/** As in {@code SPRING_APPLICATION_JSON}. */
	private static final Pattern JSON = Pattern.compile(
			"hyper[-_.]?client[-\\w.\\[\\]]*[\"']?\\s*:\\s*\\{.*(password|passwd|passphrase|secret|token)",
			Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

	private static final Pattern USER_INFO = Pattern.compile("^([^:/?#]+://)?.*@");

	/** Shorter secrets may also be ordinary values. */
	private static final int MIN_SECRET_LENGTH = 6;

	@Override
	public SanitizableData apply(SanitizableData data) {
		Object value = data.getValue();
		if (value == null) {
			return data;
		}
		// What all spellings of a key have in common.
		String key = data.getKey().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
		if (SECRET.matcher(key).find() || setsSecret(text(value)) || isSecret(text(value))) {
			return data.withSanitizedValue();
		}
		return URL.matcher(key).find() ? maskUserInfo(data, text(value)) : data;
	}

	private static @Nullable String text(Object value) {
		return (value instanceof CharSequence || value instanceof URI) ? value.toString() : null;
	}

	private static boolean setsSecret(@Nullable String value) {
		return value != null
				&& Stream.of(ASSIGNMENT, JSON, IDENTITY_KEY).anyMatch((form) -> form.matcher(value).find());
	}

	private boolean isSecret(@Nullable String value) {
		return value != null && value.length() >= MIN_SECRET_LENGTH && this.secrets.get().contains(value);
	}

	/**
	 * Mask everything up to the last at sign, since an unescaped password may contain any
	 * character.
	 */
	private static SanitizableData maskUserInfo(SanitizableData data, @Nullable String value) {
		return (value != null && value.indexOf('@') >= 0)
				? data.withValue(USER_INFO.matcher(value).replaceFirst("$1" + SanitizableData.SANITIZED_VALUE + "@"))
				: data;
	}

}
