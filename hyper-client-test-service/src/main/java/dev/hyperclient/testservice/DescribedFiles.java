package dev.hyperclient.testservice;

import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;

import dev.hyperclient.testservice.DescribedValue.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The hosted files of a described service. Immutable.
 *
 * @param store the content
 * @param numbers the numbers in the store by the path of a file, {@link #NONE} for a file
 * that does not exist. The content of other files is unknown
 */
record DescribedFiles(FileStore store, Map<String, Integer> numbers) {

	private static final int NONE = -1;

	private static final String MEDIA_TYPE = "application/octet-stream";

	static DescribedFiles empty(Clock clock) {
		return new DescribedFiles(FileStore.empty(clock), Map.of());
	}

	boolean isKnown(String path) {
		return this.numbers.containsKey(path);
	}

	OptionalInt number(String path) {
		int number = this.numbers.getOrDefault(path, NONE);
		return (number != NONE) ? OptionalInt.of(number) : OptionalInt.empty();
	}

	/**
	 * Return a file.
	 * @param path the path of the file
	 * @return the file, or {@code null} if it does not exist or its content is unknown
	 */
	@Nullable FakeFile file(String path) {
		OptionalInt number = number(path);
		return number.isPresent() ? this.store.file(Integer.toString(number.getAsInt())).file() : null;
	}

	DescribedFiles with(String path, String mediaType, String name, byte[] content) {
		Map<String, Integer> changed = new HashMap<>(this.numbers);
		changed.put(path, this.store.nextNumber());
		return new DescribedFiles(this.store.plus(null, mediaType, name, content, new HashSet<>(this.numbers.values())),
				changed);
	}

	DescribedFiles without(String path) {
		Map<String, Integer> changed = new HashMap<>(this.numbers);
		changed.put(path, NONE);
		OptionalInt number = number(path);
		return new DescribedFiles(number.isPresent() ? this.store.without(number.getAsInt()) : this.store, changed);
	}

	/**
	 * Return the files with those in the values of an entry.
	 * @param entry the entry
	 * @param values the values by name: bytes, or null for a file that does not exist
	 * @return the files
	 */
	DescribedFiles with(DescribedEntry entry, Map<String, ? extends @Nullable Object> values) {
		DescribedFiles files = this;
		for (Map.Entry<String, ? extends @Nullable Object> value : values.entrySet()) {
			DescribedValue attribute = entry.describedType().attribute(value.getKey());
			if (attribute.kind() == Kind.FILE) {
				String path = DescribedPath.of(entry.description().base(),
						entry.representation().path(attribute.key()).asString(""));
				if (value.getValue() instanceof byte[] content) {
					files = files.with(path, MEDIA_TYPE, attribute.name(), content.clone());
				}
				else if (value.getValue() == null) {
					files = files.without(path);
				}
			}
		}
		return files;
	}

	/**
	 * Answer a request for a file of an entry as declared services do.
	 * @param file the attribute
	 * @param writable whether clients can change the file
	 * @param path the path of the file
	 * @param request the request
	 * @return the response and the files after it
	 * @throws RequestRefusedException if the request is refused
	 */
	Answer handle(DescribedValue file, boolean writable, String path, IncomingRequest request) {
		if (!writable) {
			request.requireMethod("GET");
		}
		return switch (request.method()) {
			case "GET" -> new Answer(this, OutgoingResponse.located(OutgoingResponse.Status.SEE_OTHER,
					request.uris().toFile(number(file, path))));
			case "PUT" -> new Answer(with(path, HostedFileResource.mediaType(request),
					HostedFileResource.fileName(request.header("Content-Disposition"), file.name()), request.body()),
					OutgoingResponse.text(OutgoingResponse.Status.OK, ""));
			case "DELETE" -> {
				number(file, path);
				yield new Answer(without(path), OutgoingResponse.text(OutgoingResponse.Status.OK, ""));
			}
			default -> throw RequestRefusedException.methodNotAllowed("GET PUT DELETE");
		};
	}

	private int number(DescribedValue file, String path) {
		int end = path.lastIndexOf('/');
		return number(path)
			.orElseThrow(() -> RequestRefusedException.notFound(path.substring(0, Math.max(end, 0)), file.name()));
	}

	/**
	 * The answer of a file.
	 *
	 * @param files the files after the request
	 * @param response the response
	 */
	record Answer(DescribedFiles files, OutgoingResponse response) {
	}

}
