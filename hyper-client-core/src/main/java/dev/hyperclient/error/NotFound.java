package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;

/**
 * 404: there is no resource at this URL.
 */
public class NotFound extends ClientError {

	NotFound(URI uri, int status, HttpHeaders headers, byte[] body) {
		super(uri, status, headers, body);
	}

}
