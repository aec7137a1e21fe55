package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * 405: the resource does not support this method.
 */
public class MethodNotAllowed extends ClientError {

	MethodNotAllowed(HttpMethod method, URI uri, int status, HttpHeaders headers, byte[] body) {
		super(method, uri, status, headers, body);
	}

}
