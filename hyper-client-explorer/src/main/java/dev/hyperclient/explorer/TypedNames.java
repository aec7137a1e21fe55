package dev.hyperclient.explorer;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.hyperclient.internal.text.JavaNames;
import dev.hyperclient.wadl.Param;
import dev.hyperclient.wadl.RepresentationDefinition;
import dev.hyperclient.wadl.ResourceType;
import dev.hyperclient.wadl.WadlApplication;
import dev.hyperclient.wadl.WadlMethod;
import org.jspecify.annotations.Nullable;

/**
 * The names in the classes that {@code hyper-client-generator} writes for a description
 * without an overlay. Thread-safe.
 */
final class TypedNames {

	static final String ROOT_CLASS = "ServiceClient";

	private static final Set<String> JAVA_LANG = Set.of("object", "string", "long", "double", "boolean", "override",
			"deprecated", "iterable", "class", "integer");

	private static final Set<String> OBJECT = Set.of("getClass", "hashCode", "equals", "clone", "toString", "notify",
			"notifyAll", "wait", "finalize");

	private static final Set<String> ENTRY = Set.of("entry", "uri", "save", "update", "delete", "svcRefresh", "self",
			"json");

	private static final Set<String> COLLECTION = Set.of("collection", "uri", "size", "at", "slice", "get",
			"getReference", "iterator", "spliterator", "forEach", "stream", "iteration", "svcRefresh", "json");

	private static final Set<String> ROOT = Set.of("root", "uri", "differences", "generatedFrom", "json");

	/** Attributes of all entries, which the generated classes do not repeat. */
	static final Set<String> COMMON = Set.of("self_link", "resource_type_link", "http_etag");

	private static final int MAX_PARAMETERS = 60;

	private final WadlApplication application;

	private final Map<String, String> classes = new HashMap<>();

	private final Map<List<Object>, String> options = new HashMap<>();

	private final Map<String, Members> members = new HashMap<>();

	TypedNames(WadlApplication application) {
		this.application = application;
		Map<String, ResourceType> sorted = new TreeMap<>();
		application.resourceTypes().forEach((type) -> sorted.put(type.id(), type));
		Set<String> taken = new HashSet<>(JAVA_LANG);
		takeType(ROOT_CLASS, "Root", taken);
		sorted.values()
			.stream()
			.filter(this::isEntry)
			.forEach((type) -> this.classes.put(type.id(), takeType(JavaNames.type(type.id()), "Entry", taken)));
		sorted.values()
			.stream()
			.filter((type) -> type.isCollection() && !type.operationNames().isEmpty())
			.forEach((type) -> this.classes.put(type.id(), takeType(JavaNames.type(type.id()), "Collection", taken)));
		nameOptions(sorted, taken);
		sorted.values().forEach((type) -> this.members.put(type.id(), members(type)));
	}

	private boolean isEntry(ResourceType type) {
		return type.representation().isPresent() && !type.isCollection() && !isRoot(type);
	}

	private boolean isRoot(ResourceType type) {
		return type == this.application.rootType();
	}

	/** Return the class of a type, empty if none is generated for it. */
	Optional<String> classOf(@Nullable String type) {
		return Optional.ofNullable(this.classes.get(type));
	}

	/** Return the class of the values that a description lists. */
	Optional<String> optionClass(String name, List<String> values) {
		return Optional.ofNullable(this.options.get(List.of(name, values)));
	}

	Members of(String type) {
		return this.members.getOrDefault(type, Members.NONE);
	}

	/** Equal lists of values of the same name are one class. */
	private void nameOptions(Map<String, ResourceType> sorted, Set<String> taken) {
		Map<String, Map<List<String>, TreeSet<String>>> users = new TreeMap<>();
		for (ResourceType type : sorted.values()) {
			String owner = JavaNames.type(type.id());
			if (isEntry(type)) {
				fields(type).values().forEach((param) -> addOption(users, param, "0" + owner));
			}
			if (this.classes.containsKey(type.id()) || isRoot(type)) {
				operations(type).forEach((name, method) -> method.operationParams()
					.forEach((param) -> addOption(users, param, "1" + owner + JavaNames.type(name))));
			}
		}
		users.forEach((name, lists) -> lists.entrySet()
			.stream()
			.sorted((one, other) -> one.getValue().first().compareTo(other.getValue().first()))
			.forEach((list) -> {
				String plain = JavaNames.type(name);
				String wanted = (lists.size() == 1) ? plain : list.getValue().first().substring(1) + plain;
				this.options.put(List.of(name, list.getKey()), takeType(wanted, "Value", taken));
			}));
	}

	private static void addOption(Map<String, Map<List<String>, TreeSet<String>>> users, Param param, String user) {
		if (!param.options().isEmpty() && param.fixed() == null) {
			users.computeIfAbsent(param.name(), (name) -> new LinkedHashMap<>())
				.computeIfAbsent(param.options(), (options) -> new TreeSet<>())
				.add(user);
		}
	}

