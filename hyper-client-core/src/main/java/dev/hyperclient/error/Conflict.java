package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;

/**
 * 409: the request contradicts what the service holds, for instance a name that is taken.
 */
public class Conflict extends ClientError {

	Conflict(URI uri, int status, HttpHeaders headers, byte[] body) {
		super(uri, status, headers, body);
	}

}
