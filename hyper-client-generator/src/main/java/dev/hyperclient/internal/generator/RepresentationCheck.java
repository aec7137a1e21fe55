package dev.hyperclient.internal.generator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.generator.ClientModel.TypeModel;
import dev.hyperclient.internal.generator.ClientModel.ValueModel;
import dev.hyperclient.internal.generator.Overlay.Correction;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Compares the types that are generated from a description and an overlay with recorded
 * representations: whether each typed getter can read them, and which rule the overlay
 * lacks. Values are not shown. Writes nothing, makes no request. Not thread-safe.
 */
public final class RepresentationCheck {

	private static final String REDACTED = "tag:launchpad.net:2008:redacted";

	private static final String FETCH = "fetch the description again";

	private static final String OMIT = "{ \"omit\": true }";

	private final GeneratorConfiguration configuration;

	private final Recordings recordings;

	private final Map<String, TypeModel> models = new HashMap<>();

	/** By the id of the type and the name in the representation. */
	private final Map<String, Evidence> evidence = new TreeMap<>();

	private final Set<String> types = new HashSet<>();

	/** What to do about a description that lacks what is recorded. */
	private String advice = FETCH;

	private int entries;

	/**
	 * Create a check.
	 * @param configuration description, overlay and types
	 * @param folder the folder with the recorded representations, as
	 * {@code ServiceRecorder} of the test support writes them. JSON files with a
	 * representation alone are read, too
	 */
	public RepresentationCheck(GeneratorConfiguration configuration, Path folder) {
		this(configuration, (visitor) -> RecordedFiles.forEachResource(folder, visitor));
	}

	RepresentationCheck(GeneratorConfiguration configuration, Recordings recordings) {
		this.configuration = configuration;
		this.recordings = recordings;
	}

	/**
	 * A source of representations.
	 */
	interface Recordings {

		/**
		 * Visit all objects that name their resource type.
		 * @param visitor takes where the object is from, and the object
		 */
		void forEachResource(BiConsumer<String, JsonNode> visitor);

	}

	/**
	 * Compare.
	 * @return what was found
	 * @throws GeneratorException if the description, the overlay or a recorded file is
	 * invalid, or if there is none
	 */
	public RepresentationCheckResult run() {
		return run(new Generator(this.configuration).plan());
	}

	RepresentationCheckResult run(Generator.Plan plan) {
		this.models.clear();
		this.evidence.clear();
		this.types.clear();
		this.entries = 0;
		this.advice = FETCH;
		plan.model().entries().forEach((model) -> this.models.put(model.id(), model));
		this.recordings.forEachResource((file, resource) -> resource(plan, file, resource));
		List<String> contradictions = new ArrayList<>();
		List<String> missing = new ArrayList<>();
		this.evidence.values().forEach((member) -> member.report(plan.overlay(), contradictions, missing));
		return new RepresentationCheckResult(this.entries, this.types.size(), contradictions, missing);
	}

	/**
	 * The values of an attribute.
	 *
	 * @param type a type that reads all of them
	 * @param count how many are not null
	 */
	record Values(RecordedType type, int count) {

		Values and(Values others) {
			return new Values(this.type.or(others.type), this.count + others.count);
		}

	}

	/** Return the recorded values of an attribute of the last run. */
	Optional<Values> values(String type, String attribute) {
		return Optional.ofNullable(this.evidence.get(key(type, attribute)))
			.filter((member) -> member.recorded != null)
			.map((member) -> new Values(Objects.requireNonNull(member.recorded),
					member.found.getOrDefault(Finding.VALUE, new Occurrences()).count));
	}

	/** Return the contradictions of the last run that are values of another type. */
	List<String> unreadable(Overlay overlay) {
		return this.evidence.values()
			.stream()
			.filter((member) -> member.found.containsKey(Finding.UNREADABLE))
			.map((member) -> member.unreadable(overlay))
			.toList();
	}

	private static String key(String type, String field) {
		return type + " " + field;
	}

