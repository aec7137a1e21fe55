package dev.hyperclient.error;

import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpMethod;

/**
 * 405: the resource does not support this method.
 */
public class MethodNotAllowed extends ClientError {

	MethodNotAllowed(HttpMethod method, ServiceResponse response) {
		super(method, response);
	}

}
