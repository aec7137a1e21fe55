package dev.hyperclient.testservice;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hyperclient.testservice.OutgoingResponse.Status;
import org.jspecify.annotations.Nullable;

/**
 * Creates and compares entity tags. The tag of an entry has two parts: the digest of its
 * read-only attributes and the digest of its writable attributes.
 */
final class EntityTags {

	private static final Pattern TAG = Pattern
		.compile("\\s*(?:W/)?(?:(\\*)|\"([^\"]*?)(?:-gzip)?\"(?:-gzip)?)\\s*(?:,|$)");

	private EntityTags() {
	}

	static String of(byte[]... parts) {
		return Arrays.stream(parts).map(EntityTags::digest).collect(Collectors.joining("-", "\"", "\""));
	}

	/**
	 * Return whether {@code If-None-Match} lists a tag. Both parts are compared.
	 * @param condition the value of {@code If-None-Match}
	 * @param tag the present tag, or {@code null}
	 * @return whether it is listed
	 */
	static boolean matches(String condition, @Nullable String tag) {
		List<String> listed = parse("If-None-Match", condition);
		return tag != null && (listed.contains("*") || listed.contains(unquoted(tag)));
	}

	/**
	 * Refuse a write unless {@code If-Match} is absent or lists the writable part of the
	 * tag.
	 * @param condition the value of {@code If-Match}, or {@code null}
	 * @param tag the present tag
	 * @throws RequestRefusedException if the precondition fails
	 */
	static void requireMatch(@Nullable String condition, String tag) {
		if (condition != null) {
			List<String> listed = parse("If-Match", condition).stream().map(EntityTags::writablePart).toList();
			if (!listed.contains("*") && !listed.contains(writablePart(unquoted(tag)))) {
				throw RequestRefusedException.with(Status.PRECONDITION_FAILED,
						"The resource has changed since you last looked at it.");
			}
		}
	}

	private static List<String> parse(String header, String condition) {
		List<String> tags = new ArrayList<>();
		Matcher matcher = TAG.matcher(condition);
		int end = 0;
		while (end < condition.length() && matcher.find(end) && matcher.start() == end) {
			tags.add((matcher.group(1) != null) ? "*" : matcher.group(2));
			end = matcher.end();
		}
		RequestRefusedException.require(end == condition.length() && !tags.isEmpty(),
				"%s is not a list of entity tags.", header);
		return tags;
	}

	private static String unquoted(String tag) {
		// Recorded representations may have any text.
		return (tag.length() < 2) ? tag : tag.substring(1, tag.length() - 1);
	}

	private static String writablePart(String tag) {
		return tag.substring(tag.indexOf('-') + 1);
	}

	private static String digest(byte[] bytes) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
			return HexFormat.of().formatHex(digest, 0, 16);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
