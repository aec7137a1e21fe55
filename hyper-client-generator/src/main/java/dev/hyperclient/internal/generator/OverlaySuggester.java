package dev.hyperclient.internal.generator;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.internal.generator.ClientModel.AttributeModel;
import dev.hyperclient.internal.generator.ClientModel.OperationModel;
import dev.hyperclient.internal.generator.ClientModel.ResultModel;
import dev.hyperclient.internal.generator.ClientModel.TypeModel;
import dev.hyperclient.internal.generator.RepresentationCheck.Values;
import org.jspecify.annotations.Nullable;

/**
 * Writes rules for attributes, parameters and results without a type into an overlay,
 * each with its source: recorded representations, a live service, and texts of the
 * description that name a type. Recorded values decide before texts. Existing rules,
 * comments and formatting are kept, and a second run with the same input changes nothing.
 * Immutable. <pre class="code">{@code
 * GeneratorConfiguration configuration = GeneratorConfiguration.of(Path.of("kitchen.wadl"), "com.example.kitchen",
 * 		Path.of("target/generated-sources/kitchen")).withOverlay(Path.of("overlay.json"));
 * SuggestResult result = new OverlaySuggester(configuration)
 * 		.withRecording(Path.of("src/test/resources/kitchen"))
 * 		.run();
 * }</pre>
 */
public final class OverlaySuggester {

	private static final Duration TIMEOUT = Duration.ofMinutes(1);

	/** Begins the sentence about the result. */
	private static final Pattern RETURN = Pattern.compile("(^|\\n|[.?] )Returns? ");

	/** Other words of such sentences are often about a part of the result. */
	private static final Set<ValueKind> RESULTS = EnumSet.of(ValueKind.BOOLEAN, ValueKind.LIST, ValueKind.MAP);

	private final GeneratorConfiguration configuration;

	private final Path overlay;

	private final @Nullable Path recording;

	private final @Nullable URI url;

	private final int requests;

	private final @Nullable HttpAuthorizer authorizer;

	/**
	 * Create a suggester that reads the description only.
	 * @param configuration description, types, preset and overlay, whose file is created
	 * if there is none
	 * @throws IllegalArgumentException if the configuration has no overlay
	 */
	public OverlaySuggester(GeneratorConfiguration configuration) {
		this(configuration, configuration.overlay(), null, null, 0, null);
	}

	private OverlaySuggester(GeneratorConfiguration configuration, @Nullable Path overlay, @Nullable Path recording,
			@Nullable URI url, int requests, @Nullable HttpAuthorizer authorizer) {
		if (overlay == null) {
			throw new IllegalArgumentException("'overlay' is missing: name the file to write");
		}
		this.configuration = configuration;
		this.overlay = overlay;
		this.recording = recording;
		this.url = url;
		this.requests = requests;
		this.authorizer = authorizer;
	}

	/**
	 * Read recorded representations, too.
	 * @param folder the folder, as {@link RepresentationCheck} reads it, {@code null} for
	 * none
	 * @return a new suggester
	 */
	public OverlaySuggester withRecording(@Nullable Path folder) {
		return new OverlaySuggester(this.configuration, this.overlay, folder, this.url, this.requests, this.authorizer);
	}

	/**
	 * Read representations of a service, too: those of its root and what they link to.
	 * Sends GET requests only, one at a time, and only below the URL. A request that
	 * takes longer than a minute ends the run.
	 * @param service the base URL of the service with its version
	 * @param maximum the maximum number of requests, the two for the documents of the
	 * root included; at least 3
	 * @param credentials the credentials, {@code null} for none
	 * @return a new suggester
	 * @throws IllegalArgumentException if the maximum is less than 3
	 */
	public OverlaySuggester withService(URI service, int maximum, @Nullable HttpAuthorizer credentials) {
		if (maximum < 3) {
			throw new IllegalArgumentException("'requests' must be at least 3 but is " + maximum);
		}
		return new OverlaySuggester(this.configuration, this.overlay, this.recording, service, maximum, credentials);
	}

