package dev.hyperclient.internal.exchange;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

import dev.hyperclient.internal.text.Product;

import org.springframework.web.util.UriUtils;

/**
 * The {@code User-Agent}: the product token, followed by the authorizer's parameters in
 * alphabetical order.
 */
final class UserAgent {

	private static final char LAST_ASCII = 126;

	private UserAgent() {
	}

	static String of(Map<String, String> parameters) {
		StringBuilder value = new StringBuilder(Product.TOKEN);
		new TreeMap<>(parameters).forEach((name, text) -> append(value.append("; "), name, text));
		return value.toString();
	}

	private static void append(StringBuilder value, String name, String text) {
		if (text.chars().allMatch((c) -> c >= ' ' && c <= LAST_ASCII)) {
			String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
			value.append(name).append("=\"").append(quoted).append('"');
		}
		else {
			// The extended form of RFC 8187, 3.2, which also encodes control characters.
			value.append(name).append("*=utf-8''").append(UriUtils.encode(text, StandardCharsets.UTF_8));
		}
	}

}
