package dev.hyperclient.error;

import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpMethod;

/**
 * 412: the resource has changed since it was read.
 */
public class PreconditionFailed extends ClientError {

	PreconditionFailed(HttpMethod method, ServiceResponse response) {
		super(method, response);
	}

}
