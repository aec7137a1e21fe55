package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * The service failed: a status from 500 to 599.
 */
public class ServerError extends HTTPError {

	ServerError(HttpMethod method, URI uri, int status, HttpHeaders headers, byte[] body) {
		super(method, uri, status, headers, body);
	}

}