	private void resource(Generator.Plan plan, String file, JsonNode resource) {
		compareVersions(plan, resource);
		String id = RecordedFiles.typeOf(resource);
		ResourceType type = plan.application().findResourceTypeById(id).orElse(null);
		if (type == null) {
			evidence(id, "", "", null).add(Finding.UNKNOWN_TYPE, file);
			return;
		}
		TypeModel model = this.models.get(id);
		if (model == null) {
			return;
		}
		this.entries++;
		this.types.add(id);
		model.attributes()
			.forEach((attribute) -> member(evidence(id, attribute.name(), attribute.name(), attribute.value()), file,
					resource.get(attribute.name()), attribute.required()));
		model.links().forEach((link) -> {
			String field = link.kind().key(link.name());
			member(evidence(id, field, link.name(), null), file, resource.get(field), link.required());
		});
		for (String name : resource.propertyNames()) {
			if (type.attribute(name).isEmpty() && !name.equals(LinkName.TYPE) && !name.equals("http_etag")) {
				evidence(id, name, name, null).add(Finding.UNDESCRIBED, file);
			}
		}
	}

	/** Each version of a service has a description of its own. */
	private void compareVersions(Generator.Plan plan, JsonNode resource) {
		String described = RecordedFiles.version(plan.application().base().toString());
		String recorded = RecordedFiles.version(RecordedFiles.documentOfType(resource));
		if (!described.isEmpty() && !recorded.isEmpty() && !recorded.equals(described)) {
			this.advice = "this is the description of the version '%s', but the recording is of '%s': use one version"
				.formatted(described, recorded);
		}
	}

	private static void member(Evidence member, String file, @Nullable JsonNode value, boolean required) {
		if (value != null && !value.isNull()) {
			if (!REDACTED.equals(value.stringValue(""))) {
				member.value(file, value);
			}
		}
		else if (required) {
			member.add((value == null) ? Finding.MISSING : Finding.NULL, file);
		}
	}

	private Evidence evidence(String type, String field, String name, @Nullable ValueModel generated) {
		return this.evidence.computeIfAbsent(key(type, field), (key) -> new Evidence(type, field, name, generated));
	}

	/**
	 * What the recorded entries have for an attribute or link.
	 */
	private final class Evidence {

		private final String type;

		private final String field;

		private final String name;

		/** What the getter reads, {@code null} for links. */
		private final @Nullable ValueModel generated;

		private @Nullable RecordedType recorded;

		/** The type of those values alone that the getter cannot read. */
		private @Nullable RecordedType unreadable;

		private final Map<Finding, Occurrences> found = new EnumMap<>(Finding.class);

		Evidence(String type, String field, String name, @Nullable ValueModel generated) {
			this.type = type;
			this.field = field;
			this.name = name;
			this.generated = generated;
		}

		void value(String file, JsonNode value) {
			RecordedType own = RecordedType.of(value);
			this.recorded = either(this.recorded, own);
			add(Finding.VALUE, file);
			boolean readable = (this.generated != null) ? RecordedType.isReadable(this.generated, value)
					: value.isString();
			if (!readable) {
				this.unreadable = either(this.unreadable, own);
				add(Finding.UNREADABLE, file);
			}
		}

		private static RecordedType either(@Nullable RecordedType first, RecordedType second) {
			return (first != null) ? first.or(second) : second;
		}

		void add(Finding finding, String file) {
			this.found.computeIfAbsent(finding, (key) -> new Occurrences()).add(file);
		}

		private String where(Finding finding) {
			return this.found.getOrDefault(finding, new Occurrences()).where();
		}

