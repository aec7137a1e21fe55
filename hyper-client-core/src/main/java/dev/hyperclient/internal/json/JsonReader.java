package dev.hyperclient.internal.json;

import java.net.URI;

import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.document.MemoryLimit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON within a limit of memory. Thread-safe.
 */
public final class JsonReader {

	/** The factory keeps up to 6,000 names, in addition to what documents take. */
	private static final int MAX_NAME_LENGTH = 1_000;

	private final MemoryLimit limit;

	private final JsonFactory factory;

	private final JsonShapes shapes = new JsonShapes();

	private final DecodedDocuments decoded = new DecodedDocuments();

	/**
	 * Create a reader.
	 * @param limit what a document may take
	 */
	public JsonReader(MemoryLimit limit) {
		this.limit = limit;
		this.factory = JsonFactory.builder()
			.streamReadConstraints(StreamReadConstraints.builder()
				.maxStringLength(limit.textLength())
				.maxNameLength(MAX_NAME_LENGTH)
				.build())
			.build();
	}

	/**
	 * Read a stored document. One that stays in memory is read twice only.
	 * @param document the bytes, which do not change
	 * @param uri where it came from, for errors
	 * @return the value, as {@link #read} returns it
	 * @throws UnexpectedResponseException as {@link #read} does
	 * @throws ResponseTooLargeException as {@link #read} does
	 */
	public @Nullable Object readStored(byte[] document, URI uri) {
		if (!this.decoded.areExpected()) {
			return read(document, uri);
		}
		@Nullable Object known = this.decoded.find(document);
		if (known != null) {
			return known;
		}
		@Nullable Object value = read(document, uri);
		if (value != null) {
			this.decoded.add(document, value);
		}
		return value;
	}

	/**
	 * Read a document.
	 * @param document the bytes, in an encoding that RFC 8259 allows
	 * @param uri where it came from, for errors
	 * @return the value: what {@link JsonObject} lists, {@code null} for JSON null
	 * @throws UnexpectedResponseException if it is not exactly one complete JSON value,
	 * or has a number that is out of range
	 * @throws ResponseTooLargeException if it takes more memory than allowed
	 */
	public @Nullable Object read(byte[] document, URI uri) {
		try (JsonParser parser = this.factory.createParser(ObjectReadContext.empty(), document)) {
			if (parser.nextToken() == null) {
				throw new UnexpectedResponseException(uri, "%s was answered with an empty document".formatted(uri));
			}
			Object value = new DocumentReader(parser, uri, this.limit.read(document, uri), this.shapes).value();
			parser.nextToken();
			if (parser.currentToken() != null) {
				throw new UnexpectedResponseException(uri,
						"%s was answered with trailing content after JSON".formatted(uri));
			}
			return value;
		}
		catch (JacksonException ex) {
			throw new UnexpectedResponseException(uri,
					"%s was answered with malformed JSON: %s (line %d, column %d)".formatted(uri,
							ex.getOriginalMessage(), (ex.getLocation() != null) ? ex.getLocation().getLineNr() : 0,
							(ex.getLocation() != null) ? ex.getLocation().getColumnNr() : 0),
					ex);
		}
	}

}
