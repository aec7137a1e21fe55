package dev.hyperclient.internal.generator;

import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.RepresentationDefinition;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.generator.ClientModel.ResultModel;
import dev.hyperclient.internal.generator.ClientModel.ValueModel;
import dev.hyperclient.internal.generator.Overlay.Correction;
import dev.hyperclient.internal.generator.Overlay.Rule;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * The fields and operations of resource types, with the rules of the overlay.
 */
final class Fields {

	/** Methods of each entry. */
	private static final Set<String> COMMON = Set.of(LinkName.SELF, LinkName.TYPE, "http_etag");

	private final WadlApplication application;

	private final Overlay overlay;

	private final Map<String, Set<String>> names = new HashMap<>();

	private final Map<String, Boolean> subtyped = new HashMap<>();

	private final Map<RepresentationDefinition, ResourceType> typesByRepresentation = new IdentityHashMap<>();

	Fields(WadlApplication application, Overlay overlay) {
		this.application = application;
		this.overlay = overlay;
		for (ResourceType type : application.resourceTypes()) {
			type.representation().ifPresent((definition) -> this.typesByRepresentation.putIfAbsent(definition, type));
		}
	}

	WadlApplication application() {
		return this.application;
	}

	Overlay overlay() {
		return this.overlay;
	}

	/** Return the type that a link leads to, {@code null} if it is unknown. */
	@Nullable ResourceType target(Param param) {
		return param.linkType().flatMap(this.application::findResourceType).orElse(null);
	}

	/** Return whether a type is one of entries, the root excepted. */
	boolean isEntry(ResourceType type) {
		return type.representation().isPresent() && !type.isCollection() && type != this.application.rootType();
	}

	/** Return whether a type has a class, the root excepted. */
	boolean isGenerated(ResourceType type) {
		return isEntry(type) || (type.isCollection() && !type.operationNames().isEmpty());
	}

	/**
	 * Return the attribute that a name such as {@code bug_task.status} means, if the
	 * description lists its values.
	 */
	Optional<Param> listed(String reference) {
		int dot = reference.indexOf('.');
		return this.application.findResourceTypeById(reference.substring(0, Math.max(dot, 0)))
			.flatMap((type) -> type.attribute(reference.substring(dot + 1)))
			.filter((attribute) -> !attribute.options().isEmpty());
	}

	/** Return the type of the entries that a name of the overlay means. */
	Optional<ResourceType> entryType(String reference) {
		return this.application.findResourceTypeById(reference).filter(this::isEntry);
	}

	/** Return whether the description has what a type of the overlay refers to. */
	boolean isKnown(ValueModel type) {
		return type.reference().isEmpty()
				|| (type.isListed() ? listed(type.reference()).isPresent() : entryType(type.reference()).isPresent());
	}

	/** Return whether a parameter or field is a link to a file. */
	boolean isFile(Param param) {
		@Nullable ResourceType target = target(param);
		return target != null && target.representation().isEmpty();
	}

	/** Return the fields, of which those that are omitted are left out. */
	List<Param> generated(ResourceType type) {
		return all(type).stream()
			.filter((param) -> !isCommon(param))
			.filter((param) -> !correction(type, param).isOmitted())
			.toList();
	}

	static List<Param> all(ResourceType type) {
		Set<String> known = new HashSet<>();
		return type.representation()
			.map(RepresentationDefinition::params)
			.orElse(List.of())
			.stream()
			.filter((param) -> known.add(param.name()))
			.toList();
	}

	static boolean isCommon(Param param) {
		return COMMON.contains(param.name());
	}

	static List<WadlMethod> operations(ResourceType type) {
		return type.operationNames().stream().flatMap((name) -> type.operation(name).stream()).toList();
	}

	static boolean isCollectionLink(Param param) {
		return param.isResourceLink() && param.name().endsWith(LinkName.COLLECTION_SUFFIX);
	}

	/** Return the name without the suffix of a link. */
	static String bareName(Param param) {
		return param.isResourceLink() ? LinkName.of(param.name()) : param.name();
	}

	/** Return whether a link is one for the client: an overlay may make it a value. */
	boolean isReadAsLink(ResourceType type, Param param) {
		return param.isResourceLink() && correction(type, param).type() == null;
	}

	Correction correction(ResourceType type, Param param) {
		return Overlay.correction(rules(type, param));
	}

	List<Rule> rules(ResourceType type, Param param) {
		return param.isResourceLink() ? this.overlay.linkRules(type.id(), param.name(), bareName(param))
				: this.overlay.rules(Rule.Subject.ATTRIBUTE, type.id(), param.name(), "");
	}

	/**
	 * Return whether entries of other types may be of this type too. Descriptions do not
	 * contain subtypes, but a subtype has all fields of its supertype.
	 */
	boolean hasSubtypes(@Nullable ResourceType type) {
		if (type == null) {
			return false;
		}
		return this.subtyped.computeIfAbsent(type.id(), (id) -> {
			Set<String> own = names(type);
			return this.application.resourceTypes()
				.stream()
				.anyMatch((other) -> other != type && isEntry(other) && names(other).containsAll(own));
		});
	}

	private Set<String> names(ResourceType type) {
		return this.names.computeIfAbsent(type.id(),
				(id) -> all(type).stream().map(Param::name).collect(Collectors.toSet()));
	}

	/** Return the result of an operation, empty if it is not described. */
	Optional<Result> result(WadlMethod operation) {
		Optional<ResourceType> created = operation.locationType()
			.flatMap((URI reference) -> this.application.findResourceType(reference));
		if (created.isPresent()) {
			return Optional.of(new Result(ResultModel.Kind.CREATED, created.get()));
		}
		for (RepresentationDefinition definition : operation.responseRepresentations()) {
			ResourceType type = this.typesByRepresentation.get(definition);
			if (type != null) {
				return Optional
					.of(new Result(type.isCollection() ? ResultModel.Kind.COLLECTION : ResultModel.Kind.ENTRY, type));
			}
		}
		return Optional.empty();
	}

	/**
	 * Result of an operation: {@code CREATED}, {@code ENTRY} or {@code COLLECTION}.
	 */
	record Result(ResultModel.Kind kind, ResourceType type) {

		String text() {
			return switch (this.kind) {
				case CREATED -> "a created entry";
				case COLLECTION -> "a collection";
				default -> "an entry";
			} + " of the type '%s'".formatted(this.type.id());
		}

	}

}
