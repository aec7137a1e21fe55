package dev.hyperclient;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Base class of all resources: answers what the description of the service contains about
 * a resource, and is notified of the effects of its operations.
 */
abstract class DescribedResource {

	private final ServiceContext context;

	DescribedResource(ServiceContext context) {
		this.context = context;
	}

	final ServiceContext context() {
		return this.context;
	}

	/** Return the URL of the resource, which its operations have, too. */
	public abstract URI uri();

	/**
	 * Return the resource type, {@code null} if it is unknown. Fetches the resource if
	 * that is necessary to determine its type.
	 */
	abstract @Nullable ResourceType resourceType();

	/**
	 * An operation may have changed the resource: the fetched state must be revalidated
	 * before its next use.
	 */
	abstract void changed();

	/**
	 * An operation has moved the resource.
	 * @param target the new URL
	 * @param representation the representation, {@code null} if it could not be fetched
	 */
	abstract void moved(URI target, @Nullable JsonObject representation);

	public final List<String> svcAttributes() {
		return described(ResourceType::svcAttributes);
	}

	public final List<String> svcEntries() {
		return described(ResourceType::svcEntries);
	}

	public final List<String> svcCollections() {
		return described(ResourceType::svcCollections);
	}

	public final List<String> svcOperations() {
		return described(ResourceType::operationNames);
	}

	private List<String> described(Function<ResourceType, List<String>> names) {
		ResourceType type = resourceType();
		return (type != null) ? names.apply(type) : List.of();
	}

	final TypeDescription describe(ResourceType type) {
		return new TypeDescription(type, this.context.description());
	}

	public final List<NamedOperation> operations() {
		return svcOperations().stream().map(this::operation).toList();
	}

	public NamedOperation operation(String name) {
		return DefaultNamedOperation.of(this, resourceType(), name);
	}

	/** Return the declared type of a linked resource, {@code null} if it is unknown. */
	final @Nullable ResourceType linkedType(String key) {
		ResourceType type = resourceType();
		URI reference = (type != null) ? type.attribute(key).flatMap(Param::linkType).orElse(null) : null;
		return this.context.description().findType(reference);
	}

	/**
	 * Return what the JSON mapper of an application writes for the resource. Makes no
	 * request.
	 * @throws IllegalStateException if that would need a request
	 */
	@JsonValue
	abstract Map<String, @Nullable Object> json();

	@Override
	public final String toString() {
		return uri().toString();
	}

}
