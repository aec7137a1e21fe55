package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;

/**
 * 400: the service could not make sense of the request. The body says why.
 */
public class BadRequest extends ClientError {

	BadRequest(URI uri, int status, HttpHeaders headers, byte[] body) {
		super(uri, status, headers, body);
	}

}
