package dev.hyperclient.cookbook.service;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The header fields that come and go with files. What clients wrote is given back to
 * others, so it is looked at before.
 */
final class FileHeaders {

	static final String ANY_BYTES = "application/octet-stream";

	private static final Pattern MEDIA_TYPE = Pattern
		.compile("[A-Za-z0-9!#$&^_.+-]{1,127}/[A-Za-z0-9!#$&^_.+-]{1,127}(\\s*;[ -~]{0,200})?");

	/**
	 * Clients put the name between the quotes as it is, so that it may contain some.
	 */
	private static final Pattern QUOTED_NAME = Pattern.compile(";\\s*filename=\"(.*)\"\\s*$", Pattern.CASE_INSENSITIVE);

	private static final Pattern BARE_NAME = Pattern.compile(";\\s*filename=([^;\"\\s]+)", Pattern.CASE_INSENSITIVE);

	private static final int LONGEST_NAME = 255;

	private FileHeaders() {
	}

	static String mediaType(String contentType) {
		if (!MEDIA_TYPE.matcher(contentType).matches()) {
			throw RequestRefusedException.badRequest("Content-Type is not a media type.");
		}
		return contentType;
	}

	static String name(@Nullable String disposition, String absent) {
		String name = found(QUOTED_NAME, disposition);
		name = (name != null) ? name.replace("\\\"", "\"").replace("\\\\", "\\") : found(BARE_NAME, disposition);
		if (name == null || name.isBlank()) {
			return absent;
		}
		if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
			throw RequestRefusedException
				.badRequest("A file name is one line of up to " + LONGEST_NAME + " characters.");
		}
		return name;
	}

	static String attachment(String name) {
		return "attachment; filename=\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
	}

	private static @Nullable String found(Pattern pattern, @Nullable String text) {
		Matcher matcher = pattern.matcher((text != null) ? text : "");
		return matcher.find() ? matcher.group(1) : null;
	}

}
