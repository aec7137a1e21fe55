package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.internal.generator.ClientModel.AttributeModel;
import dev.hyperclient.internal.generator.ClientModel.TypeModel;
import dev.hyperclient.internal.names.JavaNames;
import dev.hyperclient.internal.text.CodeDigest;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * Generates the source of a typed client. Makes no request. The same description, overlay
 * and configuration lead to the same bytes on every machine. Runs of different output
 * directories may be on different threads. <pre class="code">{@code
 * GeneratorConfiguration configuration = GeneratorConfiguration.of(Path.of("kitchen.wadl"), "com.example.kitchen",
 * 		Path.of("target/generated-sources/kitchen"));
 * GeneratorResult result = new Generator(configuration).run();
 * }</pre>
 */
public final class Generator {

	private static final String NAMES_FILE = "hyper-client-generator.names";

	/**
	 * A class file has at most 65,535 constants. The number is estimated, and rather too
	 * high.
	 */
	private static final int MAX_CONSTANTS = 65_000;

	private static final int CONSTANTS_OF_A_CLASS = 500;

	/** The method, its type, and a reference to a constructor as a function. */
	private static final int CONSTANTS_OF_A_MEMBER = 14;

	private final GeneratorConfiguration configuration;

	/**
	 * Create a generator.
	 * @param configuration what to generate
	 */
	public Generator(GeneratorConfiguration configuration) {
		this.configuration = configuration;
	}

	/**
	 * Generate the sources, unless nothing has changed since the last run. Files with the
	 * same content are not rewritten, and files of earlier runs that are no longer
	 * generated are deleted.
	 * @return what was done
	 * @throws GeneratorException if a file is invalid or cannot be read or written, or if
	 * the output directory contains files that were not generated
	 */
	public GeneratorResult run() {
		byte[] description = description();
		byte @Nullable [] overlayContent = overlayContent();
		String input = input(description, overlayContent);
		OutputDirectory output = OutputDirectory.open(this.configuration.output());
		if (output.isCurrent(input)) {
			return new GeneratorResult(true, output.size(), 0, 0, List.of(), null);
		}
		Plan plan = plan(description, overlayContent);
		Map<String, String> sources = new TreeMap<>(new SourceWriter(plan.model()).write());
		sources.put(NAMES_FILE, plan.names().stream().map((line) -> line + "\n").collect(Collectors.joining()));
		return output.replace(input, sources, plan.names(), TypeCoverage.of(plan.model()));
	}

	/**
	 * What is to be generated.
	 *
	 * @param names the lines of the report of names
	 */
	record Plan(WadlApplication application, Overlay overlay, ClientModel model, List<String> names) {

	}

	/** Return what is to be generated, without writing anything. */
	Plan plan() {
		return plan(description(), overlayContent());
	}

	private Plan plan(byte[] description, byte @Nullable [] overlayContent) {
		Path file = this.configuration.description();
		WadlApplication application = DescriptionFile.parse(file, description);
		requireIncludes(application);
		OverlayProblems problems = new OverlayProblems(
				(this.configuration.overlay() != null) ? this.configuration.overlay() : file);
		Overlay own = overlay(application, overlayContent, problems);
		Overlay overlay = (this.configuration.preset() != null)
				? own.over(Preset.overlay(this.configuration.preset(), file, application)) : own;
		ModelBuilder builder = new ModelBuilder(this.configuration, application, overlay, problems);
		ClientModel model = builder.build();
		problems.throwIfAny();
		model.types().forEach(this::requireSize);
		return new Plan(application, overlay, model, builder.report().lines());
	}

	static byte[] content(Path file) {
		try {
			return Files.readAllBytes(file);
		}
		catch (NoSuchFileException ex) {
			throw new GeneratorException(file, 0, "does not exist", ex);
		}
		catch (IOException ex) {
			throw new GeneratorException(file, 0, "cannot be read: " + ex, ex);
		}
	}