	/**
	 * Write the rules that are missing.
	 * @return what was written
	 * @throws GeneratorException if the description, the overlay or a recorded file is
	 * invalid, the service cannot be read, or the overlay cannot be written. The message
	 * contains no credentials
	 */
	public SuggestResult run() {
		boolean exists = Files.exists(this.overlay);
		GeneratorConfiguration existing = exists ? this.configuration : this.configuration.withOverlay(null);
		Generator.Plan plan = new Generator(existing).plan();
		Optional<ServiceCrawl> crawl = Optional.ofNullable(this.url)
			.map((service) -> new ServiceCrawl(this.overlay, service, this.authorizer, this.requests, TIMEOUT,
					plan.application()));
		RepresentationCheck check = new RepresentationCheck(existing, (visitor) -> {
			if (this.recording != null) {
				RecordedFiles.forEachResource(this.recording, visitor);
			}
			crawl.ifPresent((service) -> service.forEachResource(visitor));
		});
		check.run(plan);
		Rules rules = new Rules(check, new ArrayList<>(check.unreadable(plan.overlay())));
		plan.model().entries().forEach(rules::share);
		plan.model().entries().forEach(rules::add);
		plan.model().types().forEach((type) -> rules.addOperations(plan, type));
		if (!rules.rules.isEmpty()) {
			String edited = new OverlayEditor(exists ? text() : "{\n}\n").insert(rules.rules);
			OutputDirectory.replaceIfChanged(this.overlay, edited.getBytes(StandardCharsets.UTF_8));
		}
		List<String> lines = rules.lines();
		return new SuggestResult(lines, rules.conflicts.stream().sorted().toList(),
				rules.coverage(TypeCoverage.of(plan.model())), crawl.map(ServiceCrawl::requests).orElse(0));
	}

	/** Return the overlay. Other encodings are read as JSON, but not written. */
	private String text() {
		try {
			String text = StandardCharsets.UTF_8.newDecoder()
				.decode(ByteBuffer.wrap(Generator.content(this.overlay)))
				.toString();
			// UTF-16 without a byte order mark.
			if (text.indexOf('\0') >= 0) {
				throw new CharacterCodingException();
			}
			return text;
		}
		catch (CharacterCodingException ex) {
			throw new GeneratorException(this.overlay, 0, "is not written: it is not in UTF-8", ex);
		}
	}

