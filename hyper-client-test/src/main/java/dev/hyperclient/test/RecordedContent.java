package dev.hyperclient.test;

import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Removes from responses what is not to be recorded: credentials in URLs, the values of
 * redacted attributes, and the results of redacted operations. Immutable.
 *
 * @param substitutes what replaces the values of attributes, by name without suffixes of
 * links
 * @param operations the names of operations
 */
record RecordedContent(Map<String, String> substitutes, Set<String> operations) {

	/** Services have it in place of a value that the user may not see. */
	static final String REDACTED = "tag:launchpad.net:2008:redacted";

	private static final String OPERATION = "ws.op";

	RecordedContent withSubstitute(String name, String substitute) {
		Map<String, String> more = new LinkedHashMap<>(this.substitutes);
		more.put(LinkName.of(name), substitute);
		return new RecordedContent(Map.copyOf(more), this.operations);
	}

	RecordedContent withOperation(String name) {
		Set<String> more = new LinkedHashSet<>(this.operations);
		more.add(name);
		return new RecordedContent(this.substitutes, Set.copyOf(more));
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

	/**
	 * Return a representation without what is not to be recorded.
	 * @param url the URL relative to the root
	 * @param body the representation
	 * @return the representation
	 */
	JsonNode clean(String url, JsonNode body) {
		int query = url.indexOf('?');
		boolean redacted = query >= 0 && Stream.of(url.substring(query + 1).split("&"))
			.filter((pair) -> SecretParameters.name(pair).equals(OPERATION))
			.anyMatch((pair) -> this.operations.contains(pair.substring(pair.indexOf('=') + 1)));
		boolean described = body.has(LinkName.TYPE) || body.has("entries");
		return clean(body, redacted && !described);
	}

	/** Replace what is not to be recorded, or all texts and numbers. */
	private JsonNode clean(JsonNode body, boolean all) {
		if (body instanceof ObjectNode object) {
			ObjectNode clean = object.objectNode();
			// The order is of no importance to services, so it may change with each
			// response.
			object.propertyStream().map(Map.Entry::getKey).sorted().forEach((key) -> {
				String substitute = all ? null : this.substitutes.get(LinkName.of(key));
				JsonNode value = object.get(key);
				clean.set(key, (substitute == null || value.isNull()) ? clean(value, all) : text(substitute));
			});
			return clean;
		}
		if (body instanceof ArrayNode array) {
			ArrayNode clean = array.arrayNode();
			array.forEach((element) -> clean.add(clean(element, all)));
			return clean;
		}
		if (all && body.isNumber()) {
			return RecordingFolder.MAPPER.getNodeFactory().numberNode(0);
		}
		return body.isString() ? text(all ? REDACTED : SecretParameters.withoutSecrets(body.stringValue())) : body;
	}

	private static JsonNode text(String value) {
		return RecordingFolder.MAPPER.getNodeFactory().stringNode(value);
	}

}
