package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;

/**
 * 401: the service requires credentials, or rejects the given ones.
 */
public class Unauthorized extends ClientError {

	Unauthorized(URI uri, int status, HttpHeaders headers, byte[] body) {
		super(uri, status, headers, body);
	}

}
