package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;

/**
 * 405: the resource does not support this method.
 */
public class MethodNotAllowed extends ClientError {

	MethodNotAllowed(URI uri, int status, HttpHeaders headers, byte[] body) {
		super(uri, status, headers, body);
	}

}
