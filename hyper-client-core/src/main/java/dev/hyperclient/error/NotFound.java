package dev.hyperclient.error;

import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpMethod;

/**
 * 404: there is no resource at this URL.
 */
public class NotFound extends ClientError {

	NotFound(HttpMethod method, ServiceResponse response) {
		super(method, response);
	}

}
