package dev.hyperclient.generator;

import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.hyperclient.generator.ClientModel.AttributeModel;
import dev.hyperclient.generator.ClientModel.CollectionModel;
import dev.hyperclient.generator.ClientModel.EntryModel;
import dev.hyperclient.generator.ClientModel.LinkKind;
import dev.hyperclient.generator.ClientModel.LinkModel;
import dev.hyperclient.generator.ClientModel.OperationModel;
import dev.hyperclient.generator.ClientModel.OptionModel;
import dev.hyperclient.generator.ClientModel.ParameterModel;
import dev.hyperclient.generator.ClientModel.ResultModel;
import dev.hyperclient.generator.ClientModel.RootModel;
import dev.hyperclient.generator.ClientModel.ValueModel;
import dev.hyperclient.wadl.Param;
import dev.hyperclient.wadl.RepresentationDefinition;
import dev.hyperclient.wadl.ResourceType;
import dev.hyperclient.wadl.WadlApplication;
import dev.hyperclient.wadl.WadlMethod;
import org.jspecify.annotations.Nullable;

/**
 * Decides the names and types of all that is generated.
 */
final class ModelBuilder {

	private static final String ENTRY_SUFFIX = "_link";

	private static final String COLLECTION_SUFFIX = "_collection_link";

	/** Methods of the entry itself. */
	private static final Set<String> COMMON_FIELDS = Set.of("self_link", "resource_type_link", "http_etag");

	/** A method has at most 255 parameters. */
	private static final int MAX_PARAMETERS = 60;

	/** Attributes give their name to a list of values before parameters. */
	private static final char ATTRIBUTE = '0';

	private static final char PARAMETER = '1';

	private static final int MAX_CONSTANTS = 1000;

	/** Classes of {@code java.lang} that the generated source uses without import. */
	private static final Set<String> JAVA_LANG = Set.of("Object", "String", "Long", "Double", "Boolean", "Override",
			"Deprecated", "Iterable", "Class", "Integer");

	private static final Set<String> OBJECT_METHODS = Set.of("getClass", "hashCode", "equals", "clone", "toString",
			"notify", "notifyAll", "wait", "finalize");

	private static final Set<String> ENTRY_METHODS = Set.of("entry", "uri", "save", "update", "delete", "svcRefresh",
			"self", "json");

	private static final Set<String> COLLECTION_METHODS = Set.of("collection", "uri", "size", "at", "slice", "get",
			"getReference", "iterator", "spliterator", "forEach", "stream", "iteration", "svcRefresh", "json");

	private static final Set<String> ROOT_METHODS = Set.of("root", "uri", "differences", "generatedFrom", "json");

	private final GeneratorConfiguration configuration;

	private final WadlApplication application;

	private final Overlay overlay;

	private final Map<String, String> entryClasses = new TreeMap<>();

	private final Map<String, String> collectionClasses = new TreeMap<>();

	private final Map<OptionKey, String> optionClasses = new LinkedHashMap<>();

	private final Map<RepresentationDefinition, ResourceType> typesByRepresentation = new IdentityHashMap<>();

	private final Map<String, Set<String>> fieldNames = new HashMap<>();

	private final Map<String, Boolean> subtyped = new HashMap<>();

	private final NameReport report = new NameReport();

	ModelBuilder(GeneratorConfiguration configuration, WadlApplication application, Overlay overlay) {
		this.configuration = configuration;
		this.application = application;
		this.overlay = overlay;
	}

	NameReport report() {
		return this.report;
	}

	ClientModel build() {
		for (ResourceType type : this.application.resourceTypes()) {
			type.representation().ifPresent((definition) -> this.typesByRepresentation.putIfAbsent(definition, type));
		}
		NameScope types = NameScope.ofTypes(JAVA_LANG);
		String rootClass = types.take(JavaNames.type(this.configuration.rootName()), "Root");
		nameTypes(types);
		nameOptions(types);
		List<EntryModel> entries = new ArrayList<>();
		List<CollectionModel> collections = new ArrayList<>();
		for (ResourceType type : sortedTypes()) {
			if (this.entryClasses.containsKey(type.id())) {
				entries.add(entry(type));
			}
			else if (this.collectionClasses.containsKey(type.id())) {
				collections.add(collection(type));
			}
		}
		RootModel root = root(rootClass);
		return new ClientModel(this.configuration.packageName(), root, entries, collections, options(),
				this.application.documentation().orElse(null));
	}

