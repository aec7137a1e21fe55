package dev.hyperclient.testservice;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.testservice.OutgoingResponse.Outcome;
import dev.hyperclient.testservice.OutgoingResponse.Status;
import org.jspecify.annotations.Nullable;

/**
 * A hosted file of an entry. A GET is redirected to the stored content. Header fields
 * sent by a client are returned to other clients, and therefore validated.
 *
 * @param entry the entry
 * @param attribute the attribute
 */
record HostedFileResource(FakeEntry entry, ValueDefinition attribute) {

	/**
	 * The path segment above all stored content.
	 */
	static final String FILES = "filemanager";

	private static final String DEFAULT_MEDIA_TYPE = "application/octet-stream";

	private static final Pattern MEDIA_TYPE = Pattern
		.compile("[A-Za-z0-9!#$&^_.+-]{1,127}/[A-Za-z0-9!#$&^_.+-]{1,127}(\\s*;[ -~]{0,200})?");

	/**
	 * A quoted name ends with the field, because clients do not escape quotes in it.
	 */
	private static final Pattern NAME = Pattern.compile(";\\s*filename=(?:\"(.*)\"\\s*$|([^;\"\\s]+))",
			Pattern.CASE_INSENSITIVE);

	private static final int MAX_NAME_LENGTH = 255;

	Outcome handle(IncomingRequest request, FakeData data) {
		String name = this.attribute.name();
		if (this.attribute.readOnly()) {
			request.requireMethod("GET");
		}
		return switch (request.method()) {
			case "GET" -> {
				requireKnown(request, data.definition().recording());
				yield new Outcome(data, OutgoingResponse.located(Status.SEE_OTHER, request.uris().toFile(number())));
			}
			case "PUT" -> {
				String fileName = fileName(request.header("Content-Disposition"), name);
				yield new Outcome(data.storeFile(this.entry, name, mediaType(request), fileName, request.body()),
						OutgoingResponse.text(Status.OK, ""));
			}
			case "DELETE" ->
				new Outcome(data.removeFile(this.entry, name, number()), OutgoingResponse.text(Status.OK, ""));
			default -> throw RequestRefusedException.methodNotAllowed("GET PUT DELETE");
		};
	}

	private void requireKnown(IncomingRequest request, @Nullable Recording recording) {
		if (recording != null && !this.entry.raw().containsKey(this.attribute.name())) {
			throw recording.noAnswer(request, "the content of the file: entry(\"%s\", \"%s\", Map.of(\"%s\", bytes))"
				.formatted(this.entry.path(), this.entry.type(), this.attribute.name()));
		}
	}

	private int number() {
		if (this.entry.get(this.attribute.name()) instanceof Integer number) {
			return number;
		}
		throw RequestRefusedException.notFound(this.attribute.readOnly() ? this.entry.type() : this.entry.key(),
				this.attribute.name());
	}

	private static String mediaType(IncomingRequest request) {
		String contentType = Objects.requireNonNullElse(request.header("Content-Type"), DEFAULT_MEDIA_TYPE);
		RequestRefusedException.require(MEDIA_TYPE.matcher(contentType).matches(), "Content-Type is not a media type.");
		return contentType;
	}

	private static String fileName(@Nullable String disposition, String defaultName) {
		Matcher matcher = NAME.matcher((disposition != null) ? disposition : "");
		String name = "";
		if (matcher.find()) {
			name = (matcher.group(1) != null) ? matcher.group(1).replace("\\\"", "\"").replace("\\\\", "\\")
					: matcher.group(2);
		}
		if (name.isBlank()) {
			return defaultName;
		}
		RequestRefusedException.require(
				name.length() <= MAX_NAME_LENGTH && name.chars().noneMatch(Character::isISOControl),
				"A file name is one line of up to %d characters.", MAX_NAME_LENGTH);
		return name;
	}

}