	private Members members(ResourceType type) {
		Set<String> taken = new HashSet<>(OBJECT);
		taken.addAll(isRoot(type) ? ROOT : type.isCollection() ? COLLECTION : ENTRY);
		Map<String, String> getters = new HashMap<>();
		Map<String, String> setters = new HashMap<>();
		Map<String, Param> fields = type.isCollection() ? Map.of() : fields(type);
		fields.values()
			.stream()
			.filter((param) -> !isLink(param) && !isRoot(type) && !COMMON.contains(param.name()))
			.forEach((param) -> {
				getters.put(param.name(), take(JavaNames.member(param.name()), "Attribute", taken));
				if (isWritable(type, param)) {
					setters.put(param.name(), take(JavaNames.setter(param.name()), "Attribute", taken));
				}
			});
		nameLinks(type, fields, taken, getters, setters);
		Map<String, Operation> operations = new HashMap<>();
		Set<String> nested = new HashSet<>();
		this.classes.computeIfPresent(type.id(), (id, name) -> {
			nested.add(name.toLowerCase(Locale.ROOT));
			return name;
		});
		operations(type).forEach((name, method) -> operations.put(name,
				operation(method, take(JavaNames.member(name), "Operation", taken), name, nested)));
		return new Members(getters, setters, operations);
	}

	private void nameLinks(ResourceType type, Map<String, Param> fields, Set<String> taken, Map<String, String> getters,
			Map<String, String> setters) {
		for (String suffix : List.of("_link", "_collection_link")) {
			boolean collections = suffix.equals("_collection_link");
			fields.values()
				.stream()
				.filter((param) -> isLink(param) && param.name().endsWith("_collection_link") == collections)
				.forEach((param) -> {
					String name = param.name().substring(0, param.name().length() - suffix.length());
					getters.put(param.name(), take(JavaNames.member(name), collections ? "Collection" : "Link", taken));
					if (!collections && !isRoot(type) && isWritable(type, param) && !isFile(param)) {
						setters.put(param.name(), take(JavaNames.setter(name), "Attribute", taken));
					}
				});
		}
	}

	private static Operation operation(WadlMethod method, String javaName, String name, Set<String> nested) {
		Set<String> arguments = new HashSet<>(Set.of("options"));
		Set<String> setters = new HashSet<>(OBJECT);
		setters.addAll(Set.of("arguments", "with", "on"));
		Map<String, String> required = new LinkedHashMap<>();
		Map<String, String> optional = new LinkedHashMap<>();
		for (Param param : method.operationParams()) {
			if (param.fixed() != null || required.containsKey(param.name()) || optional.containsKey(param.name())) {
				continue;
			}
			boolean inSignature = param.required() && required.size() < MAX_PARAMETERS;
			String member = take(JavaNames.member(param.name()), "_", inSignature ? arguments : setters);
			(inSignature ? required : optional).put(param.name(), member);
		}
		String options = optional.isEmpty() ? null : takeType(JavaNames.type(name) + "Options", "_", nested);
		return new Operation(javaName, List.copyOf(required.keySet()), optional, options);
	}

	private boolean isFile(Param param) {
		return param.linkType()
			.flatMap(this.application::findResourceType)
			.filter((target) -> target.representation().isEmpty())
			.isPresent();
	}

	private static boolean isLink(Param param) {
		return param.linkType().isPresent() && param.name().endsWith("_link") && !param.name().equals("self_link");
	}

	private static boolean isWritable(ResourceType type, Param param) {
		Optional<WadlMethod> write = method(type, "PATCH").or(() -> method(type, "PUT"));
		return write.isPresent() && write.stream()
			.flatMap((method) -> method.requestRepresentations().stream())
			.filter((content) -> !content.params().isEmpty())
			.findFirst()
			.map((content) -> content.param(param.name()).isPresent())
			.orElse(true);
	}

	static Optional<WadlMethod> method(ResourceType type, String name) {
		return type.methods().stream().filter((method) -> method.name().equals(name)).findFirst();
	}

	private static Map<String, Param> fields(ResourceType type) {
		Map<String, Param> fields = new LinkedHashMap<>();
		type.representation()
			.map(RepresentationDefinition::params)
			.orElse(List.of())
			.forEach((param) -> fields.putIfAbsent(param.name(), param));
		return fields;
	}

	private static Map<String, WadlMethod> operations(ResourceType type) {
		Map<String, WadlMethod> operations = new LinkedHashMap<>();
		type.operationNames()
			.forEach((name) -> type.operation(name).ifPresent((method) -> operations.put(name, method)));
		return operations;
	}

	/**
	 * Names of the methods of a class.
	 *
	 * @param getters by the keys of the representation, such as {@code dish_link}
	 * @param setters by the same keys
	 * @param operations by their names
	 */
	record Members(Map<String, String> getters, Map<String, String> setters, Map<String, Operation> operations) {

		static final Members NONE = new Members(Map.of(), Map.of(), Map.of());

	}

	/**
	 * Names of an operation.
	 *
	 * @param required the parameters in the signature of the method
	 * @param optional the names of the methods of the options by parameters
	 * @param options the class of the options, {@code null} without optional parameters
	 */
	record Operation(String method, List<String> required, Map<String, String> optional, @Nullable String options) {

	}

	/** Return a name that is not taken, and take it. */
	static String take(String wanted, String suffix, Set<String> taken) {
		String name = taken.contains(wanted) ? wanted + suffix : wanted;
		String free = name;
		for (int number = 2; taken.contains(free); number++) {
			free = name + number;
		}
		taken.add(free);
		return free;
	}

	/** Return a class name that differs from the others by more than its case. */
	static String takeType(String wanted, String suffix, Set<String> taken) {
		Set<String> before = new HashSet<>(taken);
		String name = before.contains(wanted.toLowerCase(Locale.ROOT)) ? wanted + suffix : wanted;
		String free = name;
		for (int number = 2; before.contains(free.toLowerCase(Locale.ROOT)); number++) {
			free = name + number;
		}
		taken.add(free.toLowerCase(Locale.ROOT));
		return free;
	}

}
