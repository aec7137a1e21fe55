package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * 404: there is no resource at this URL.
 */
public class NotFound extends ClientError {

	NotFound(HttpMethod method, URI uri, int status, HttpHeaders headers, byte[] body) {
		super(method, uri, status, headers, body);
	}

}
