package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.testservice.FileStore.StoredFile;
import dev.hyperclient.testservice.OutgoingResponse.Status;
import org.jspecify.annotations.Nullable;

/**
 * A hosted file of an entry. A GET is redirected to the stored content. Header fields
 * sent by a client are returned to other clients, and therefore validated.
 *
 * @param type the type of the entry
 * @param entry the stored entry
 * @param attribute the attribute
 * @param <D> the data of the service
 * @param <E> the stored entry
 */
record HostedFileResource<D, E>(EntryType<D, E> type, E entry,
		Attribute<D, E> attribute) implements ResourceHandler<D> {

	/**
	 * The path segment above all stored content.
	 */
	static final String FILES = "filemanager";

	private static final String DEFAULT_MEDIA_TYPE = "application/octet-stream";

	private static final Pattern MEDIA_TYPE = Pattern
		.compile("[A-Za-z0-9!#$&^_.+-]{1,127}/[A-Za-z0-9!#$&^_.+-]{1,127}(\\s*;[ -~]{0,200})?");

	/**
	 * Clients do not escape quotes in the name.
	 */
	private static final Pattern QUOTED_NAME = Pattern.compile(";\\s*filename=\"(.*)\"\\s*$", Pattern.CASE_INSENSITIVE);

	private static final Pattern BARE_NAME = Pattern.compile(";\\s*filename=([^;\"\\s]+)", Pattern.CASE_INSENSITIVE);

	private static final int MAX_NAME_LENGTH = 255;

	@Override
	public Outcome<D> handle(IncomingRequest request, D data) {
		FileAccess<D, E> files = this.attribute.files();
		if (files == null) {
			request.requireMethod("GET");
			throw RequestRefusedException.notFound(this.type.name(), this.attribute.name());
		}
		return switch (request.method()) {
			case "GET" ->
				new Outcome<>(data, OutgoingResponse.located(Status.SEE_OTHER, request.uris().toFile(number(files))));
			case "PUT" -> new Outcome<>(store(request, data, files), OutgoingResponse.empty(Status.OK));
			case "DELETE" ->
				new Outcome<>(files.remove(data, this.entry, number(files)), OutgoingResponse.empty(Status.OK));
			default -> throw RequestRefusedException.methodNotAllowed("GET", "PUT", "DELETE");
		};
	}

	private D store(IncomingRequest request, D data, FileAccess<D, E> files) {
		String contentType = request.header("Content-Type");
		return files.store(data, this.entry, (contentType != null) ? mediaType(contentType) : DEFAULT_MEDIA_TYPE,
				fileName(request.header("Content-Disposition")), request.body());
	}

	private int number(FileAccess<D, E> files) {
		Integer number = files.number(this.entry);
		if (number == null) {
			throw RequestRefusedException.notFound(this.type.store().keyOf(this.entry), this.attribute.name());
		}
		return number;
	}

	private static String mediaType(String contentType) {
		if (!MEDIA_TYPE.matcher(contentType).matches()) {
			throw RequestRefusedException.badRequest("Content-Type is not a media type.");
		}
		return contentType;
	}

	private String fileName(@Nullable String disposition) {
		String name = find(QUOTED_NAME, disposition);
		name = (name != null) ? name.replace("\\\"", "\"").replace("\\\\", "\\") : find(BARE_NAME, disposition);
		if (name == null || name.isBlank()) {
			return this.attribute.name();
		}
		if (name.length() > MAX_NAME_LENGTH || name.chars().anyMatch(Character::isISOControl)) {
			throw RequestRefusedException
				.badRequest("A file name is one line of up to " + MAX_NAME_LENGTH + " characters.");
		}
		return name;
	}

	private static @Nullable String find(Pattern pattern, @Nullable String text) {
		Matcher matcher = pattern.matcher((text != null) ? text : "");
		return matcher.find() ? matcher.group(1) : null;
	}

	/**
	 * The stored content of a file.
	 *
	 * @param file the file
	 * @param <D> the data of the service
	 */
	record Content<D>(StoredFile file) implements ResourceHandler<D> {

		@Override
		public Outcome<D> handle(IncomingRequest request, D data) {
			request.requireMethod("GET");
			String disposition = "attachment; filename=\""
					+ this.file.name().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
			byte[] metadata = (this.file.mediaType() + disposition).getBytes(StandardCharsets.UTF_8);
			return new Outcome<>(data,
					OutgoingResponse.of(Status.OK, this.file.mediaType(), this.file.content())
						.with("ETag", EntityTags.of(metadata, this.file.content()))
						.with("Last-Modified", this.file.stored().toString())
						.with("Content-Disposition", disposition)
						.with("X-Content-Type-Options", "nosniff"));
		}

	}

}