	private List<ResourceType> sortedTypes() {
		return this.application.resourceTypes().stream().sorted(Comparator.comparing(ResourceType::id)).toList();
	}

	private void nameTypes(NameScope types) {
		for (ResourceType type : sortedTypes()) {
			if (isEntry(type) && isIncluded(type)) {
				this.entryClasses.put(type.id(), takeType(types, type, "Entry"));
			}
		}
		for (ResourceType type : sortedTypes()) {
			if (type.isCollection() && isIncludedCollection(type) && !type.operationNames().isEmpty()) {
				this.collectionClasses.put(type.id(), takeType(types, type, "Collection"));
			}
		}
	}

	private String takeType(NameScope types, ResourceType type, String suffix) {
		String wanted = Optional.ofNullable(this.overlay.ofType(type.id()).name())
			.orElseGet(() -> JavaNames.type(type.id()));
		String name = types.take(wanted, suffix);
		this.report.add("type " + type.id(), wanted, name);
		return name;
	}

	private boolean isEntry(ResourceType type) {
		return type.representation().isPresent() && !type.isCollection() && type != this.application.rootType();
	}

	private boolean isIncluded(ResourceType type) {
		Set<String> includes = this.configuration.includes();
		return (includes.isEmpty() || includes.contains(type.id())) && !this.overlay.ofType(type.id()).isOmitted();
	}

	private boolean isIncludedCollection(ResourceType type) {
		boolean members = entryType(type).map((entry) -> this.entryClasses.containsKey(entry.id())).orElse(false);
		boolean named = this.configuration.includes().contains(type.id());
		return (named || this.configuration.includes().isEmpty() || members)
				&& !this.overlay.ofType(type.id()).isOmitted();
	}

	private Optional<ResourceType> entryType(ResourceType collection) {
		return collection.entryType().flatMap(this.application::findResourceType);
	}

	private record OptionKey(String attribute, List<String> values) {

	}

	/** Equal lists of values of the same name are one type. */
	private void nameOptions(NameScope types) {
		Map<String, Map<List<String>, TreeSet<String>>> users = new TreeMap<>();
		for (ResourceType type : sortedTypes()) {
			if (this.entryClasses.containsKey(type.id())) {
				fields(type).stream()
					.filter((param) -> isDescribed(correction(type, param)))
					.forEach((param) -> addOption(users, param, ATTRIBUTE + JavaNames.type(type.id())));
			}
			if (this.entryClasses.containsKey(type.id()) || this.collectionClasses.containsKey(type.id())
					|| type == this.application.rootType()) {
				operations(type).forEach((operation) -> addOptions(users, type, operation));
			}
		}
		users.forEach((attribute, lists) -> lists.entrySet()
			.stream()
			.sorted(Comparator.comparing((list) -> list.getValue().first()))
			.forEach((list) -> {
				String plain = JavaNames.type(attribute);
				String wanted = (lists.size() == 1) ? plain : list.getValue().first().substring(1) + plain;
				String name = types.take(wanted, "Value");
				this.report.add("values of " + attribute, wanted, name);
				this.optionClasses.put(new OptionKey(attribute, list.getKey()), name);
			}));
	}

	private void addOptions(Map<String, Map<List<String>, TreeSet<String>>> users, ResourceType type,
			WadlMethod operation) {
		String name = operation.operationName().orElse("");
		if (!this.overlay.ofOperation(type.id(), name).isOmitted()) {
			operation.operationParams()
				.stream()
				.filter((param) -> isDescribed(this.overlay.ofParameter(type.id(), name, param.name())))
				.forEach((param) -> addOption(users, param,
						PARAMETER + JavaNames.type(type.id()) + JavaNames.type(name)));
		}
	}

	/** Return whether the type is that of the description. */
	private static boolean isDescribed(Overlay.Correction correction) {
		return correction.type() == null && !correction.isOmitted();
	}

	private static void addOption(Map<String, Map<List<String>, TreeSet<String>>> users, Param param, String user) {
		if (!param.options().isEmpty() && param.fixed() == null) {
			users.computeIfAbsent(param.name(), (name) -> new LinkedHashMap<>())
				.computeIfAbsent(param.options(), (options) -> new TreeSet<>())
				.add(user);
		}
	}

