package dev.hyperclient.generator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.generator.ClientModel.TypeModel;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.ReplayedServiceBuilder;
import dev.hyperclient.typed.TypedCollection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Generates a client from the description of Launchpad, and reads recorded
 * representations with it. Both are not part of this project.
 */
class LaunchpadTests {

	private static final Path DATA = Path.of("..", "..", "shared", "data");

	private static final Path DESCRIPTION = DATA.resolve("launchpad-devel.wadl");

	private static final Map<String, String> RECORDED = Map.of("bugs/1", "bug", "bugs/2039729", "bug2", "~jelmer",
			"person", "~awsome-core", "team", "~ubuntu-wiki-editors", "team2", "~ubuntu-security",
			"team-ubuntu-security", "launchpad", "project-launchpad", "bugs/1/bug_tasks", "bug_tasks");

	private static final int MEBIBYTE = 1024 * 1024;

	@TempDir
	static Path directory;

	private static Path classes;

	private static Map<String, TypeModel> models;

	private static ClassLoader loader;

	@BeforeAll
	static void generate() throws IOException {
		assumeTrue(Files.exists(DESCRIPTION), () -> "The data of Launchpad is not at " + DATA);
		Path sources = directory.resolve("sources");
		classes = directory.resolve("classes");
		GeneratorConfiguration configuration = GeneratorConfiguration.of(DESCRIPTION, "com.example.launchpad", sources)
			.withPreset("launchpad");
		assertThat(new Generator(configuration).run().files()).isGreaterThan(200);
		assertThat(TypedClient.problems(sources, classes)).isEmpty();
		loader = TypedClient.load(classes, "com.example.launchpad.Launchpad").getClassLoader();
		models = new HashMap<>();
		new Generator(configuration).plan().model().entries().forEach((model) -> models.put(model.id(), model));
	}

	@Test
	void jarIsSmall() throws IOException {
		ByteArrayOutputStream jar = new ByteArrayOutputStream();
		try (ZipOutputStream zip = new ZipOutputStream(jar); Stream<Path> files = Files.walk(classes)) {
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
				zip.write(Files.readAllBytes(file));
				zip.closeEntry();
			}
		}
		assertThat(jar.size()).isLessThan(MEBIBYTE);
	}

	@Test
	void recordedRepresentationsAreReadThroughEveryGetter() throws Exception {
		try (FakeService service = service(); ServiceRoot root = root(service)) {
			int read = 0;
			for (String path : RECORDED.keySet()) {
				List<Entry> entries = path.endsWith("bug_tasks") ? root.load(path, EntryCollection.class).slice(0, 50)
						: List.of(root.load(path, Entry.class));
				for (Entry entry : entries) {
					read += readAll(entry);
				}
			}
			assertThat(read).isGreaterThan(500);
		}
	}

	@Test
	void collectionThatARepresentationLacksFailsWhenItIsUsed() throws Exception {
		try (FakeService service = service(); ServiceRoot root = root(service)) {
			Object person = typed(root.load("~jelmer", Entry.class));
			TypedCollection<?> absent = (TypedCollection<?>) read(person, "allSpecifications");
			assertThatExceptionOfType(NoSuchAttributeException.class).isThrownBy(absent::size)
				.withMessageContaining(
						"'all_specifications'; it is described, but this representation does not have it");
		}
	}

	private static FakeService service() throws IOException {
		ReplayedServiceBuilder builder = FakeService.describedBy("launchpad", DESCRIPTION);
		for (Map.Entry<String, String> recorded : RECORDED.entrySet()) {
			String json = Files.readString(DATA.resolve("launchpad-json/" + recorded.getValue() + ".json"));
			builder = builder.representation(recorded.getKey(),
					json.replace("api.launchpad.net/1.0/", "api.launchpad.net/devel/"));
		}
		return builder.start();
	}

	private static ServiceRoot root(FakeService service) {
		return ServiceRoot.builder().serviceRoot(service.baseUrl()).webClient(WebClient::create).build();
	}

	/** Return the number of getters. */
	private static int readAll(Entry entry) throws Exception {
		TypeModel model = models.get(entry.type().id());
		Object typed = typed(entry);
		List<String> getters = new ArrayList<>();
		model.attributes().forEach((attribute) -> getters.add(attribute.getter()));
		model.links().forEach((link) -> getters.add(link.getter()));
		for (String getter : getters) {
			readUnlessHidden(typed, getter);
		}
		return getters.size();
	}

	/** What the service hides from the user cannot be read without a type or with one. */
	private static void readUnlessHidden(Object typed, String getter) throws Exception {
		try {
			read(typed, getter);
		}
		catch (AssertionError ex) {
			assertThat(ex).hasCauseInstanceOf(RedactedValueException.class);
		}
	}

	private static Object typed(Entry entry) throws ReflectiveOperationException {
		String name = "com.example.launchpad." + models.get(entry.type().id()).className();
		return loader.loadClass(name).getConstructor(Entry.class).newInstance(entry);
	}

	private static @Nullable Object read(Object typed, String getter) throws Exception {
		try {
			return typed.getClass().getMethod(getter).invoke(typed);
		}
		catch (InvocationTargetException ex) {
			throw new AssertionError(typed + " " + getter, ex.getTargetException());
		}
	}

}
