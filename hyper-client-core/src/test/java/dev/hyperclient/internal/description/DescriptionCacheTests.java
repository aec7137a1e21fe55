package dev.hyperclient.internal.description;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import dev.hyperclient.DescriptionSource;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.internal.document.MemoryLimit;
import dev.hyperclient.internal.store.FileResponseStore;
import dev.hyperclient.internal.text.CodeDigest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DescriptionCache}.
 */
class DescriptionCacheTests {

	private static final Path LIBRARY = Path.of("src", "test", "resources", "dev", "hyperclient", "internal",
			"description", "library.wadl");

	private static final URI URL = URI.create("http://library.example/1.0/");

	private static final MemoryLimit LIMIT = MemoryLimit.of(32 * 1024 * 1024, "the test");

	@TempDir
	private Path directory;

	private WadlApplication parse(byte[] document, URI url) {
		return DescriptionCache.inDirectory(this.directory, "'test'", false)
			.parse(document, DescriptionCache.version(document), url, LIMIT);
	}

	private WadlApplication library() throws IOException {
		return parse(Files.readAllBytes(LIBRARY), URL);
	}

	private static byte[] libraryWithRelativeUrls() throws IOException {
		return Files.readString(LIBRARY)
			.replaceAll("(?i)http://library.example(:80)?/1.0/?", "")
			.getBytes(StandardCharsets.UTF_8);
	}

	/** A description with a type "writer" in place of "author". */
	private static byte[] anotherDescription() {
		return new String(read(LIBRARY), StandardCharsets.UTF_8).replace("id=\"author\"", "id=\"writer\"")
			.replace("#author\"", "#writer\"")
			.getBytes(StandardCharsets.UTF_8);
	}

	private static byte[] compactFormOfAnotherDescription() {
		return new CompactWriter(WadlParser.parse(anotherDescription(), URL)).write();
	}

	private Path keptFile() throws IOException {
		try (Stream<Path> files = Files.list(this.directory)) {
			List<Path> all = files.toList();
			assertThat(all).hasSize(1);
			return all.get(0);
		}
	}

	/** Replace what is kept by something else with a valid checksum. */
	private void replaceKept(UnaryOperator<StoredResponse> change) {
		try (FileResponseStore store = new FileResponseStore(this.directory)) {
			CacheKey key = store.recentKeys(1).get(0);
			store.put(key, change.apply(store.find(key).orElseThrow()));
		}
	}

	private void replaceContent(byte[] content) {
		replaceKept((kept) -> StoredResponse.of(kept.status(), kept.headers(), content, kept.varied(), null, null));
	}

	static Stream<byte[]> descriptions() {
		return Stream.concat(
				Stream
					.of("src/test/resources/dev/hyperclient/internal/description/library.wadl",
							"../sample-app/src/main/hyper-client/cookbook.wadl")
					.map(Path::of)
					.map(DescriptionCacheTests::read),
				DescriptionSource.present()
					.map((source) -> source.wadl(URL.toString()).getBytes(StandardCharsets.UTF_8)));
	}