	private byte[] description() {
		Path file = this.configuration.description();
		if (!Files.exists(file)) {
			throw new GeneratorException(file,
					"does not exist; fetch the description of the service once, and check it in: with the goal 'fetch' of hyper-client-maven-plugin, or 'GeneratorMain fetch --url <base URL> --description %s'"
						.formatted(file));
		}
		return content(file);
	}

	/** Return a hash of all that the sources depend on. */
	private String input(byte[] description, byte @Nullable [] overlay) {
		String settings = String.join("\n", version(), this.configuration.packageName(), this.configuration.rootName(),
				String.join(" ", this.configuration.includes()), OutputDirectory.hash(description),
				(overlay != null) ? OutputDirectory.hash(overlay) : "", preset());
		return OutputDirectory.hash(settings.getBytes(StandardCharsets.UTF_8));
	}

	private String preset() {
		String preset = this.configuration.preset();
		return (preset != null) ? OutputDirectory.hash(Preset.content(preset)) : "";
	}

	/** Return what identifies this generator: a version that is not released changes. */
	private static String version() {
		return Generator.class.getPackage().getImplementationVersion() + " "
				+ CodeDigest.ofPackages(Generator.class, JavaNames.class, LinkName.class, WadlApplication.class);
	}

	private void requireIncludes(WadlApplication application) {
		Fields fields = new Fields(application, Overlay.NONE);
		List<String> known = application.resourceTypes()
			.stream()
			.filter(fields::isGenerated)
			.map(ResourceType::id)
			.toList();
		for (String include : this.configuration.includes()) {
			if (!known.contains(include) && application.findResourceTypeById(include).isPresent()) {
				throw new GeneratorException(this.configuration.description(),
						"has nothing to generate for '%s', which 'includes' names: it is %s; remove it".formatted(
								include,
								include.equals(application.rootType().id()) ? "the root, which is always generated"
										: "neither a type of entries nor a collection with operations"));
			}
			if (!known.contains(include)) {
				throw new GeneratorException(this.configuration.description(),
						"has no resource type '%s', which 'includes' names%s".formatted(include,
								NameSuggestions.hint(include, known)));
			}
		}
	}

	private byte @Nullable [] overlayContent() {
		Path file = this.configuration.overlay();
		if (file == null) {
			return null;
		}
		if (!Files.exists(file)) {
			throw new GeneratorException(file, "does not exist; create it with {} or remove 'overlay'");
		}
		return content(file);
	}

	private static Overlay overlay(WadlApplication application, byte @Nullable [] content, OverlayProblems problems) {
		if (content == null) {
			return Overlay.NONE;
		}
		Overlay overlay = OverlayReader.read(content, problems);
		new OverlayCheck(application, overlay, problems).check();
		return overlay;
	}

	/** Require that a generated class fits into a class file. */
	private void requireSize(TypeModel type) {
		List<AttributeModel> attributes = type.attributes();
		long members = type.links().size() + type.operations().size()
				+ attributes.stream().filter((attribute) -> attribute.value().kind() == ValueKind.OPTION).count();
		long texts = attributes.stream()
			.flatMap((attribute) -> Stream.of(attribute.name(), attribute.getter(),
					Objects.requireNonNullElse(attribute.setter(), attribute.getter())))
			.distinct()
			.count();
		long parameters = type.operations()
			.stream()
			.mapToLong((operation) -> operation.required().size() + operation.optional().size())
			.sum();
		if (CONSTANTS_OF_A_CLASS + texts + attributes.size() + 4 * parameters
				+ CONSTANTS_OF_A_MEMBER * members > MAX_CONSTANTS) {
			throw new GeneratorException(this.configuration.description(),
					("the class of the resource type '%s' would have %d attributes, %d links and %d operations, which is too much for a class file; "
							+ "leave out some of them with 'omit' in an overlay")
						.formatted(type.id(), attributes.size(), type.links().size(), type.operations().size()));
		}
	}

}
