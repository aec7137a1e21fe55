package dev.hyperclient.http;

/**
 * The only implementation of {@link CallTags}.
 *
 * @param resourceType the id of the resource type
 * @param operation the action on the resource
 * @param uriTemplate the template for the URL
 */
record DefaultCallTags(String resourceType, String operation, String uriTemplate) implements CallTags {

}
