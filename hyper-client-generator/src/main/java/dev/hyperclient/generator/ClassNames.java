package dev.hyperclient.generator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.hyperclient.generator.ClientModel.OptionModel;
import dev.hyperclient.generator.ClientModel.ValueModel;
import dev.hyperclient.generator.Overlay.Correction;
import dev.hyperclient.generator.Overlay.Rule;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.names.JavaNames;
import org.jspecify.annotations.Nullable;

/**
 * Decides which classes are generated, and their names.
 */
final class ClassNames {

	/** Attributes give their name to a list of values before parameters. */
	private static final char ATTRIBUTE = '0';

	private static final char PARAMETER = '1';

	private static final int MAX_CONSTANTS = 1000;

	/**
	 * Classes of {@code java.lang} that the generated source uses without import, and
	 * names that Windows does not allow for files.
	 */
	private static final Set<String> RESERVED = Set.of("Object", "String", "Long", "Double", "Boolean", "Override",
			"Deprecated", "SuppressWarnings", "Iterable", "Class", "Integer", "con", "prn", "aux", "nul", "com0",
			"com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt0", "lpt1", "lpt2", "lpt3",
			"lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9");

	/**
	 * The first parts of packages of the classes that the generated source names in full
	 * where a class of the client has their simple name.
	 */
	private static final Set<String> PACKAGE_ROOTS = Set.of("dev", "java", "javax", "org", "com");

	private final GeneratorConfiguration configuration;

	private final Fields fields;

	private final NameScope.Report report;

	private final NameScope scope;

	private final String root;

	private final Map<String, String> entries = new TreeMap<>();

	private final Map<String, String> collections = new TreeMap<>();

	private final Map<OptionKey, String> options = new LinkedHashMap<>();

	ClassNames(GeneratorConfiguration configuration, Fields fields, NameScope.Report report) {
		this.configuration = configuration;

		this.fields = fields;
		this.report = report;
		this.scope = NameScope.ofTypes(RESERVED, report);
		String wanted = JavaNames.type(configuration.rootName());
		this.root = this.scope.free(wanted, "Root", "the root");
		report.add("root", wanted, this.root);
		nameTypes();
		nameOptions();
	}

	/** Return the names that no argument can have: it would obscure a package. */
	Set<String> reservedArguments() {
		Set<String> names = new TreeSet<>(PACKAGE_ROOTS);
		names.add("options");
		names.add(this.configuration.packageName().split("\\.", 2)[0]);
		return names;
	}

	String root() {
		return this.root;
	}

	/** Return the class of an entry, {@code null} if it is untyped. */
	@Nullable String entry(@Nullable ResourceType type) {
		return (type != null) ? this.entries.get(type.id()) : null;
	}

	/** Return the class of the members of a collection, {@code null} if untyped. */
	@Nullable String member(@Nullable ResourceType collection) {
		return (collection != null) ? entry(entryType(collection).orElse(null)) : null;
	}

	/** Return the class of a collection with operations. */
	@Nullable String collection(@Nullable ResourceType type) {
		return (type != null) ? this.collections.get(type.id()) : null;
	}

	/** Return the type of the values of a field or parameter. */
	ValueModel value(Param param, Correction correction) {
		if (correction.type() != null) {
			return value(correction.type());
		}
		ValueKind kind = ValueKind.of(param);
		return (kind == ValueKind.OPTION)
				? new ValueModel(kind, ValueKind.ANY, option(param.name(), param.options()).orElse(""), "")
				: ValueModel.of(kind);
	}

	/** Return a type of the overlay with the class that it refers to. */
	ValueModel value(ValueModel type) {
		return type.isListed() ? listed(type) : type.withClassName(this.entries.getOrDefault(type.reference(), ""));
	}

	/**
	 * Without a class, for instance of a type that is not generated, values are texts.
	 */
	private ValueModel listed(ValueModel type) {
		return this.fields.listed(type.reference())
			.flatMap((attribute) -> option(attribute.name(), attribute.options()))
			.map(type::withClassName)
			.orElseGet(() -> (type.kind() == ValueKind.LIST) ? ValueModel.of(ValueKind.LIST, ValueKind.TEXT)
					: ValueModel.of(ValueKind.TEXT));
	}

	/** Return the class of values that the description lists. */
	Optional<String> option(String attribute, List<String> values) {
		return Optional.ofNullable(this.options.get(new OptionKey(attribute, values)));
	}

	List<ResourceType> sortedTypes() {
		return this.fields.application()
			.resourceTypes()
			.stream()
			.sorted(Comparator.comparing(ResourceType::id))
			.toList();
	}

	private void nameTypes() {
		List<ResourceType> entryTypes = sortedTypes().stream()
			.filter((type) -> this.fields.isEntry(type) && isIncluded(type))
			.toList();
		List<String> ids = entryTypes.stream().map(ResourceType::id).toList();
		List<ResourceType> collectionTypes = sortedTypes().stream()
			.filter((type) -> type.isCollection() && isIncludedCollection(type, Set.copyOf(ids))
					&& !type.operationNames().isEmpty())
			.toList();
		entryTypes.forEach(this::claim);
		collectionTypes.forEach(this::claim);
		entryTypes.forEach((type) -> this.entries.put(type.id(), take(type, "Entry")));
		collectionTypes.forEach((type) -> this.collections.put(type.id(), take(type, "Collection")));
	}