	private List<OptionModel> options() {
		List<OptionModel> models = new ArrayList<>();
		this.optionClasses.forEach((key, className) -> {
			NameScope scope = NameScope.ofMembers(Set.of());
			List<OptionModel.Constant> constants = key.values()
				.stream()
				.distinct()
				.limit(MAX_CONSTANTS)
				.map((value) -> new OptionModel.Constant(scope.take(JavaNames.constant(value), "_"), value))
				.toList();
			models.add(new OptionModel(className, key.attribute(), constants));
		});
		return models;
	}

	private static List<Param> fields(ResourceType type) {
		Set<String> names = new HashSet<>();
		return type.representation()
			.map(RepresentationDefinition::params)
			.orElse(List.of())
			.stream()
			.filter((param) -> names.add(param.name()))
			.toList();
	}

	private static List<WadlMethod> operations(ResourceType type) {
		return type.operationNames().stream().flatMap((name) -> type.operation(name).stream()).toList();
	}

	private EntryModel entry(ResourceType type) {
		NameScope members = members(ENTRY_METHODS);
		Predicate<Param> writable = writable(type);
		List<Param> fields = fields(type).stream()
			.filter((param) -> !COMMON_FIELDS.contains(param.name()))
			.filter((param) -> !correction(type, param).isOmitted())
			.toList();
		List<AttributeModel> attributes = new ArrayList<>();
		for (Param param : fields) {
			if (!isReadAsLink(type, param)) {
				attributes.add(attribute(type, param, members, writable.test(param)));
			}
		}
		List<LinkModel> links = links(type, fields, members, writable);
		return new EntryModel(type.id(), className(type), type.documentation().orElse(null), attributes, links,
				operations(type, members, className(type)));
	}

	private String className(ResourceType type) {
		String name = this.entryClasses.get(type.id());
		return (name != null) ? name : this.collectionClasses.getOrDefault(type.id(), "");
	}

	private static NameScope members(Set<String> methods) {
		Set<String> reserved = new HashSet<>(OBJECT_METHODS);
		reserved.addAll(methods);
		return NameScope.ofMembers(reserved);
	}

	private AttributeModel attribute(ResourceType type, Param param, NameScope members, boolean writable) {
		Overlay.Correction correction = correction(type, param);
		String owner = type.id() + "." + param.name();
		String base = (correction.name() != null) ? correction.name() : param.name();
		String getter = take(members, owner, base, "Attribute");
		String setter = writable ? takeSetter(members, owner, base) : null;
		ValueModel value = value(param, correction);
		return new AttributeModel(param.name(), isLink(param) ? null : param.type(), getter, setter,
				(value.kind() == ValueKind.FILE) ? ValueModel.of(ValueKind.ANY) : value, correction.isRequired(false),
				param.documentation().orElse(null));
	}

	private ValueModel value(Param param, Overlay.Correction correction) {
		if (correction.type() != null) {
			return correction.type();
		}
		ValueKind kind = ValueKind.of(param);
		return (kind == ValueKind.OPTION)
				? new ValueModel(kind, ValueKind.ANY,
						this.optionClasses.getOrDefault(new OptionKey(param.name(), param.options()), ""))
				: ValueModel.of(kind);
	}

	private String take(NameScope members, String owner, String name, String suffix) {
		String wanted = JavaNames.member(name);
		String taken = members.take(wanted, suffix);
		this.report.add(owner, name, taken, wanted);
		return taken;
	}

	private String takeSetter(NameScope members, String owner, String name) {
		String wanted = JavaNames.setter(name);
		String taken = members.take(wanted, "Attribute");
		this.report.add("setter of " + owner, wanted, taken);
		return taken;
	}

	private static boolean isLink(Param param) {
		return param.linkType().isPresent() && param.name().endsWith(ENTRY_SUFFIX) && !param.name().equals("self_link");
	}

	/** Return whether a link is one for the client: an overlay may make it a value. */
	private boolean isReadAsLink(ResourceType type, Param param) {
		return isLink(param) && correction(type, param).type() == null;
	}

