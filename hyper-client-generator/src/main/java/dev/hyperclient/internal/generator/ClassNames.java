package dev.hyperclient.internal.generator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.internal.generator.ClientModel.OptionModel;
import dev.hyperclient.internal.generator.ClientModel.ValueModel;
import dev.hyperclient.internal.generator.Overlay.Correction;
import dev.hyperclient.internal.generator.Overlay.Rule;
import dev.hyperclient.internal.names.JavaNames;
import org.jspecify.annotations.Nullable;

/**
 * Decides which classes are generated, and their names.
 */
final class ClassNames {

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

	/** The lists of values of the description by the paths of their owners. */
	private final Map<String, List<String>> described = new TreeMap<>();

	/** The owners of the lists of values that have a class, the first one first. */
	private final Map<List<String>, TreeSet<Owner>> lists = new LinkedHashMap<>();

	private final Map<List<String>, String> options = new LinkedHashMap<>();

	ClassNames(GeneratorConfiguration configuration, Fields fields, NameScope.Report report) {
		this.configuration = configuration;
		this.fields = fields;
		this.report = report;
		this.scope = NameScope.ofTypes(RESERVED, report);
		String wanted = JavaNames.type(configuration.rootName());
		this.root = this.scope.free(wanted, "Root", "the root");
		report.add("root", wanted, this.root);
		nameAll();
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
		return (kind == ValueKind.OPTION) ? new ValueModel(kind, ValueKind.ANY, option(param.options()).orElse(""), "")
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
		return optionOf(type.reference()).map(type::withClassName)
			.orElseGet(() -> (type.kind() == ValueKind.LIST) ? ValueModel.of(ValueKind.LIST, ValueKind.TEXT)
					: ValueModel.of(ValueKind.TEXT));
	}

	/** Return the class of values that the description lists. */
	Optional<String> option(List<String> values) {
		return Optional.ofNullable(this.options.get(values));
	}

	/**
	 * Return the class of the list of values of an attribute or parameter, empty if there
	 * is none.
	 * @param owner the path, such as {@code bug_task.status} or
	 * {@code archive.checkUpload.pocket}
	 */
	Optional<String> optionOf(String owner) {
		return Optional.ofNullable(this.described.get(owner)).flatMap(this::option);
	}

	List<ResourceType> sortedTypes() {
		return this.fields.application()
			.resourceTypes()
			.stream()
			.sorted(Comparator.comparing(ResourceType::id))
			.toList();
	}

	/**
	 * Names of the overlay come first, then those of lists of the preset, which do not
	 * depend on the types of a description.
	 */
	private void nameAll() {
		List<ResourceType> entryTypes = sortedTypes().stream()
			.filter((type) -> this.fields.isEntry(type) && isIncluded(type))
			.toList();
		Set<String> ids = entryTypes.stream().map(ResourceType::id).collect(Collectors.toSet());
		List<ResourceType> collectionTypes = sortedTypes().stream()
			.filter((type) -> type.isCollection() && isIncludedCollection(type, ids)
					&& !type.operationNames().isEmpty())
			.toList();
		entryTypes.forEach(this::claim);
		collectionTypes.forEach(this::claim);
		Set<ResourceType> operated = new HashSet<>(collectionTypes);
		operated.add(this.fields.application().rootType());
		sortedTypes().forEach((type) -> addLists(type, ids.contains(type.id()), operated.contains(type)));
		this.fields.overlay().values().forEach(this::nameList);
		entryTypes.forEach((type) -> this.entries.put(type.id(), take(type, "Entry")));
		collectionTypes.forEach((type) -> this.collections.put(type.id(), take(type, "Collection")));
		nameOtherLists();
	}

	private void claim(ResourceType type) {
		List<Rule> rules = this.fields.overlay().rules(Rule.Subject.TYPE, type.id(), "", "");
		Overlay.deciding(rules, (rule) -> rule.name() != null)
			.ifPresent((rule) -> refusePackage(String.valueOf(rule.correction().name()), rule.line(), owner(type)));
		this.scope.claim(rules, owner(type));
	}

