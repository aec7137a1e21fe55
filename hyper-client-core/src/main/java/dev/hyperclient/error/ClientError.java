package dev.hyperclient.error;

import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpMethod;

/**
 * The service rejected the request: a status from 400 to 499.
 */
public class ClientError extends HTTPError {

	ClientError(HttpMethod method, ServiceResponse response) {
		super(method, response);
	}

}
