package dev.hyperclient;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;
import org.springframework.web.util.UriUtils;

/**
 * File names in header fields and URLs.
 */
final class AttachmentName {

	private static final char LAST_ASCII = 126;

	private AttachmentName() {
	}

	/**
	 * Return the {@code Content-Disposition} for a file name (RFC 6266, 4). A name with
	 * non-ASCII characters is written twice: in the extended form of RFC 8187, and with
	 * an underscore for each of them for servers that do not support it.
	 * @throws IllegalArgumentException if the name is not valid
	 */
	static String disposition(@Nullable String name) {
		Assert.isTrue(StringUtils.hasText(name), "'fileName' must not be blank");
		Assert.isTrue(name.chars().noneMatch(Character::isISOControl),
				"'fileName' must not contain control characters, such as line breaks");
		Assert.isTrue(StandardCharsets.UTF_8.newEncoder().canEncode(name),
				"'fileName' must not contain an unpaired surrogate");
		StringBuilder disposition = new StringBuilder("attachment; filename=\"");
		name.codePoints().forEach((character) -> append(disposition, character));
		disposition.append('"');
		if (name.chars().anyMatch((character) -> character > LAST_ASCII)) {
			disposition.append("; filename*=UTF-8''").append(UriUtils.encode(name, StandardCharsets.UTF_8));
		}
		return disposition.toString();
	}

	private static void append(StringBuilder quoted, int character) {
		if (character == '"' || character == '\\') {
			quoted.append('\\');
		}
		quoted.appendCodePoint((character > LAST_ASCII) ? '_' : character);
	}

	/**
	 * Return the name of a file that was read: the last segment of its URL, decoded. It
	 * is not decoded if that would result in a path or in control characters.
	 */
	static String of(URI uri, HttpHeaders headers) {
		String path = url(uri, headers).getRawPath();
		String segment = (path != null) ? path.substring(path.lastIndexOf('/') + 1) : "";
		if (segment.equals(".") || segment.equals("..")) {
			return "";
		}
		String decoded = UriUtils.decode(segment, StandardCharsets.UTF_8);
		boolean name = !decoded.equals(".") && !decoded.equals("..")
				&& decoded.chars().noneMatch((c) -> c == '/' || c == '\\' || Character.isISOControl(c));
		return name ? decoded : segment;
	}

	private static URI url(URI uri, HttpHeaders headers) {
		@Nullable String location = headers.getFirst(HttpHeaders.CONTENT_LOCATION);
		try {
			return (location != null) ? uri.resolve(location) : uri;
		}
		catch (IllegalArgumentException ex) {
			return uri;
		}
	}

}
