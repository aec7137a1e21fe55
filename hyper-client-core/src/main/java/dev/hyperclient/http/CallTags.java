package dev.hyperclient.http;

import org.jspecify.annotations.Nullable;

/**
 * Purpose of a request in few values, for the tags of meters and the names of spans.
 * Never sent.
 *
 * @param resourceType the id of the resource type, such as {@code recipe}, or
 * {@link #UNKNOWN_TYPE}
 * @param operation the name of the named operation, or another action on the resource,
 * such as {@code get}
 * @param uriTemplate the template for the URL: the resource type in braces, since only
 * the service knows the structure of its URLs, and the name of the operation if it is
 * part of the URL. {@code /} for the root
 */
public record CallTags(String resourceType, String operation, String uriTemplate) {

	/**
	 * The type of a resource of unknown type.
	 */
	public static final String UNKNOWN_TYPE = "none";

	/**
	 * The type of the root, whose own id is not known before its description is read.
	 */
	public static final String ROOT_TYPE = "service-root";

	/**
	 * The tags of a request without any.
	 */
	public static final CallTags UNKNOWN = of(null, "none");

	/**
	 * Create the tags of a request to a resource.
	 * @param resourceType the id of the resource type, {@code null} if it is unknown
	 * @param operation the action on the resource
	 * @return the tags
	 */
	public static CallTags of(@Nullable String resourceType, String operation) {
		if (resourceType == null) {
			return new CallTags(UNKNOWN_TYPE, operation, "/{resource}");
		}
		String template = resourceType.equals(ROOT_TYPE) ? "/" : "/{" + resourceType + "}";
		return new CallTags(resourceType, operation, template);
	}

	/**
	 * Return these tags for a request whose URL contains the operation.
	 * @return the tags
	 */
	public CallTags withOperationInUri() {
		return new CallTags(this.resourceType, this.operation, this.uriTemplate + "?ws.op=" + this.operation);
	}

}
