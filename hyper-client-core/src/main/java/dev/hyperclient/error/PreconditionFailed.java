package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * 412: the resource has changed since it was read.
 */
public class PreconditionFailed extends ClientError {

	PreconditionFailed(HttpMethod method, URI uri, int status, HttpHeaders headers, byte[] body) {
		super(method, uri, status, headers, body);
	}

}
