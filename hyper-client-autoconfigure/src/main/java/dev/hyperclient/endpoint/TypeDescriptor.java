package dev.hyperclient.endpoint;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.hyperclient.wadl.Param;
import dev.hyperclient.wadl.ResourceType;
import dev.hyperclient.wadl.WadlMethod;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Description of a resource type. Documentation is plain text of the service.
 *
 * @param id the id
 * @param collection whether resources of the type are collections
 * @param entryType the id of the type of the entries of a collection, {@code null} if
 * this is no collection or the type is not described
 * @param documentation the documentation, {@code null} if there is none
 * @param attributes the attributes
 * @param links the links to entries, files and collections
 * @param operations the named operations
 */
public record TypeDescriptor(String id, boolean collection, @Nullable String entryType, @Nullable String documentation,
		List<ValueDescriptor> attributes, List<LinkDescriptor> links,
		List<OperationDescriptor> operations) implements OperationResponseBody {

	static TypeDescriptor of(ResourceType type) {
		List<LinkDescriptor> links = new ArrayList<>();
		type.svcEntries().forEach((name) -> links.add(LinkDescriptor.of(name, false, type.attribute(name + "_link"))));
		type.svcCollections()
			.forEach((name) -> links.add(LinkDescriptor.of(name, true, type.attribute(name + "_collection_link"))));
		return new TypeDescriptor(type.id(), type.isCollection(), id(type.entryType()),
				type.documentation().orElse(null),
				type.svcAttributes()
					.stream()
					.flatMap((name) -> type.attribute(name).stream())
					.map(ValueDescriptor::of)
					.toList(),
				links,
				type.operationNames()
					.stream()
					.flatMap((name) -> type.operation(name).stream())
					.map(OperationDescriptor::of)
					.toList());
	}

	private static @Nullable String id(Optional<URI> type) {
		return type.map(URI::getFragment).orElse(null);
	}

	/**
	 * Description of an attribute or of a parameter of an operation.
	 *
	 * @param name the name
	 * @param type {@code any}, {@code date}, {@code date-time} or {@code binary}:
	 * descriptions do not distinguish other types
	 * @param required whether a parameter is required, or an attribute is always present
	 * @param options the allowed values, empty if any value is allowed
	 * @param documentation the documentation, {@code null} if there is none
	 */
	public record ValueDescriptor(String name, String type, boolean required, List<String> options,
			@Nullable String documentation) {

		private static ValueDescriptor of(Param param) {
			return new ValueDescriptor(param.name(), param.type().name().toLowerCase(Locale.ROOT).replace('_', '-'),
					param.required(), param.options(), param.documentation().orElse(null));
		}

	}

	/**
	 * Description of a link.
	 *
	 * @param name the name
	 * @param collection whether it leads to a collection
	 * @param type the id of the type of the linked resource, {@code null} if the
	 * description does not name it
	 * @param documentation the documentation, {@code null} if there is none
	 */
	public record LinkDescriptor(String name, boolean collection, @Nullable String type,
			@Nullable String documentation) {

		private static LinkDescriptor of(String name, boolean collection, Optional<Param> param) {
			return new LinkDescriptor(name, collection, id(param.flatMap(Param::linkType)),
					param.flatMap(Param::documentation).orElse(null));
		}

	}

	/**
	 * Description of a named operation.
	 *
	 * @param name the name
	 * @param method the HTTP method
	 * @param creates the id of the type of the resource that the operation creates,
	 * {@code null} if it creates none
	 * @param documentation the documentation, {@code null} if there is none
	 * @param parameters the parameters
	 */
	public record OperationDescriptor(String name, String method, @Nullable String creates,
			@Nullable String documentation, List<ValueDescriptor> parameters) {

		private static OperationDescriptor of(WadlMethod operation) {
			return new OperationDescriptor(operation.operationName().orElseThrow(), operation.name(),
					id(operation.locationType()), operation.documentation().orElse(null),
					operation.operationParams()
						.stream()
						.filter((param) -> param.fixed() == null)
						.map(ValueDescriptor::of)
						.toList());
		}

	}

}
