package dev.hyperclient.test;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds credentials in URLs: user information, and parameters whose names denote
 * credentials.
 */
final class SecretParameters {

	/** The user information ends at the last {@code @} of the authority. */
	private static final Pattern USER_INFORMATION = Pattern.compile("(://)[^/?#\\s\"<>]*@");

	private static final Pattern ENCODED_USER_INFORMATION = Pattern
		.compile("(?i)(%3a%2f%2f)(?:(?!%2f|%3f|%23)[^/?#&\\s\"<>])*(?:@|%40)");

	/** A query or a fragment. */
	private static final Pattern PARAMETERS = Pattern.compile("[?#]([^?#\\s\"<>]*=[^?#\\s\"<>]*)");

	private static final Pattern SEPARATOR = Pattern.compile("[&;?#]");

	private static final List<String> SUFFIXES = List.of("token", "password", "passwd", "passphrase", "secret",
			"signature", "apikey", "accesskey", "accesskeyid", "privatekey", "credential", "credentials");

	private static final Set<String> NAMES = Set.of("auth", "authorization", "pwd", "pass", "sig", "jwt", "sessionid",
			"jsessionid", "phpsessid");

	/** These continue a list and open nothing. */
	private static final Set<String> HARMLESS = Set.of("pagetoken", "nextpagetoken", "nexttoken", "continuationtoken",
			"synctoken");

	private SecretParameters() {
	}

	/**
	 * Return a text without credentials in its URLs.
	 * @param text the text
	 * @return the text
	 */
	static String withoutSecrets(String text) {
		if (text.indexOf('=') < 0 && text.indexOf('@') < 0 && text.indexOf('%') < 0) {
			return text;
		}
		return PARAMETERS.matcher(withoutUserInformation(text)).replaceAll((found) -> {
			String all = found.group(1);
			String kept = Arrays.stream(all.split("&"))
				.filter((pair) -> !isSecret(pair))
				.collect(Collectors.joining("&"));
			boolean same = kept.length() == all.length();
			String section = kept.isEmpty() ? "" : found.group().charAt(0) + kept;
			return Matcher.quoteReplacement(same ? found.group() : section);
		});
	}

	static String withoutUserInformation(String text) {
		String clean = USER_INFORMATION.matcher(text).replaceAll("$1");
		return ENCODED_USER_INFORMATION.matcher(clean).replaceAll("$1");
	}

	/**
	 * Return whether a pair of a query has a credential, also in a URL that is its value.
	 * @param pair the pair, percent-encoded
	 * @return whether it is to be left out
	 */
	static boolean isSecret(String pair) {
		return SEPARATOR.splitAsStream(decoded(pair)).anyMatch((one) -> {
			int end = one.indexOf('=');
			return end > 0 && isSecretName(one.substring(0, end));
		});
	}

	/**
	 * Return the name of a pair of a query.
	 * @param pair the pair, percent-encoded
	 * @return the decoded name
	 */
	static String name(String pair) {
		return decoded(pair.split("=", 2)[0]);
	}

	private static boolean isSecretName(String name) {
		String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
		return !HARMLESS.contains(plain)
				&& (plain.startsWith("oauth") || NAMES.contains(plain) || SUFFIXES.stream().anyMatch(plain::endsWith));
	}

	/** Return a decoded part of a URL, or the text if it is none. */
	static String decoded(String text) {
		try {
			return URLDecoder.decode(text, StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			// It is no URL, or a malformed one.
			return text;
		}
	}

}
