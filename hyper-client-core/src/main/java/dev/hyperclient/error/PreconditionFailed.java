package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;

/**
 * 412: the resource has changed since it was read.
 */
public class PreconditionFailed extends ClientError {

	PreconditionFailed(URI uri, int status, HttpHeaders headers, byte[] body) {
		super(uri, status, headers, body);
	}

}
