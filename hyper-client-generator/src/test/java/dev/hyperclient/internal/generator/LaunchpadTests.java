package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.internal.generator.ClientModel.ResultModel;
import dev.hyperclient.internal.generator.ClientModel.TypeModel;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.ReplayedServiceBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Generates a client with the preset of Launchpad from a small description of the same
 * shape, and reads representations with it. {@link RealLaunchpadTests} do so with those
 * of Launchpad.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LaunchpadTests {

	private final Map<String, TypeModel> models = new HashMap<>();

	/** The representations by path below the root. */
	private final Map<String, String> representations = new HashMap<>();

	private GeneratorConfiguration configuration;

	private @Nullable TypeCoverage coverage;

	private ClassLoader loader;

	Path description() {
		return resources().resolve("launchpad.wadl");
	}

	/** Return the folder of the representations, as they are in version 1.0. */
	Path recording() {
		return resources();
	}

	private static Path resources() {
		try {
			return Path.of(Objects.requireNonNull(LaunchpadTests.class.getResource("launchpad")).toURI());
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@BeforeAll
	void generate(@TempDir Path directory) throws IOException {
		this.configuration = GeneratorConfiguration
			.of(description(), "com.example.launchpad", directory.resolve("sources"))
			.withPreset("launchpad");
		Path classes = directory.resolve("classes");
		this.coverage = new Generator(this.configuration).run().coverage();
		assertThat(TypedClient.problems(this.configuration.output(), classes)).isEmpty();
		this.loader = TypedClient.load(classes, "com.example.launchpad.Launchpad").getClassLoader();
		new Generator(this.configuration).plan()
			.model()
			.entries()
			.forEach((model) -> this.models.put(model.id(), model));
		try (Stream<Path> files = Files.list(recording())) {
			for (Path file : files.filter((path) -> path.toString().endsWith(".json")).toList()) {
				String json = Files.readString(file);
				this.representations.put(path(JsonMapper.shared().readTree(json)), json);
			}
		}
	}

	/** Return where a representation is, or the page of the tasks of a bug. */
	private static String path(JsonNode representation) {
		String url = representation.path("self_link")
			.asString(representation.at("/entries/0/bug_link").asString() + "/bug_tasks");
		return URI.create(url).getPath().substring("/1.0/".length());
	}

	@Test
	void representationsAreReadThroughEveryGetter() throws Exception {
		try (FakeService service = service(); ServiceRoot root = root(service)) {
			int read = 0;
			for (String path : this.representations.keySet()) {
				List<Entry> entries = path.endsWith("bug_tasks") ? root.load(path, EntryCollection.class).slice(0, 50)
						: List.of(root.load(path, Entry.class));
				for (Entry entry : entries) {
					read += readAll(entry);
				}
			}
			assertThat(read).isGreaterThan(50);
		}
	}

	@Test
	void mostValuesAreTypedAndNoRuleIsMissingInThePreset(@TempDir Path directory) {
		assertThat(this.coverage).isNotNull();
		assertThat(this.coverage.typed()).isGreaterThan(this.coverage.attributes() * 4 / 5);
		assertThat(this.coverage.typedParameters()).isGreaterThanOrEqualTo(this.coverage.parameters() * 85 / 100);
		SuggestResult missing = new OverlaySuggester(this.configuration.withOverlay(directory.resolve("overlay.json")))
			.withRecording(recording())
			.run();
		assertThat(missing.rules()).isEmpty();
		assertThat(missing.conflicts()).isEmpty();
	}

	@Test
	void mostReadResultsAndListsOfValuesHaveTypesOrNamesOfThePreset() {
		Generator.Plan plan = new Generator(this.configuration).plan();
		List<ResultModel.Kind> read = plan.model()
			.types()
			.stream()
			.flatMap((type) -> type.operations()
				.stream()
				.filter((operation) -> plan.application()
					.findResourceTypeById(type.id())
					.flatMap((described) -> described.operation(operation.name()))
					.orElseThrow()
					.name()
					.equals("GET")))
			.map((operation) -> operation.result().kind())
			.toList();
		assertThat(read).filteredOn((kind) -> kind == ResultModel.Kind.UNKNOWN)
			.hasSizeLessThanOrEqualTo(read.size() * 15 / 100);
		Set<String> named = OverlayReader
			.read(Preset.content("launchpad"), new OverlayProblems(Path.of("launchpad.json")))
			.values()
			.keySet();
		assertThat(plan.model().options()).isNotEmpty()
			.satisfies((lists) -> assertThat(lists.stream().filter((list) -> named.contains(list.className())))
				.hasSizeGreaterThan(lists.size() * 9 / 10));
	}

	@Test
	void representationsLackCollectionsAndTypes(@TempDir Path directory) {
		RepresentationCheckResult result = new RepresentationCheck(
				GeneratorConfiguration.of(description(), "client", directory), recording())
			.run();
		assertThat(result.entries()).isPositive();
		assertThat(result.contradictions()).hasSizeGreaterThanOrEqualTo(2)
			.allMatch((contradiction) -> contradiction.contains(" is a link to a collection, but missing"))
			.filteredOn((contradiction) -> contradiction.contains("'releases' of 'project'"))
			.hasSize(1);
		assertThat(result.missingRules()).anyMatch((rule) -> rule.contains("\"heat\": \"integer\""));
	}

	private FakeService service() {
		ReplayedServiceBuilder builder = FakeService.describedBy("launchpad", description());
		String version = description().toString().contains("devel") ? "devel" : "1.0";
		for (Map.Entry<String, String> recorded : this.representations.entrySet()) {
			builder = builder.representation(recorded.getKey(),
					recorded.getValue().replace("api.launchpad.net/1.0/", "api.launchpad.net/" + version + "/"));
		}
		return builder.start();
	}

	private static ServiceRoot root(FakeService service) {
		return ServiceRoot.builder().serviceRoot(service.baseUrl()).webClient(WebClient::create).build();
	}

	/** Return the number of getters. */
	private int readAll(Entry entry) throws ReflectiveOperationException {
		TypeModel model = this.models.get(entry.type().id());
		Object typed = this.loader.loadClass("com.example.launchpad." + model.className())
			.getConstructor(Entry.class)
			.newInstance(entry);
		List<String> getters = new ArrayList<>();
		model.attributes().forEach((attribute) -> getters.add(attribute.getter()));
		model.links().forEach((link) -> getters.add(link.getter()));
		for (String getter : getters) {
			try {
				typed.getClass().getMethod(getter).invoke(typed);
			}
			catch (InvocationTargetException ex) {
				// A value that the service hides from the user has no type.
				assertThat(ex.getTargetException()).as(typed + " " + getter).isInstanceOf(RedactedValueException.class);
			}
		}
		return getters.size();
	}

}
