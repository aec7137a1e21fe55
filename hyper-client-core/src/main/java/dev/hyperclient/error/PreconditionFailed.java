package dev.hyperclient.error;

import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpMethod;

/**
 * 412: the resource has changed since it was read.
 */
public class PreconditionFailed extends ClientError {

	PreconditionFailed(HttpMethod method, ServiceResponse response) {
		super(method, response);
		addAdvice(
				"Change it with update(...), which applies a change to the new state, or read that with svcRefresh(), which discards the changes, and set them again");
	}

}