	private void claim(ResourceType type) {
		List<Rule> rules = this.fields.overlay().rules(Rule.Subject.TYPE, type.id(), "", "");
		Overlay.deciding(rules, (rule) -> rule.name() != null && reservedArguments().contains(rule.name()))
			.ifPresent((rule) -> this.report.problems()
				.add(rule.line(), "the name '%s' of %s is that of a package; begin it with a capital letter"
					.formatted(rule.correction().name(), owner(type))));
		this.scope.claim(rules, owner(type));
	}

	private String take(ResourceType type, String suffix) {
		@Nullable String given = this.fields.overlay().ofType(type.id()).name();
		return (given != null) ? given : this.scope.take(JavaNames.type(type.id()), suffix, owner(type));
	}

	private static String owner(ResourceType type) {
		return "type " + type.id();
	}

	private boolean isIncluded(ResourceType type) {
		Set<String> includes = this.configuration.includes();
		return (includes.isEmpty() || includes.contains(type.id()))
				&& !this.fields.overlay().ofType(type.id()).isOmitted();
	}

	private boolean isIncludedCollection(ResourceType type, Set<String> entryIds) {
		boolean members = entryType(type).map((entry) -> entryIds.contains(entry.id())).orElse(false);
		boolean named = this.configuration.includes().contains(type.id());
		return (named || this.configuration.includes().isEmpty() || members)
				&& !this.fields.overlay().ofType(type.id()).isOmitted();
	}

	private Optional<ResourceType> entryType(ResourceType collection) {
		return collection.entryType().flatMap(this.fields.application()::findResourceType);
	}

	private record OptionKey(String attribute, List<String> values) {

	}

	/** Equal lists of values of the same name are one type. */
	private void nameOptions() {
		Map<String, Map<List<String>, TreeSet<String>>> users = new TreeMap<>();
		for (ResourceType type : sortedTypes()) {
			if (this.entries.containsKey(type.id())) {
				Fields.all(type)
					.stream()
					.filter((param) -> isDescribed(this.fields.correction(type, param)))
					.forEach((param) -> addOption(users, param, ATTRIBUTE + JavaNames.type(type.id())));
			}
			if (this.entries.containsKey(type.id()) || this.collections.containsKey(type.id())
					|| type == this.fields.application().rootType()) {
				Fields.operations(type).forEach((operation) -> addOptions(users, type, operation));
			}
		}
		users.forEach((attribute, lists) -> lists.entrySet()
			.stream()
			.sorted(Comparator.comparing((list) -> list.getValue().first()))
			.forEach((list) -> {
				String plain = JavaNames.type(attribute);
				String wanted = (lists.size() == 1) ? plain : list.getValue().first().substring(1) + plain;
				this.options.put(new OptionKey(attribute, list.getKey()),
						this.scope.take(wanted, "Value", "values of " + attribute));
			}));
	}

	private void addOptions(Map<String, Map<List<String>, TreeSet<String>>> users, ResourceType type,
			WadlMethod operation) {
		String name = operation.operationName().orElse("");
		if (!this.fields.overlay().ofOperation(type.id(), name).isOmitted()) {
			operation.operationParams()
				.stream()
				.filter((param) -> isDescribed(this.fields.overlay().ofParameter(type.id(), name, param.name())))
				.forEach((param) -> addOption(users, param,
						PARAMETER + JavaNames.type(type.id()) + JavaNames.type(name)));
		}
	}

	/** Return whether the type is taken from the description. */
	private static boolean isDescribed(Correction correction) {
		return correction.type() == null && !correction.isOmitted();
	}

	private static void addOption(Map<String, Map<List<String>, TreeSet<String>>> users, Param param, String user) {
		if (!param.options().isEmpty() && param.fixed() == null) {
			users.computeIfAbsent(param.name(), (name) -> new LinkedHashMap<>())
				.computeIfAbsent(param.options(), (options) -> new TreeSet<>())
				.add(user);
		}
	}

	/** Return the types of values, with a constant for each. */
	List<OptionModel> options() {
		List<OptionModel> models = new ArrayList<>();
		this.options.forEach((key, className) -> {
			List<String> values = key.values().stream().distinct().limit(MAX_CONSTANTS).toList();
			Map<String, String> names = constants(className, values);
			models.add(new OptionModel(className, key.attribute(),
					values.stream()
						.map((value) -> new OptionModel.Constant(names.getOrDefault(value, ""), value))
						.toList()));
		});
		return models;
	}

	/** The order of the description, which may change, does not decide about names. */
	private Map<String, String> constants(String className, List<String> values) {
		NameScope names = NameScope.ofMembers(Set.of(), this.report);
		Map<String, String> constants = new LinkedHashMap<>();
		values.stream()
			.sorted()
			.forEach((value) -> constants.put(value,
					names.take(JavaNames.constant(value), "_", "value '%s' of %s".formatted(value, className))));
		return constants;
	}

}
