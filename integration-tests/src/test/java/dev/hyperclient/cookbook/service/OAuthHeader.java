package dev.hyperclient.cookbook.service;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.springframework.web.util.UriUtils;

/**
 * Creates {@code Authorization} header fields of clients. Independent of the service, so
 * that each verifies the other.
 */
final class OAuthHeader {

	private final Map<String, String> parameters = new LinkedHashMap<>();

	private OAuthHeader(String method, String consumer, String token) {
		this.parameters.put("oauth_version", "1.0");
		this.parameters.put("oauth_signature_method", method);
		this.parameters.put("oauth_consumer_key", consumer);
		this.parameters.put("oauth_token", token);
	}

	static String plaintext(String consumer, String token, String secret) {
		return new OAuthHeader("PLAINTEXT", consumer, token)
			.with("oauth_signature", "&" + UriUtils.encode(secret, StandardCharsets.UTF_8))
			.toString();
	}

	static OAuthHeader signedWith(String method, String consumer, String token) {
		return new OAuthHeader(method, consumer, token);
	}

	OAuthHeader at(long timestamp, String nonce) {
		return with("oauth_timestamp", Long.toString(timestamp)).with("oauth_nonce", nonce);
	}

	OAuthHeader with(String name, String value) {
		this.parameters.put(name, value);
		return this;
	}

	/**
	 * Sign a request. Names of parameters must be unique and must not need double
	 * encoding.
	 */
	OAuthHeader sign(String httpMethod, URI uri, String secret, String form) {
		Map<String, String> sorted = new TreeMap<>();
		this.parameters.forEach((name, value) -> sorted.put(name, UriUtils.encode(value, StandardCharsets.UTF_8)));
		String query = (uri.getRawQuery() != null) ? uri.getRawQuery() : "";
		for (String pair : (query + "&" + form).split("&")) {
			if (!pair.isEmpty()) {
				String[] parts = pair.replace("+", "%20").split("=", 2);
				sorted.put(parts[0], parts[1]);
			}
		}
		String joined = sorted.entrySet()
			.stream()
			.map((parameter) -> parameter.getKey() + "=" + parameter.getValue())
			.collect(Collectors.joining("&"));
		String base = "http://" + uri.getRawAuthority() + uri.getRawPath();
		String text = httpMethod + "&" + UriUtils.encode(base, StandardCharsets.UTF_8) + "&"
				+ UriUtils.encode(joined, StandardCharsets.UTF_8);
		return with("oauth_signature", hmac("&" + UriUtils.encode(secret, StandardCharsets.UTF_8), text));
	}

	private String hmac(String key, String text) {
		String algorithm = "HMAC-SHA256".equals(this.parameters.get("oauth_signature_method")) ? "HmacSHA256"
				: "HmacSHA1";
		try {
			Mac mac = Mac.getInstance(algorithm);
			mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.US_ASCII), algorithm));
			return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.US_ASCII)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public String toString() {
		return "OAuth realm=\"OAuth\", " + this.parameters.entrySet()
			.stream()
			.map((parameter) -> parameter.getKey() + "=\""
					+ UriUtils.encode(parameter.getValue(), StandardCharsets.UTF_8) + "\"")
			.collect(Collectors.joining(", "));
	}

}