	/** A rule names a link with or without its suffix. */
	private Overlay.Correction correction(ResourceType type, Param param) {
		Overlay.Correction correction = this.overlay.ofAttribute(type.id(), bareName(param));
		return isLink(param) ? correction.with(this.overlay.ofAttribute(type.id(), param.name())) : correction;
	}

	private static String bareName(Param param) {
		if (!isLink(param)) {
			return param.name();
		}
		String suffix = param.name().endsWith(COLLECTION_SUFFIX) ? COLLECTION_SUFFIX : ENTRY_SUFFIX;
		return param.name().substring(0, param.name().length() - suffix.length());
	}

	/** Entries and files first: if a collection has the same name, it gets a suffix. */
	private List<LinkModel> links(ResourceType type, List<Param> fields, NameScope members, Predicate<Param> writable) {
		List<LinkModel> links = new ArrayList<>();
		for (Param param : fields) {
			if (isReadAsLink(type, param) && !param.name().endsWith(COLLECTION_SUFFIX)) {
				links.add(link(type, param, members, writable.test(param)));
			}
		}
		for (Param param : fields) {
			if (isReadAsLink(type, param) && param.name().endsWith(COLLECTION_SUFFIX)) {
				links.add(link(type, param, members, false));
			}
		}
		return links;
	}

	private LinkModel link(ResourceType type, Param param, NameScope members, boolean writable) {
		String name = bareName(param);
		Overlay.Correction correction = correction(type, param);
		boolean root = type == this.application.rootType();
		String owner = type.id() + "." + name;
		String base = (correction.name() != null) ? correction.name() : name;
		String documentation = param.documentation().orElse(null);
		ResourceType target = param.linkType().flatMap(this.application::findResourceType).orElse(null);
		String described = (target != null) ? target.id() : "";
		if (param.name().endsWith(COLLECTION_SUFFIX)) {
			String getter = take(members, owner, base, "Collection");
			return new LinkModel(name, described, LinkKind.COLLECTION, getter, null, memberClass(target),
					collectionClass(target), false, true, root ? this.overlay.keys().get(name) : null, documentation);
		}
		boolean file = target != null && target.representation().isEmpty();
		String getter = take(members, owner, base, "Link");
		String setter = writable && !file ? takeSetter(members, owner, base) : null;
		return new LinkModel(name, described, file ? LinkKind.FILE : LinkKind.ENTRY, getter, setter, entryClass(target),
				null, hasSubtypes(target), root || correction.isRequired(false), null, documentation);
	}

	private @Nullable String entryClass(@Nullable ResourceType type) {
		return (type != null) ? this.entryClasses.get(type.id()) : null;
	}

	private @Nullable String memberClass(@Nullable ResourceType collection) {
		return (collection != null) ? entryClass(entryType(collection).orElse(null)) : null;
	}

	private @Nullable String collectionClass(@Nullable ResourceType collection) {
		return (collection != null) ? this.collectionClasses.get(collection.id()) : null;
	}

	/**
	 * Return whether entries of other types may be of this type too. Descriptions do not
	 * contain subtypes, but a subtype has all fields of its supertype.
	 */
	private boolean hasSubtypes(@Nullable ResourceType type) {
		if (type == null) {
			return false;
		}
		return this.subtyped.computeIfAbsent(type.id(), (id) -> {
			Set<String> names = names(type);
			return this.application.resourceTypes()
				.stream()
				.anyMatch((other) -> other != type && isEntry(other) && names(other).containsAll(names));
		});
	}

	private Set<String> names(ResourceType type) {
		return this.fieldNames.computeIfAbsent(type.id(),
				(id) -> fields(type).stream().map(Param::name).collect(Collectors.toSet()));
	}

	private static Predicate<Param> writable(ResourceType type) {
		Optional<WadlMethod> write = method(type, "PATCH").or(() -> method(type, "PUT"));
		Optional<RepresentationDefinition> described = write.stream()
			.flatMap((method) -> method.requestRepresentations().stream())
			.filter((content) -> !content.params().isEmpty())
			.findFirst();
		return (param) -> write.isPresent()
				&& described.map((content) -> content.param(param.name()).isPresent()).orElse(true);
	}

	private static Optional<WadlMethod> method(ResourceType type, String name) {
		return type.methods().stream().filter((method) -> method.name().equals(name)).findFirst();
	}

