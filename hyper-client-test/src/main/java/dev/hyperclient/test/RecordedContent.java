package dev.hyperclient.test;

import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Removes from responses what is not to be recorded: credentials in URLs, and the values
 * of redacted attributes. Immutable.
 *
 * @param substitutes what replaces the values of attributes, by name without suffixes of
 * links
 */
record RecordedContent(Map<String, String> substitutes) {

	/** Services have it in place of a value that the user may not see. */
	static final String REDACTED = "tag:launchpad.net:2008:redacted";

	RecordedContent withSubstitute(String name, String substitute) {
		Map<String, String> more = new LinkedHashMap<>(this.substitutes);
		more.put(LinkName.of(name), substitute);
		return new RecordedContent(Map.copyOf(more));
	}

	/**
	 * Return a URL relative to the root.
	 * @param url the URL
	 * @param roots the URLs of the root
	 * @return the relative URL without credentials, or {@code null} if the URL is not
	 * below the root or has an argument that is not to be recorded
	 */
	@Nullable String relative(URI url, URI... roots) {
		String text = SecretParameters.withoutUserInformation(url.toString());
		return Stream.of(roots)
			.map((one) -> SecretParameters.withoutUserInformation(one.toString()))
			.filter(text::startsWith)
			.findFirst()
			.map((root) -> relative(text.substring(root.length())))
			.orElse(null);
	}

	/**
	 * Return a URL relative to the root without credentials.
	 * @param url the relative URL
	 * @return the relative URL, or {@code null} if it has an argument that is not to be
	 * recorded
	 */
	@Nullable String relative(String url) {
		int fragment = url.indexOf('#');
		String target = (fragment < 0) ? url : url.substring(0, fragment);
		int query = target.indexOf('?');
		if (query < 0) {
			return target;
		}
		String[] pairs = target.substring(query + 1).split("&");
		if (Arrays.stream(pairs).anyMatch((pair) -> this.substitutes.containsKey(SecretParameters.name(pair)))) {
			return null;
		}
		String kept = Arrays.stream(pairs)
			.filter((pair) -> !pair.isEmpty() && !SecretParameters.isSecret(pair))
			.map(SecretParameters::withoutUserInformation)
			.collect(Collectors.joining("&"));
		return kept.isEmpty() ? target.substring(0, query) : target.substring(0, query + 1) + kept;
	}

	/** Return a representation without what is not to be recorded. */
	JsonNode clean(JsonNode body) {
		if (body instanceof ObjectNode object) {
			ObjectNode clean = object.objectNode();
			// The order is of no importance to services, so it may change with each
			// response.
			object.propertyStream().map(Map.Entry::getKey).sorted().forEach((key) -> {
				String substitute = this.substitutes.get(LinkName.of(key));
				JsonNode value = object.get(key);
				clean.set(key, (substitute == null || value.isNull()) ? clean(value) : text(substitute));
			});
			return clean;
		}
		if (body instanceof ArrayNode array) {
			ArrayNode clean = array.arrayNode();
			array.forEach((element) -> clean.add(clean(element)));
			return clean;
		}
		return body.isString() ? text(SecretParameters.withoutSecrets(body.stringValue())) : body;
	}

	private static JsonNode text(String value) {
		return RecordingFolder.MAPPER.getNodeFactory().stringNode(value);
	}

}