	private void refusePackage(String name, int line, String owner) {
		if (reservedArguments().contains(name)) {
			this.report.problems()
				.add(line, "the name '%s' of %s is also the name of a package; begin it with a capital letter"
					.formatted(name, owner));
		}
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

	/**
	 * An attribute or parameter with a list of values. Attributes come before parameters,
	 * and a short name before a long one: what a service adds is rather more specific.
	 */
	private record Owner(boolean isParameter, String name, Param param) {

		private static final Comparator<Owner> FIRST = Comparator.comparing(Owner::isParameter)
			.thenComparing((owner) -> owner.name().length())
			.thenComparing(Owner::name);

	}

	private void addLists(ResourceType type, boolean entry, boolean operations) {
		Fields.all(type)
			.stream()
			.filter(ClassNames::hasList)
			.forEach((param) -> addList(param, type.id() + "." + param.name(), false,
					entry && isDescribed(this.fields.correction(type, param))));
		for (WadlMethod operation : Fields.operations(type)) {
			String name = operation.operationName().orElse("");
			boolean generated = (entry || operations)
					&& !this.fields.overlay().ofOperation(type.id(), name).isOmitted();
			operation.operationParams()
				.stream()
				.filter(ClassNames::hasList)
				.forEach((param) -> addList(param, "%s.%s.%s".formatted(type.id(), name, param.name()), true,
						generated && isDescribed(this.fields.overlay().ofParameter(type.id(), name, param.name()))));
		}
	}

	private static boolean hasList(Param param) {
		return !param.options().isEmpty() && param.fixed() == null;
	}

	private void addList(Param param, String path, boolean parameter, boolean generated) {
		this.described.put(path, param.options());
		if (generated) {
			this.lists.computeIfAbsent(param.options(), (values) -> new TreeSet<>(Owner.FIRST))
				.add(new Owner(parameter, JavaNames.type(path), param));
		}
	}

	/** Return whether the type is taken from the description. */
	private static boolean isDescribed(Correction correction) {
		return correction.type() == null && !correction.isOmitted();
	}

	/** Give the name of an overlay or preset to the list of its owner. */
	private void nameList(String name, Overlay.Key owner) {
		List<String> values = this.described.getOrDefault(owner.path(), List.of());
		String subject = "values of " + owner.path();
		if (owner.line() == 0) {
			// A preset may be older or newer than the description.
			if (this.lists.containsKey(values)) {
				this.options.computeIfAbsent(values, (list) -> this.scope.take(name, "Value", subject));
			}
		}
		else if (values.isEmpty()) {
			this.report.problems()
				.add(owner.line(), "the description has no list of values '%s'%s".formatted(owner.path(),
						NameSuggestions.hint(owner.path(), List.copyOf(this.described.keySet()))));
		}
		else if (this.options.containsKey(values)) {
			this.report.problems()
				.add(owner.line(), "the %s have the name '%s' already; remove one of the two".formatted(subject,
						this.options.get(values)));
		}
		else if (this.lists.containsKey(values)) {
			refusePackage(name, owner.line(), subject);
			this.scope.claim(name, owner.line(), subject);
			this.options.put(values, name);
		}
	}

	/** The first list of a name has this name, the others that of its first owner. */
	private void nameOtherLists() {
		Set<String> taken = new TreeSet<>(this.options.values());
		this.lists.entrySet()
			.stream()
			.filter((list) -> !this.options.containsKey(list.getKey()))
			.sorted(Map.Entry.comparingByValue(Comparator.comparing(TreeSet::first, Owner.FIRST)))
			.forEach((list) -> {
				Owner first = list.getValue().first();
				String plain = JavaNames.type(first.param().name());
				this.options.put(list.getKey(), this.scope.take(taken.add(plain) ? plain : first.name(), "Value",
						"values of " + first.param().name()));
			});
	}

	/** Return the types of values, with a constant for each. */
	List<OptionModel> options() {
		List<OptionModel> models = new ArrayList<>();
		this.options.forEach((list, className) -> {
			List<String> values = list.stream().distinct().limit(MAX_CONSTANTS).toList();
			Map<String, String> names = constants(className, values);
			models.add(new OptionModel(className, Objects.requireNonNull(this.lists.get(list)).first().param().name(),
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