	/**
	 * The new rules.
	 *
	 * @param shared the values of recorded attributes by name and documentation: types
	 * that extend another one repeat its attributes
	 */
	private record Rules(RepresentationCheck check, List<String> conflicts, Map<List<String>, Shared> shared,
			SortedMap<String, SortedMap<String, OverlayEditor.Rule>> rules) {

		Rules(RepresentationCheck check, List<String> conflicts) {
			this(check, conflicts, new HashMap<>(), new TreeMap<>());
		}

		private record Shared(String type, Values values) {

		}

		void share(TypeModel type) {
			for (AttributeModel attribute : type.attributes()) {
				if (attribute.documentation() != null) {
					this.check.values(type.id(), attribute.name())
						.ifPresent((values) -> this.shared.merge(List.of(attribute.name(), attribute.documentation()),
								new Shared(type.id(), values),
								(one, other) -> new Shared(one.type(), one.values().and(other.values()))));
				}
			}
		}

		void add(TypeModel type) {
			for (AttributeModel attribute : type.attributes()) {
				if (attribute.value().kind() == ValueKind.ANY && !attribute.corrected()) {
					rule(type.id(), attribute).ifPresent((rule) -> add(type, "attributes/" + attribute.name(), rule));
				}
			}
		}

		/** Add rules for the parameters and results of the operations of a type. */
		void addOperations(Generator.Plan plan, TypeModel type) {
			for (OperationModel operation : type.operations()) {
				String path = "operations/" + operation.name();
				Stream.concat(operation.required().stream(), operation.optional().stream())
					.filter((parameter) -> parameter.isUntyped()
							&& plan.overlay().ofParameter(type.id(), operation.name(), parameter.name()).type() == null)
					.forEach((parameter) -> listed(plan, type, operation, parameter.name())
						.or(() -> described(parameter.documentation(), EnumSet.allOf(ValueKind.class)))
						.ifPresent((rule) -> add(type, path + "/parameters/" + parameter.name(), rule)));
				boolean read = plan.application()
					.findResourceTypeById(type.id())
					.flatMap((described) -> described.operation(operation.name()))
					.filter((method) -> method.name().equals("GET"))
					.isPresent();
				if (read && operation.result().kind() == ResultModel.Kind.UNKNOWN
						&& operation.documentation() != null) {
					described(RETURN.matcher(operation.documentation()).replaceAll("$1"), RESULTS)
						.ifPresent((rule) -> add(type, path, rule));
				}
			}
		}

		private void add(TypeModel type, String path, OverlayEditor.Rule rule) {
			this.rules.computeIfAbsent(type.id(), (id) -> new TreeMap<>()).put(path, rule);
		}

		/** Entries that a search returns have the attribute that it selects by. */
		private static Optional<OverlayEditor.Rule> listed(Generator.Plan plan, TypeModel type,
				OperationModel operation, String parameter) {
			return plan.model()
				.entries()
				.stream()
				.filter((entry) -> (operation.result().kind() == ResultModel.Kind.COLLECTION)
						? entry.className().equals(operation.result().target()) : entry == type)
				.filter((entry) -> entry.attributes()
					.stream()
					.anyMatch((attribute) -> attribute.name().equals(parameter)
							&& attribute.value().kind() == ValueKind.OPTION))
				.findFirst()
				.map((entry) -> new OverlayEditor.Rule(
						"%s%s.%s".formatted(ValueKind.VALUES_PREFIX, entry.id(), parameter),
						"values: attribute '%s' of '%s'".formatted(parameter, entry.id())));
		}

		/** Return the rule of a text that names one type. */
		private static Optional<OverlayEditor.Rule> described(@Nullable String documentation, Set<ValueKind> kinds) {
			Map<ValueKind, String> described = DescribedType.of((documentation != null) ? documentation : "");
			described.keySet().retainAll(kinds);
			return described.entrySet()
				.stream()
				.filter((named) -> described.size() == 1)
				.findFirst()
				.map((named) -> new OverlayEditor.Rule(named.getKey().overlayName(),
						"description: '%s'".formatted(named.getValue())));
		}

		private Optional<OverlayEditor.Rule> rule(String type, AttributeModel attribute) {
			String documentation = (attribute.documentation() != null) ? attribute.documentation() : "";
			Optional<Values> own = this.check.values(type, attribute.name());
			Shared similar = this.shared.get(List.of(attribute.name(), documentation));
			String source = own.map(Rules::source)
				.orElseGet(() -> (similar != null)
						? "%s of '%s', with the same description".formatted(source(similar.values()), similar.type())
						: "");
			Optional<RecordedType> recorded = own.or(() -> Optional.ofNullable(similar).map(Shared::values))
				.map(Values::type);
			return recorded.isPresent() ? recorded(type, attribute, recorded.get(), source, documentation)
					: described(type, attribute, documentation);
		}

		private static String source(Values values) {
			return "recorded: %d value%s".formatted(values.count(), (values.count() == 1) ? "" : "s");
		}

		private Optional<OverlayEditor.Rule> recorded(String type, AttributeModel attribute, RecordedType recorded,
				String source, String documentation) {
			Map<ValueKind, String> described = DescribedType.of(documentation);
			RecordedType chosen = recorded;
			if (described.size() == 1) {
				ValueKind kind = described.keySet().iterator().next();
				// A title may look like a date, and a number be whole by chance.
				RecordedType both = recorded.or(new RecordedType(kind, null));
				if (both.kind() == kind) {
					chosen = both;
				}
				else {
					conflict(type, attribute, "%s as %s, but the description says '%s' (%s)".formatted(source,
							recorded.overlayName(), described.get(kind), kind.overlayName()));
				}
			}
			if (chosen.isAny()) {
				conflict(type, attribute, source + " of different types");
				return Optional.empty();
			}
			return Optional.of(new OverlayEditor.Rule(chosen.overlayName(), source));
		}

		private Optional<OverlayEditor.Rule> described(String type, AttributeModel attribute, String documentation) {
			Map<ValueKind, String> described = DescribedType.of(documentation);
			if (described.size() > 1) {
				conflict(type, attribute,
						"the description says " + described.entrySet()
							.stream()
							.map((named) -> "'%s' (%s)".formatted(named.getValue(), named.getKey().overlayName()))
							.collect(Collectors.joining(" and ")));
			}
			return described(documentation, EnumSet.allOf(ValueKind.class));
		}

		private void conflict(String type, AttributeModel attribute, String problem) {
			this.conflicts.add("'%s' of '%s': %s".formatted(attribute.name(), type, problem));
		}

		private int count(String path) {
			return (int) this.rules.values()
				.stream()
				.flatMap((members) -> members.keySet().stream())
				.filter((name) -> name.matches(path))
				.count();
		}

		TypeCoverage coverage(TypeCoverage before) {
			return new TypeCoverage(before.classes(), before.attributes(), before.typed() + count("attributes/.*"),
					before.parameters(), before.typedParameters() + count("operations/.*/parameters/.*"),
					before.results(), before.typedResults() + count("operations/[^/]*"));
		}

		List<String> lines() {
			List<String> lines = new ArrayList<>();
			this.rules.forEach((type, members) -> members.forEach((path, rule) -> {
				String[] names = path.split("/");
				String owner = (names.length > 2) ? type + "." + names[1] : type;
				String name = names[names.length - 1];
				lines.add("%s'%s' of '%s' is %s (%s)".formatted(path.matches("operations/[^/]*") ? "result of " : "",
						name, owner, rule.type(), rule.source()));
			}));
			return lines;
		}

	}

}
