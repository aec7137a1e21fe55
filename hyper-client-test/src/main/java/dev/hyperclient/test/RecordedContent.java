package dev.hyperclient.test;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Removes from responses what is not to be recorded: user information and OAuth
 * parameters in URLs, and the values of redacted attributes. Immutable.
 *
 * @param redacted the names of attributes, without suffixes of links
 */
record RecordedContent(Set<String> redacted) {

	/** Services have it in place of a value that the user may not see. */
	static final String REDACTED = "tag:launchpad.net:2008:redacted";

	private static final Pattern USER_INFORMATION = Pattern.compile("(https?://)[^/?#@\\s\"]*@");

	private static final Pattern OAUTH_BEFORE_OTHERS = Pattern.compile("(?<=[?&])oauth_[^=&#\\s\"]*(?:=[^&#\\s\"]*)?&");

	private static final Pattern LAST_OAUTH = Pattern.compile("[?&]oauth_[^=&#\\s\"]*(?:=[^&#\\s\"]*)?");

	/**
	 * Return a URL relative to the root.
	 * @param url the URL
	 * @param roots the URLs of the root
	 * @return the relative URL without OAuth parameters, or {@code null} if the URL is
	 * not below the root or has an argument for a redacted name
	 */
	@Nullable String relative(URI url, URI... roots) {
		String text = withoutUserInformation(url.toString());
		String root = Stream.of(roots)
			.map((one) -> withoutUserInformation(one.toString()))
			.filter(text::startsWith)
			.findFirst()
			.orElse(null);
		if (root == null) {
			return null;
		}
		String relative = text.substring(root.length());
		int fragment = relative.indexOf('#');
		String target = (fragment < 0) ? relative : relative.substring(0, fragment);
		int query = target.indexOf('?');
		if (query < 0) {
			return target;
		}
		String[] pairs = target.substring(query + 1).split("&");
		if (Arrays.stream(pairs).anyMatch((pair) -> this.redacted.contains(pair.split("=", 2)[0]))) {
			return null;
		}
		String kept = Arrays.stream(pairs)
			.filter((pair) -> !pair.isEmpty() && !pair.startsWith("oauth_"))
			.collect(Collectors.joining("&"));
		return kept.isEmpty() ? target.substring(0, query) : target.substring(0, query + 1) + kept;
	}

	/**
	 * Return a representation without what is not to be recorded.
	 * @param body the representation
	 * @return the representation
	 */
	JsonNode clean(JsonNode body) {
		if (body instanceof ObjectNode object) {
			ObjectNode clean = object.objectNode();
			// The order is of no importance to services, so it may change with each
			// response.
			object.propertyStream()
				.map(Map.Entry::getKey)
				.sorted()
				.forEach((key) -> clean.set(key, isRedacted(key) ? redact(object.get(key)) : clean(object.get(key))));
			return clean;
		}
		if (body instanceof ArrayNode array) {
			ArrayNode clean = array.arrayNode();
			array.forEach((element) -> clean.add(clean(element)));
			return clean;
		}
		return body.isString() ? text(clean(body.stringValue())) : body;
	}

	private static String clean(String text) {
		String clean = OAUTH_BEFORE_OTHERS.matcher(withoutUserInformation(text)).replaceAll("");
		return LAST_OAUTH.matcher(clean).replaceAll("");
	}

	private static JsonNode redact(JsonNode value) {
		return value.isNull() ? value : text(REDACTED);
	}

	private static JsonNode text(String value) {
		return RecordingFolder.MAPPER.getNodeFactory().stringNode(value);
	}

	private boolean isRedacted(String key) {
		return this.redacted.contains(key)
				|| (key.endsWith("_link") && this.redacted.contains(key.replaceFirst("(_collection)?_link$", "")));
	}

	static byte[] withoutUserInformation(byte[] document) {
		String text = new String(document, StandardCharsets.ISO_8859_1);
		return withoutUserInformation(text).getBytes(StandardCharsets.ISO_8859_1);
	}

	private static String withoutUserInformation(String text) {
		return USER_INFORMATION.matcher(text).replaceAll("$1");
	}

}
