package dev.hyperclient.authorizer;

import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * A request that was answered with status 401.
 *
 * @param request the request as it was sent, with the header fields that the authorizer
 * added, and the deadline of the call
 * @param response the response, its content cut if it was long
 */
public record Refusal(ServiceRequest request, ServiceResponse response) {
}
