package dev.hyperclient.error;

import java.util.List;

import org.springframework.http.HttpHeaders;
import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpMethod;

/**
 * 400: the service rejected the request as invalid. The body contains the reason.
 */
public class BadRequest extends ClientError {

	BadRequest(HttpMethod method, ServiceResponse response) {
		super(method, response);
	}

	/**
	 * Return the problems of single attributes or arguments, parsed from a plain-text
	 * body with a line for each. The rest of the body is in {@link #bodyText()}.
	 * @return the problems in the order of the body, unmodifiable, empty if it names no
	 * attribute
	 */
	public List<InvalidField> invalidFields() {
		return InvalidFieldReader.read(headers().getFirst(HttpHeaders.CONTENT_TYPE), bodyText());
	}

}