		void report(Overlay overlay, List<String> contradictions, List<String> missing) {
			if (this.found.containsKey(Finding.UNKNOWN_TYPE)) {
				contradictions.add("%s: has no resource type '%s', which is recorded in %s; %s".formatted(description(),
						this.type, where(Finding.UNKNOWN_TYPE), RepresentationCheck.this.advice));
			}
			if (this.found.containsKey(Finding.UNDESCRIBED)) {
				missing.add("%s: '%s' of '%s' is not described, but recorded in %s; %s".formatted(description(),
						this.name, this.type, where(Finding.UNDESCRIBED), RepresentationCheck.this.advice));
			}
			if (this.found.containsKey(Finding.UNREADABLE)) {
				contradictions.add(unreadable(overlay));
			}
			if (this.found.containsKey(Finding.NULL)) {
				contradictions.add(required(overlay, "null in " + where(Finding.NULL)));
			}
			if (this.found.containsKey(Finding.MISSING)) {
				contradictions.add(required(overlay, "missing in " + where(Finding.MISSING)));
			}
			if (isUntyped(overlay)) {
				missing.add("%s: '%s' of '%s' has no type, but is recorded as %s in %s; add %s to the overlay"
					.formatted(description(), this.name, this.type, recordedName(), where(Finding.VALUE), rule()));
			}
		}

		private boolean isUntyped(Overlay overlay) {
			return this.generated != null && this.generated.kind() == ValueKind.ANY && this.recorded != null
					&& !this.recorded.isAny() && rule(overlay, (correction) -> correction.type() != null).isEmpty();
		}

		private String unreadable(Overlay overlay) {
			String recordedAs = "recorded as %s in %s".formatted(overlayName(this.unreadable),
					where(Finding.UNREADABLE));
			if (this.generated == null) {
				return "%s: '%s' of '%s' is a link, but %s; add %s to the overlay".formatted(description(), this.name,
						this.type, recordedAs, rule(OMIT));
			}
			return "%s: '%s' of '%s' is %s, but %s; use %s".formatted(
					location(overlay, (correction) -> correction.type() != null), this.name, this.type,
					this.generated.overlayName(), recordedAs, rule());
		}

		private String required(Overlay overlay, String where) {
			boolean ruled = rule(overlay, (correction) -> correction.required() != null).isPresent();
			String location = location(overlay, (correction) -> correction.required() != null);
			// Without a rule, only links to collections are required.
			String problem = ruled ? "is required, but %s; remove 'required'"
					: "is a link to a collection, but %s; add %s to the overlay";
			return "%s: '%s' of '%s' ".formatted(location, this.name, this.type) + problem.formatted(where, rule(OMIT));
		}

		/** Return the rule that decides; it names a link with or without its suffix. */
		private Optional<Overlay.Rule> rule(Overlay overlay, Predicate<Correction> corrects) {
			return Overlay.deciding(overlay.linkRules(this.type, this.field, LinkName.of(this.field)), corrects);
		}

		/** Return the place of the rule that decides, or else the description. */
		private String location(Overlay overlay, Predicate<Correction> corrects) {
			return rule(overlay, corrects)
				.map((rule) -> rule.isOfPreset()
						? "the preset '%s'".formatted(RepresentationCheck.this.configuration.preset())
						: RepresentationCheck.this.configuration.overlay() + ":" + rule.line())
				.orElseGet(this::description);
		}

		private String description() {
			return RepresentationCheck.this.configuration.description().toString();
		}

		private String recordedName() {
			return overlayName(this.recorded);
		}

		private static String overlayName(@Nullable RecordedType recorded) {
			return (recorded != null) ? recorded.overlayName() : "";
		}

		private String rule() {
			return rule("\"" + recordedName() + "\"");
		}

		private String rule(String content) {
			return "\"%s\": { \"attributes\": { \"%s\": %s } }".formatted(this.type, this.name, content);
		}

	}

	/** What a recorded entry has or lacks. The last two are of what is required. */
	private enum Finding {

		VALUE, UNREADABLE, UNKNOWN_TYPE, UNDESCRIBED, NULL, MISSING

	}

	/**
	 * How often something was recorded, and where first.
	 */
	private static final class Occurrences {

		private int count;

		private String first = "";

		void add(String file) {
			if (this.count++ == 0) {
				this.first = file;
			}
		}

		String where() {
			return (this.count == 1) ? this.first
					: "%d entries, the first of them in %s".formatted(this.count, this.first);
		}

	}

}
