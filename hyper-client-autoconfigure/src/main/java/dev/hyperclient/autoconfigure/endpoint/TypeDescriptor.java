package dev.hyperclient.autoconfigure.endpoint;

import java.util.List;
import java.util.Locale;

import dev.hyperclient.LinkDescription;
import dev.hyperclient.OperationDescription;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
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
record TypeDescriptor(String id, boolean collection, @Nullable String entryType, @Nullable String documentation,
		List<AttributeDescriptor> attributes, List<LinkDescriptor> links,
		List<OperationDescriptor> operations) implements OperationResponseBody {

	static TypeDescriptor of(TypeDescription type) {
		return new TypeDescriptor(type.id(), type.isCollection(),
				type.entryType().map(TypeDescription::id).orElse(null), type.documentation().orElse(null),
				type.attributes().stream().map(AttributeDescriptor::of).toList(),
				type.links().stream().map(LinkDescriptor::of).toList(),
				type.operations().stream().map(OperationDescriptor::of).toList());
	}

	private static String lowerCase(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/**
	 * Description of an attribute.
	 *
	 * @param name the name
	 * @param type {@code any}, {@code date}, {@code date-time} or {@code file}:
	 * descriptions do not distinguish other types
	 * @param required whether the attribute is always present; it may be null
	 * @param writable whether the service accepts a new value
	 * @param options the allowed values, empty if any value is allowed
	 * @param documentation the documentation, {@code null} if there is none
	 */
	record AttributeDescriptor(String name, String type, boolean required, boolean writable, List<String> options,
			@Nullable String documentation) {

		private static AttributeDescriptor of(ValueDescription attribute) {
			return new AttributeDescriptor(attribute.name(), lowerCase(attribute.type()), attribute.isRequired(),
					attribute.isWritable(), attribute.options(), attribute.documentation().orElse(null));
		}

	}

	/**
	 * Description of a parameter of an operation.
	 *
	 * @param name the name
	 * @param type as in an {@link AttributeDescriptor}
	 * @param required whether a value must be given
	 * @param options the allowed values, empty if any value is allowed
	 * @param documentation the documentation, {@code null} if there is none
	 */
	record ParameterDescriptor(String name, String type, boolean required, List<String> options,
			@Nullable String documentation) {

		private static ParameterDescriptor of(ValueDescription parameter) {
			return new ParameterDescriptor(parameter.name(), lowerCase(parameter.type()), parameter.isRequired(),
					parameter.options(), parameter.documentation().orElse(null));
		}

	}

	/**
	 * Description of a link.
	 *
	 * @param name the name
	 * @param kind {@code entry}, {@code collection} or {@code file}
	 * @param type the id of the type of the linked resource, {@code null} if it is not
	 * described
	 * @param writable whether the service accepts a new link
	 * @param documentation the documentation, {@code null} if there is none
	 */
	record LinkDescriptor(String name, String kind, @Nullable String type, boolean writable,
			@Nullable String documentation) {

		private static LinkDescriptor of(LinkDescription link) {
			return new LinkDescriptor(link.name(), lowerCase(link.kind()),
					link.type().map(TypeDescription::id).orElse(null), link.isWritable(),
					link.documentation().orElse(null));
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
	record OperationDescriptor(String name, String method, @Nullable String creates, @Nullable String documentation,
			List<ParameterDescriptor> parameters) {

		private static OperationDescriptor of(OperationDescription operation) {
			return new OperationDescriptor(operation.name(), operation.isWrite() ? "POST" : "GET",
					operation.resultType().filter((type) -> operation.creates()).map(TypeDescription::id).orElse(null),
					operation.documentation().orElse(null),
					operation.parameters().stream().map(ParameterDescriptor::of).toList());
		}

	}

}
