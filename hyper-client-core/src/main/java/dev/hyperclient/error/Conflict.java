package dev.hyperclient.error;

import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpMethod;

/**
 * 409: the request conflicts with the state of the service, for instance a name that is
 * taken.
 */
public class Conflict extends ClientError {

	Conflict(HttpMethod method, ServiceResponse response) {
		super(method, response);
	}

}
