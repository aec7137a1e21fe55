package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * 409: the request conflicts with the state of the service, for instance a name that is
 * taken.
 */
public class Conflict extends ClientError {

	Conflict(HttpMethod method, URI uri, int status, HttpHeaders headers, byte[] body) {
		super(method, uri, status, headers, body);
	}

}
