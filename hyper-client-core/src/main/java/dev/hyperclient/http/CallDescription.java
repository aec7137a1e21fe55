package dev.hyperclient.http;

import org.jspecify.annotations.Nullable;

/**
 * What a request is about, in words that stay few however many resources there are: for
 * the tags of meters and the names of spans, never for the wire.
 *
 * @param resourceType the id of the resource type, such as {@code recipe}, or
 * {@link #UNKNOWN_TYPE}
 * @param operation the name of the named operation, or what else is done with the
 * resource, such as {@code get}
 * @param uriTemplate what stands for the address: the resource type in braces, since only
 * the service knows how addresses are made up, and the name of an operation that the
 * address carries. {@code /} for the root
 */
public record CallDescription(String resourceType, String operation, String uriTemplate) {

	/**
	 * The type of a resource that nobody has told the type of.
	 */
	public static final String UNKNOWN_TYPE = "none";

	/**
	 * The type of the root, whose own id is not known before its description is read.
	 */
	public static final String ROOT_TYPE = "service-root";

	/**
	 * A request that nobody has described.
	 */
	public static final CallDescription UNKNOWN = of(null, "none");

	/**
	 * Describes a request to a resource.
	 * @param resourceType the id of the resource type, {@code null} if it is not known
	 * @param operation what is done with the resource
	 * @return the description
	 */
	public static CallDescription of(@Nullable String resourceType, String operation) {
		if (resourceType == null) {
			return new CallDescription(UNKNOWN_TYPE, operation, "/{resource}");
		}
		String template = resourceType.equals(ROOT_TYPE) ? "/" : "/{" + resourceType + "}";
		return new CallDescription(resourceType, operation, template);
	}

	/**
	 * This description of a request whose address names the operation.
	 * @return the description
	 */
	public CallDescription withOperationInUri() {
		return new CallDescription(this.resourceType, this.operation, this.uriTemplate + "?ws.op=" + this.operation);
	}

}