	private static byte[] read(Path file) {
		try {
			return Files.readAllBytes(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@ParameterizedTest
	@MethodSource("descriptions")
	void keptDescriptionEqualsTheParsedOne(byte[] document) {
		URI url = baseOf(document);
		WadlApplication parsed = parse(document, url);
		WadlApplication kept = parse(document, url);
		assertThat(kept).isNotSameAs(parsed);
		new Comparison().requireEqual(parsed, kept, "");
		parsed.resourceTypes().forEach((type) -> {
			ResourceType other = kept.findResourceType(type.uri()).orElseThrow();
			type.operationNames()
				.forEach((name) -> assertThat(other.operation(name)).map(WadlMethod::name)
					.isEqualTo(type.operation(name).map(WadlMethod::name)));
			type.representation()
				.ifPresent((definition) -> definition.params()
					.forEach((param) -> assertThat(other.attribute(param.name())).isPresent()));
		});
	}

	private static URI baseOf(byte[] document) {
		String text = new String(document, StandardCharsets.UTF_8);
		int start = text.indexOf("base=\"") + "base=\"".length();
		String base = text.substring(start, text.indexOf('"', start));
		return base.startsWith("http") ? URI.create(base) : URL;
	}

	@Test
	void namedRepresentationsAreTheSameObjectsEverywhere() throws IOException {
		library();
		WadlApplication kept = library();
		RepresentationDefinition full = kept.findResourceTypeById("book").orElseThrow().representation().orElseThrow();
		assertThat(kept.representations()).anyMatch((definition) -> definition == full);
		assertThat(kept.representations()).hasSize(5).containsExactlyElementsOf(kept.representations());
	}

	@Test
	void keptDescriptionIsReadInPlaceOfTheDocument() throws IOException {
		library();
		replaceContent(compactFormOfAnotherDescription());
		assertThat(library().findResourceTypeById("writer")).isPresent();
	}

	@Test
	void changedDocumentReplacesTheKeptDescription() throws IOException {
		library();
		byte[] changed = anotherDescription();
		assertThat(parse(changed, URL).findResourceTypeById("writer")).isPresent();
		keptFile();
		assertThat(parse(changed, URL).findResourceTypeById("writer")).isPresent();
		assertThat(library().findResourceTypeById("author")).isPresent();
	}

	@ParameterizedTest
	@ValueSource(strings = { "code", "library" })
	void descriptionOfAnotherVersionIsParsedAgain(String changed) throws IOException {
		library();
		replaceKept((kept) -> {
			HttpHeaders headers = new HttpHeaders();
			String tag = String.valueOf(kept.headers().getETag());
			headers.setETag(changed.equals("code") ? tag.replace(CodeDigest.ofPackages(DescriptionCache.class), "0")
					: tag.replace(System.getProperty("expected-version"), "0.0.9"));
			assertThat(headers.getETag()).isNotEqualTo(tag);
			return StoredResponse.of(kept.status(), headers, compactFormOfAnotherDescription(), kept.varied(), null,
					null);
		});
		assertThat(library().findResourceTypeById("writer")).isEmpty();
		assertThat(library().findResourceTypeById("author")).isPresent();
	}

	@Test
	void descriptionsOfDifferentUrlsAreKeptApart() throws IOException {
		byte[] document = libraryWithRelativeUrls();
		URI other = URI.create("http://library.example/2.0/");
		parse(document, URL);
		parse(document, other);
		assertThat(parse(document, URL).rootType().uri()).isEqualTo(URL.resolve("#service-root"));
		assertThat(parse(document, other).rootType().uri()).isEqualTo(other.resolve("#service-root"));
	}

	@Test
	void forgedContentCausesNothingButExceptionsOfDescriptions() throws IOException {
		WadlApplication parsed = library();
		byte[] content = new CompactWriter(parsed).write();
		Random random = new Random(18);
		for (int i = 0; i < 300; i++) {
			byte[] forged = (i % 5 == 0) ? Arrays.copyOf(content, random.nextInt(content.length)) : content.clone();
			for (int flips = random.nextInt(4); flips >= 0 && forged.length > 0; flips--) {
				forged[random.nextInt(forged.length)] = (byte) random.nextInt(256);
			}
			replaceContent(forged);
			WadlApplication read = library();
			try {
				new Comparison().requireEqual(parsed, read, "");
			}
			catch (ServiceDescriptionException | AssertionError ex) {
				// Damaged, or another description.
			}
		}
	}

	@Test
	void directoryThatCannotBeCreatedIsNotUsed() throws IOException {
		byte[] document = Files.readAllBytes(LIBRARY);
		Path file = Files.createFile(this.directory.resolve("cache-description"));
		for (Path cache : List.of(Path.of("/"), this.directory.resolve("missing").resolve("cache"),
				this.directory.resolve("cache"))) {
			assertThat(DescriptionCache.nextTo(cache, false)
				.parse(document, DescriptionCache.version(document), URL, LIMIT)
				.resourceTypes()).hasSize(7);
		}
		assertThat(keptFile()).isEqualTo(file).isEmptyFile();
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://library.example/1.0/?token=secret", "http://ann:secret@library.example/1.0/" })
	void descriptionOfAUrlWithSecretsIsNotKept(URI url) throws IOException {
		byte[] document = libraryWithRelativeUrls();
		parse(document, url);
		assertThat(this.directory).isEmptyDirectory();
	}

	/**
	 * Compares the results of all public methods without parameters, recursively.
	 */
	private static final class Comparison {

		private static final Set<String> OF_RECORDS = Set.of("hashCode", "toString");

		void requireEqual(@Nullable Object left, @Nullable Object right, String path) {
			if (left instanceof Optional<?> optional) {
				requireEqual(optional.orElse(null), ((Optional<?>) right).orElse(null), path);
			}
			else if (left instanceof Collection<?> elements) {
				Collection<?> others = (Collection<?>) right;
				assertThat(others).as(path).hasSameSizeAs(elements);
				Iterator<?> other = others.iterator();
				elements.forEach((element) -> requireEqual(element, other.next(), path + "[]"));
			}
			else if (left != null && left.getClass().getPackage() == WadlApplication.class.getPackage()
					&& !(left instanceof Enum)) {
				assertThat(right).as(path).isNotNull();
				methods(left.getClass()).forEach((method) -> requireEqual(call(method, left), call(method, right),
						path + "." + method.getName()));
			}
			else {
				assertThat(right).as(path).isEqualTo(left);
			}
		}

		private static List<Method> methods(Class<?> type) {
			List<Method> methods = new ArrayList<>();
			for (Method method : type.getDeclaredMethods()) {
				if (Modifier.isPublic(method.getModifiers()) && method.getParameterCount() == 0
						&& !OF_RECORDS.contains(method.getName())) {
					methods.add(method);
				}
			}
			methods.sort(Comparator.comparing(Method::getName));
			return methods;
		}

		private static @Nullable Object call(Method method, @Nullable Object target) {
			try {
				return method.invoke(target);
			}
			catch (InvocationTargetException ex) {
				if (ex.getCause() instanceof RuntimeException cause) {
					throw cause;
				}
				throw new IllegalStateException(ex);
			}
			catch (IllegalAccessException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
