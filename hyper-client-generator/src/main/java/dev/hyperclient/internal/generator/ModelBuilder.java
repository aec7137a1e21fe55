package dev.hyperclient.internal.generator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import dev.hyperclient.LinkDescription;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.generator.ClientModel.AttributeModel;
import dev.hyperclient.internal.generator.ClientModel.LinkModel;
import dev.hyperclient.internal.generator.ClientModel.TypeModel;
import dev.hyperclient.internal.generator.ClientModel.ValueModel;
import dev.hyperclient.internal.generator.Overlay.Correction;
import dev.hyperclient.internal.names.JavaNames;
import org.jspecify.annotations.Nullable;

/**
 * Decides the names and types of all that is generated.
 */
final class ModelBuilder {

	private static final Set<String> ENTRY_METHODS = Set.of("entry", "uri", "save", "update", "delete", "svcRefresh",
			"self", "json");

	private static final Set<String> COLLECTION_METHODS = Set.of("collection", "uri", "size", "at", "slice", "get",
			"find", "getReference", "iterator", "spliterator", "forEach", "stream", "iteration", "svcRefresh", "json");

	private static final Set<String> ROOT_METHODS = Set.of("root", "uri", "differences", "generatedFrom", "json");

	private final GeneratorConfiguration configuration;

	private final WadlApplication application;

	private final NameScope.Report report;

	private final Fields fields;

	private final ClassNames classes;

	private final OperationBuilder operations;

	/** Create a builder, which adds names of the overlay that clash to the problems. */
	ModelBuilder(GeneratorConfiguration configuration, WadlApplication application, Overlay overlay,
			OverlayProblems problems) {
		this.configuration = configuration;
		this.application = application;
		this.report = new NameScope.Report(problems);
		this.fields = new Fields(application, overlay);
		this.classes = new ClassNames(configuration, this.fields, this.report);
		this.operations = new OperationBuilder(this.fields, this.classes, this.report);
	}

	ClassNames classes() {
		return this.classes;
	}

	NameScope.Report report() {
		return this.report;
	}

	ClientModel build() {
		List<TypeModel> entries = new ArrayList<>();
		List<TypeModel> collections = new ArrayList<>();
		for (ResourceType type : this.classes.sortedTypes()) {
			@Nullable String entryClass = this.classes.entry(type);
			@Nullable String collectionClass = this.classes.collection(type);
			if (entryClass != null) {
				entries.add(entry(type, entryClass));
			}
			else if (collectionClass != null) {
				collections.add(collection(type, collectionClass));
			}
		}
		return new ClientModel(this.configuration.packageName(), root(), entries, collections, this.classes.options(),
				this.application.documentation().orElse(null));
	}

	private String name(ResourceType type, Param param) {
		return this.fields.isReadAsLink(type, param) ? Fields.bareName(param) : param.name();
	}

	private TypeModel entry(ResourceType type, String className) {
		List<Param> params = this.fields.generated(type);
		NameScope members = members(ENTRY_METHODS, type, params);
		List<AttributeModel> attributes = new ArrayList<>();
		for (Param param : params) {
			if (!this.fields.isReadAsLink(type, param)) {
				attributes.add(attribute(type, param, members, type.isWritable(param)));
			}
		}
		List<LinkModel> links = links(type, params, members, type::isWritable);
		return new TypeModel(type.id(), className, null, type.documentation().orElse(null), attributes, links,
				this.operations.build(type, members, className));
	}

	private TypeModel collection(ResourceType type, String className) {
		NameScope members = members(COLLECTION_METHODS, type, List.of());
		return new TypeModel(type.id(), className, this.classes.member(type), type.documentation().orElse(null),
				List.of(), List.of(), this.operations.build(type, members, className));
	}

	private TypeModel root() {
		ResourceType type = this.application.rootType();
		List<Param> params = this.fields.generated(type)
			.stream()
			.filter((param) -> this.fields.isReadAsLink(type, param))
			.toList();
		NameScope members = members(ROOT_METHODS, type, params);
		return new TypeModel(type.id(), this.classes.root(), null, null, List.of(),
				links(type, params, members, (param) -> false),
				this.operations.build(type, members, this.classes.root()));
	}

	/** Return the names of methods, including names from the overlay. */
	private NameScope members(Set<String> methods, ResourceType type, List<Param> params) {
		NameScope members = NameScope.ofMethods(methods, this.report);
		params.forEach((param) -> members.claim(this.fields.rules(type, param), owner(type, param)));
		this.operations.claim(type, members);
		return members;
	}

	private String owner(ResourceType type, Param param) {
		return type.id() + "." + name(type, param);
	}

	private String take(NameScope members, ResourceType type, Param param, String suffix) {
		return members.takeMember(this.fields.correction(type, param).name(), name(type, param), suffix,
				owner(type, param));
	}

	private String takeSetter(NameScope members, ResourceType type, Param param) {
		@Nullable String given = this.fields.correction(type, param).name();
		return members.take((given != null) ? JavaNames.setterOf(given) : JavaNames.setter(name(type, param)),
				"Attribute", "setter of " + owner(type, param));
	}

	private AttributeModel attribute(ResourceType type, Param param, NameScope members, boolean writable) {
		Correction correction = this.fields.correction(type, param);
		String getter = take(members, type, param, "Attribute");
		String setter = writable ? takeSetter(members, type, param) : null;
		ValueModel value = this.classes.value(param, correction);
		return new AttributeModel(param.name(), param.isResourceLink() ? null : param.type(), correction.type() != null,
				getter, setter, (value.kind() == ValueKind.FILE) ? ValueModel.of(ValueKind.ANY) : value,
				correction.isRequired(false), param.documentation().orElse(null));
	}

	/** Entries and files first: if a collection has the same name, it gets a suffix. */
	private List<LinkModel> links(ResourceType type, List<Param> params, NameScope members, Predicate<Param> writable) {
		return params.stream()
			.filter((param) -> this.fields.isReadAsLink(type, param))
			.sorted(Comparator.comparing(Fields::isCollectionLink))
			.map((param) -> Fields.isCollectionLink(param) ? collectionLink(type, param, members)
					: entryLink(type, param, members, writable.test(param)))
			.toList();
	}

	private LinkModel entryLink(ResourceType type, Param param, NameScope members, boolean writable) {
		@Nullable ResourceType target = this.fields.target(param);
		boolean file = this.fields.isFile(param);
		boolean root = type == this.application.rootType();
		String getter = take(members, type, param, "Link");
		String setter = writable && !file ? takeSetter(members, type, param) : null;
		return new LinkModel(Fields.bareName(param), id(target),
				file ? LinkDescription.Kind.FILE : LinkDescription.Kind.ENTRY, getter, setter,
				this.classes.entry(target), null, this.fields.hasSubtypes(target),
				root || this.fields.correction(type, param).isRequired(false), null,
				param.documentation().orElse(null));
	}

	private LinkModel collectionLink(ResourceType type, Param param, NameScope members) {
		@Nullable ResourceType target = this.fields.target(param);
		String name = Fields.bareName(param);
		String getter = take(members, type, param, "Collection");
		return new LinkModel(name, id(target), LinkDescription.Kind.COLLECTION, getter, null,
				this.classes.member(target), this.classes.collection(target), false, true,
				Optional.ofNullable(this.fields.overlay().keys().get(name))
					.filter((key) -> type == this.application.rootType())
					.map(Overlay.Key::path)
					.orElse(null),
				param.documentation().orElse(null));
	}

	private static String id(@Nullable ResourceType type) {
		return (type != null) ? type.id() : "";
	}

}
