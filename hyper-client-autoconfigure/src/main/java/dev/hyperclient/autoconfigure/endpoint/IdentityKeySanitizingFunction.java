package dev.hyperclient.autoconfigure.endpoint;

import java.util.Locale;
import java.util.regex.Pattern;

import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/**
 * {@link SanitizingFunction} that masks {@code hyper-client.http-cache.identity-key} in
 * every form of the key, also where it is set within the value of another key.
 */
final class IdentityKeySanitizingFunction implements SanitizingFunction {

	private static final String KEY = "hyperclienthttpcacheidentitykey";

	/** In a command line, in JVM options, or in JSON. */
	private static final Pattern ASSIGNMENT = Pattern.compile(
			"http[-_.]?cache.*identity[-_]?key(?![-_.]?file)[\"']?\\s*[=:]", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

	@Override
	public SanitizableData apply(SanitizableData data) {
		Object value = data.getValue();
		if (value == null) {
			return data;
		}
		String key = data.getKey().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
		boolean sets = value instanceof CharSequence text && ASSIGNMENT.matcher(text).find();
		return (key.endsWith(KEY) || sets) ? data.withSanitizedValue() : data;
	}

}
