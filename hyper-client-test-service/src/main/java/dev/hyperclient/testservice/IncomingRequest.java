package dev.hyperclient.testservice;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A request with a valid target and host.
 *
 * @param method the method, after method override
 * @param path the path below the version
 * @param rawPath the path as sent, with the version
 * @param rawQuery the query as sent
 * @param query the fields of the query
 * @param headers the header fields by case-insensitive name
 * @param body the content
 * @param uris creates the links of the response
 * @param root the URL of the root that the client uses
 * @param caller the caller
 */
record IncomingRequest(String method, ResourcePath path, String rawPath, String rawQuery, FormFields query,
		Map<String, String> headers, byte[] body, ServiceUris uris, String root, Caller caller) {

	private static final String OLD_WADL = "application/vd.sun.wadl+xml";

	@Nullable String header(String name) {
		return this.headers.get(name);
	}

	/**
	 * Return the URL of the resource without the query, as it is in links.
	 */
	String url() {
		return this.uris.root() + this.rawPath.substring(this.rawPath.indexOf('/', 1) + 1);
	}

	/**
	 * Return the target below the version, with the URLs that are in links as arguments.
	 */
	String target() {
		String query = canonical(this.rawQuery.replace(URLEncoder.encode(this.root, StandardCharsets.UTF_8),
				URLEncoder.encode(this.uris.root(), StandardCharsets.UTF_8)));
		return this.path.encoded() + (query.isEmpty() ? "" : "?" + query);
	}

	/**
	 * Return a text that the client has sent with the URLs that are in links.
	 */
	String canonical(String text) {
		return text.replace(this.root, this.uris.root());
	}

	/**
	 * Return a text of the response with the URLs that the client uses.
	 */
	String localized(String text) {
		return text.replace(this.uris.root(), this.root);
	}

	/**
	 * Return the media type of the content without parameters.
	 * @return the media type in lower case, empty if absent
	 */
	String mediaType() {
		return GuardedRequest.mediaType(header("Content-Type"));
	}

	void requireMethod(String allowed) {
		if (!this.method.equals(allowed)) {
			throw RequestRefusedException.methodNotAllowed(allowed);
		}
	}

	/**
	 * Return the media type of the response. The first offer is the default, also if the
	 * request accepts none of the offers.
	 */
	String choose(List<String> offers) {
		String accept = this.query.text("ws.accept");
		Map<String, Double> ranges = parse((accept != null) ? accept : header("Accept"));
		return offers.stream().max(Comparator.comparingDouble((offer) -> quality(ranges, offer))).orElseThrow();
	}

	private static double quality(Map<String, Double> ranges, String offer) {
		String type = offer.substring(0, offer.indexOf('/'));
		return ranges.getOrDefault(offer, ranges.getOrDefault(type + "/*", ranges.getOrDefault("*/*", 0.0)));
	}

	private static Map<String, Double> parse(@Nullable String accept) {
		Map<String, Double> ranges = new HashMap<>();
		for (String range : (accept != null) ? accept.split(",") : new String[0]) {
			String[] parts = range.strip().toLowerCase(Locale.ROOT).split("\\s*;\\s*", -1);
			double quality = 1;
			for (String parameter : parts) {
				quality = parameter.startsWith("q=") ? number(parameter.substring(2)) : quality;
			}
			ranges.putIfAbsent(parts[0].equals(OLD_WADL) ? OutgoingResponse.WADL : parts[0], quality);
		}
		return ranges;
	}

	private static double number(String text) {
		return text.matches("[01](\\.[0-9]{0,3})?") ? Double.parseDouble(text) : 0;
	}

}