	private List<OperationModel> operations(ResourceType type, NameScope members, String className) {
		List<OperationModel> models = new ArrayList<>();
		NameScope nested = NameScope.ofTypes(Set.of(className));
		for (WadlMethod operation : operations(type)) {
			String name = operation.operationName().orElseThrow();
			Overlay.Correction correction = this.overlay.ofOperation(type.id(), name);
			if (!correction.isOmitted()) {
				models.add(operation(type, operation, name, correction, members, nested));
			}
		}
		return models;
	}

	private OperationModel operation(ResourceType type, WadlMethod operation, String name,
			Overlay.Correction correction, NameScope members, NameScope nested) {
		String base = (correction.name() != null) ? correction.name() : name;
		String method = take(members, type.id() + "." + name + "()", base, "Operation");
		NameScope names = NameScope.ofMembers(Set.of("options"));
		NameScope setters = members(Set.of("arguments", "with", "on"));
		List<ParameterModel> required = new ArrayList<>();
		List<ParameterModel> optional = new ArrayList<>();
		Set<String> known = new HashSet<>();
		for (Param param : operation.operationParams()) {
			Overlay.Correction rule = this.overlay.ofParameter(type.id(), name, param.name());
			if (param.fixed() != null || rule.isOmitted() || !known.add(param.name())) {
				continue;
			}
			boolean inSignature = rule.isRequired(param.required()) && required.size() < MAX_PARAMETERS;
			ParameterModel model = parameter(type, name, param, rule, inSignature ? names : setters);
			(inSignature ? required : optional).add(model);
		}
		String options = optional.isEmpty() ? null : nested.take(JavaNames.type(base) + "Options", "_");
		return new OperationModel(name, method, required, optional, options, result(operation, correction),
				operation.documentation().orElse(null));
	}

	private ParameterModel parameter(ResourceType type, String operation, Param param, Overlay.Correction rule,
			NameScope names) {
		String base = (rule.name() != null) ? rule.name() : param.name();
		String javaName = names.take(JavaNames.member(base), "_");
		this.report.add(type.id() + "." + operation + "(" + param.name() + ")", base, javaName, JavaNames.member(base));
		ResourceType target = param.linkType().flatMap(this.application::findResourceType).orElse(null);
		boolean file = target != null && target.representation().isEmpty();
		boolean link = target != null && !file && rule.type() == null;
		ValueModel value = (file && rule.type() == null) ? ValueModel.of(ValueKind.FILE) : value(param, rule);
		return new ParameterModel(param.name(), javaName, link ? null : value, link ? entryClass(target) : null,
				hasSubtypes(target), param.required(), param.documentation().orElse(null));
	}

	private ResultModel result(WadlMethod operation, Overlay.Correction correction) {
		if (correction.type() != null) {
			return new ResultModel(ResultModel.Kind.VALUE, null, null, correction.type());
		}
		Optional<ResourceType> created = operation.locationType()
			.flatMap((URI reference) -> this.application.findResourceType(reference));
		if (created.isPresent()) {
			return ResultModel.of(ResultModel.Kind.CREATED, entryClass(created.get()), null);
		}
		for (RepresentationDefinition definition : operation.responseRepresentations()) {
			ResourceType type = this.typesByRepresentation.get(definition);
			if (type != null && type.isCollection()) {
				// Not the class with operations: those belong to the collection itself.
				return ResultModel.of(ResultModel.Kind.COLLECTION, memberClass(type), null);
			}
			if (type != null) {
				return ResultModel.of(ResultModel.Kind.ENTRY, entryClass(type), null);
			}
		}
		return ResultModel.of(ResultModel.Kind.UNKNOWN, null, null);
	}

	private CollectionModel collection(ResourceType type) {
		NameScope members = members(COLLECTION_METHODS);
		return new CollectionModel(type.id(), className(type), memberClass(type), type.documentation().orElse(null),
				operations(type, members, className(type)));
	}

	private RootModel root(String className) {
		ResourceType type = this.application.rootType();
		NameScope members = members(ROOT_METHODS);
		List<Param> fields = fields(type).stream()
			.filter((param) -> isReadAsLink(type, param) && !correction(type, param).isOmitted())
			.toList();
		return new RootModel(type.id(), className, links(type, fields, members, (param) -> false),
				operations(type, members, className));
	}

}
