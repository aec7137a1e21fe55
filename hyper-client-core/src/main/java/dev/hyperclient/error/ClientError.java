package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;

/**
 * The service rejected the request: a status from 400 to 499.
 */
public class ClientError extends HTTPError {

	ClientError(URI uri, int status, HttpHeaders headers, byte[] body) {
		super(uri, status, headers, body);
	}

}
