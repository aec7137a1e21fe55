package dev.hyperclient.internal.description;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.hyperclient.error.ServiceDescriptionException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Reads what {@link CompactWriter} has written: the list of types at once, the content of
 * a type when it is first needed. Decodes no byte twice, so that what it allocates is a
 * small multiple of the bytes, whatever they are. Thread-safe once it is created.
 */
final class CompactReader {

	static final int MORE = 0x80;

	static final int BITS = 7;

	static final int REQUIRED = 1;

	static final int LINK = 2;

	static final int TYPE_SHIFT = 2;

	private static final int ENUM_MASK = 3;

	private static final ParamType[] TYPES = ParamType.values();

	private final DocumentUri document;

	private final ByteBuffer bytes;

	/** Elements are immutable and written with the lock, so they are read without it. */
	private final @Nullable String[] texts;

	private final int textStart;

	private final int contentStart;

	private final TypeUri[] types;

	private final @Nullable RepresentationDefinition[] representations;

	private final int[] positions;

	private final URI base;

	private final String rootType;

	private final @Nullable String documentation;

	private final Object lock = new Object();

	/** Bytes not yet decoded: texts or contents that overlap are not valid. */
	private int rest;

	/**
	 * Read the list of types.
	 * @param bytes what was written, which is kept and must not be changed
	 * @param document the URL of the description
	 * @throws RuntimeException if the bytes are not what a {@link CompactWriter} writes
	 */
	CompactReader(byte[] bytes, DocumentUri document) {
		this.document = document;
		this.bytes = ByteBuffer.wrap(bytes);
		this.rest = bytes.length;
		this.texts = new String[bounded(this.bytes.getInt(0))];
		this.textStart = 4 * (this.texts.length + 1);
		int indexStart = this.textStart + ((this.texts.length == 0) ? 0 : textEnd(this.texts.length - 1));
		this.contentStart = indexStart + 4 + this.bytes.getInt(indexStart);
		Cursor index = new Cursor(indexStart + 4);
		this.base = URI.create(index.text());
		this.rootType = index.text();
		this.documentation = index.optionalText();
		this.types = new TypeUri[bounded(index.number())];
		this.representations = new RepresentationDefinition[bounded(index.number())];
		for (int i = 0; i < this.types.length; i++) {
			this.types[i] = new TypeUri(document, index.text());
		}
		this.positions = new int[this.types.length + this.representations.length];
		for (int i = 0; i < this.positions.length; i++) {
			this.positions[i] = index.number();
		}
	}

	WadlApplication read() {
		Map<String, ResourceType> resourceTypes = new LinkedHashMap<>();
		for (int i = 0; i < this.types.length; i++) {
			int number = i;
			resourceTypes.put(this.types[i].id(), new ResourceType(this.types[i], lazily(() -> content(number))));
		}
		return new WadlApplication(this.document, this.base, this.rootType, resourceTypes,
				lazily(this::representations), this.documentation);
	}

	/** The caller of a damaged description gets an exception of this library. */
	private <T> Supplier<T> lazily(Supplier<T> content) {
		return () -> {
			try {
				return content.get();
			}
			catch (ServiceDescriptionException ex) {
				throw ex;
			}
			catch (RuntimeException ex) {
				throw this.document.failure("its parsed form in the directory of descriptions is damaged. Delete it",
						ex);
			}
		};
	}

	private ResourceType.Content content(int number) {
		Cursor cursor = new Cursor(this.contentStart + this.positions[number]);
		String text = cursor.optionalText();
		List<WadlMethod> methods = cursor.list(cursor::method);
		synchronized (this.lock) {
			decoded(cursor.length());
		}
		return new ResourceType.Content(methods, text);
	}

	private List<RepresentationDefinition> representations() {
		List<RepresentationDefinition> all = new ArrayList<>();
		for (int i = 0; i < this.representations.length; i++) {
			all.add(representation(i));
		}
		return List.copyOf(all);
	}

	/** Return a representation: always the same object, since they are compared. */
	private RepresentationDefinition representation(int number) {
		synchronized (this.lock) {
			RepresentationDefinition known = this.representations[number];
			if (known == null) {
				Cursor cursor = new Cursor(this.contentStart + this.positions[this.types.length + number]);
				known = cursor.definition();
				decoded(cursor.length());
				this.representations[number] = known;
			}
			return known;
		}
	}

	private void decoded(int length) {
		this.rest -= length;
		Assert.isTrue(this.rest >= 0, "Parts overlap");
	}

	private int textEnd(int number) {
		return this.bytes.getInt(4 * (number + 1));
	}

	private String text(int number) {
		synchronized (this.lock) {
			String known = this.texts[number];
			if (known == null) {
				int start = (number == 0) ? 0 : textEnd(number - 1);
				int length = textEnd(number) - start;
				decoded(length);
				known = new String(this.bytes.array(), this.textStart + start, length, StandardCharsets.UTF_8);
				this.texts[number] = known;
			}
			return known;
		}
	}

	/** Each element takes at least a byte. */
	private int bounded(int count) {
		if (count < 0 || count > this.bytes.limit()) {
			throw new IllegalArgumentException("There cannot be " + count + " elements");
		}
		return count;
	}

	/**
	 * Reads one content. For one thread.
	 */
	private final class Cursor {

		private final int start;

		private int position;

		Cursor(int start) {
			this.start = start;
			this.position = start;
		}

		private int length() {
			return this.position - this.start;
		}

		private int number() {
			int result = 0;
			int shift = 0;
			int next;
			do {
				next = CompactReader.this.bytes.get(this.position++);
				result |= (next & (MORE - 1)) << shift;
				shift += BITS;
			}
			while (next < 0 && shift < Integer.SIZE);
			return result;
		}

		private String text() {
			return CompactReader.this.text(number());
		}

		private @Nullable String optionalText() {
			int number = number();
			return (number != 0) ? CompactReader.this.text(number - 1) : null;
		}

		private <T> List<T> list(Supplier<T> element) {
			int count = bounded(number());
			if (count == 0) {
				return List.of();
			}
			List<T> elements = new ArrayList<>();
			for (int i = 0; i < count; i++) {
				elements.add(element.get());
			}
			return elements;
		}

		private WadlMethod method() {
			String name = text();
			String documentation = optionalText();
			return new WadlMethod(name, list(this::param), list(this::definitionOrNumber), list(this::param),
					list(this::definitionOrNumber), documentation);
		}

		private RepresentationDefinition definitionOrNumber() {
			int number = number();
			return (number != 0) ? representation(number - 1) : definition();
		}

		private RepresentationDefinition definition() {
			String id = optionalText();
			String mediaType = optionalText();
			String documentation = optionalText();
			return new RepresentationDefinition(id, mediaType, list(this::param), documentation);
		}

		private Param param() {
			String name = text();
			int flags = CompactReader.this.bytes.get(this.position++);
			String typeName = optionalText();
			String fixed = optionalText();
			String documentation = optionalText();
			int target = number();
			return new Param(name, TYPES[(flags >> TYPE_SHIFT) & ENUM_MASK], typeName, (flags & REQUIRED) != 0, fixed,
					list(this::text), (flags & LINK) != 0, (target != 0) ? CompactReader.this.types[target - 1] : null,
					documentation);
		}

	}

}
