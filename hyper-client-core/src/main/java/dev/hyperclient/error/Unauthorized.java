package dev.hyperclient.error;

import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpMethod;

/**
 * 401: the service requires credentials, or rejects the given ones.
 */
public class Unauthorized extends ClientError {

	Unauthorized(HttpMethod method, ServiceResponse response) {
		super(method, response);
	}

}
