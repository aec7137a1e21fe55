package dev.hyperclient.internal.cache;

import java.net.HttpCookie;
import java.util.List;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * The cookies of stored responses, as Spring represents them.
 */
final class ResponseCookies {

	private ResponseCookies() {
	}

	/**
	 * Return the cookies in header fields, without those that are not valid.
	 */
	static MultiValueMap<String, ResponseCookie> of(HttpHeaders headers) {
		MultiValueMap<String, ResponseCookie> cookies = new LinkedMultiValueMap<>();
		for (String value : headers.getOrEmpty(HttpHeaders.SET_COOKIE)) {
			for (ResponseCookie cookie : parse(value)) {
				cookies.add(cookie.getName(), cookie);
			}
		}
		return cookies;
	}

	private static List<ResponseCookie> parse(String value) {
		try {
			return HttpCookie.parse(value).stream().map((cookie) -> ResponseCookie.from(cookie).build()).toList();
		}
		catch (IllegalArgumentException ex) {
			return List.of();
		}
	}

}
