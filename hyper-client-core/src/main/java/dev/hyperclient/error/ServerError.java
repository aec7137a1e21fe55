package dev.hyperclient.error;

import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpMethod;

/**
 * The service failed: a status from 500 to 599.
 */
public class ServerError extends HTTPError {

	ServerError(HttpMethod method, ServiceResponse response) {
		super(method, response);
	}

}
