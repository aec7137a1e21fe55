package dev.hyperclient.http;

import org.jspecify.annotations.Nullable;

/**
 * Purpose of a request in few values, for the tags of meters and the names of spans.
 * Never sent. Only the library implements it. Immutable.
 */
public sealed interface CallTags {

	/**
	 * The type of a resource of unknown type.
	 */
	String UNKNOWN_TYPE = "none";

	/**
	 * The type of the root, whose own id is not known before its description is read.
	 */
	String ROOT_TYPE = "service-root";

	/**
	 * The tags of a request without any.
	 */
	CallTags UNKNOWN = of(null, "none");

	/**
	 * Create the tags of a request to a resource.
	 * @param resourceType the id of the resource type, {@code null} if it is unknown
	 * @param operation the action on the resource
	 * @return the tags
	 */
	static CallTags of(@Nullable String resourceType, String operation) {
		if (resourceType == null) {
			return new DefaultCallTags(UNKNOWN_TYPE, operation, "/{resource}");
		}
		String template = resourceType.equals(ROOT_TYPE) ? "/" : "/{" + resourceType + "}";
		return new DefaultCallTags(resourceType, operation, template);
	}

	/**
	 * Return the resource type.
	 * @return the id, such as {@code recipe}, or {@link #UNKNOWN_TYPE}
	 */
	String resourceType();

	/**
	 * Return the operation.
	 * @return the name of the named operation, or another action on the resource, such as
	 * {@code get}
	 */
	String operation();

	/**
	 * Return the template for the URL: the resource type in braces, since only the
	 * service knows the structure of its URLs, and the name of the operation if it is
	 * part of the URL.
	 * @return the template, {@code /} for the root
	 */
	String uriTemplate();

	/**
	 * Return these tags for a request whose URL contains the operation.
	 * @return the tags
	 */
	default CallTags withOperationInUri() {
		return new DefaultCallTags(resourceType(), operation(), uriTemplate() + "?ws.op=" + operation());
	}

}

record DefaultCallTags(String resourceType, String operation, String uriTemplate) implements CallTags {

}
