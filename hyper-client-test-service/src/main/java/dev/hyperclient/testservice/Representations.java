package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.web.util.HtmlUtils;

/**
 * Writes the representations of the root and of entries, and pages of entries.
 *
 * @param data the data
 * @param uris creates links
 */
record Representations(FakeData data, ServiceUris uris) {

	/**
	 * The read-only keys of every entry beside its attributes.
	 */
	static final Set<String> COMMON_KEYS = Set.of("self_link", "web_link", "resource_type_link", "http_etag");

	private static final int DEFAULT_SIZE = 5;

	private static final int MAXIMUM_SIZE = 300;

	private static final String START = "ws.start";

	private static final String SIZE = "ws.size";

	private static final String SHOW = "ws.show";

	private static final Set<String> PAGING = Set.of(START, SIZE, SHOW, "memo", "direction");

	private static final Pattern NUMBER = Pattern.compile("[0-9]+");

	private static final Pattern NOT_XML = Pattern
		.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

	private static final DateTimeFormatter WHOLE_SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'+00:00'")
		.withZone(ZoneOffset.UTC);

	private static final DateTimeFormatter MICROSECONDS = DateTimeFormatter
		.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'+00:00'")
		.withZone(ZoneOffset.UTC);

	static ObjectNode root(ServiceDefinition definition, ServiceUris uris) {
		ObjectNode root = ServiceJson.object();
		root.put("resource_type_link", uris.toType(ServiceDefinition.ROOT_TYPE));
		definition.types()
			.forEach((type) -> root.put(type.plural() + "_collection_link", uris.to(ResourcePath.of(type.plural()))));
		definition.rootLinks()
			.forEach(
					(link) -> root.put(link.name() + "_link", uris.to(ResourcePath.of(link.plural(), link.segment()))));
		return root;
	}

	ObjectNode entry(FakeEntry entry) {
		ResourcePath path = ResourcePath.of(entry.fakeType().plural(), entry.key());
		ObjectNode readOnly = ServiceJson.object();
		readOnly.put("self_link", this.uris.to(path));
		readOnly.put("web_link", this.uris.toWebPage(path));
		readOnly.put("resource_type_link", this.uris.toType(entry.type()));
		ObjectNode writable = ServiceJson.object();
		for (ValueDefinition attribute : entry.fakeType().attributes().values()) {
			boolean inWritablePart = attribute.isWritable() && attribute.kind() != Kind.FILE;
			(inWritablePart ? writable : readOnly).set(attribute.key(), value(attribute, path, entry));
		}
		ObjectNode representation = ServiceJson.object();
		representation.setAll(readOnly);
		representation.put("http_etag", EntityTags.of(ServiceJson.bytes(readOnly), ServiceJson.bytes(writable)));
		representation.setAll(writable);
		return representation;
	}

	/**
	 * Write the requested page.
	 * @param entries the entries
	 * @param resourceType the WADL id of the collection's type, or {@code null} for the
	 * result of an operation
	 * @param request the request with the paging parameters
	 * @return the page, or the total size alone if requested
	 */
	JsonNode page(List<FakeEntry> entries, @Nullable String resourceType, IncomingRequest request) {
		int total = entries.size();
		if ("total_size".equals(request.query().text(SHOW))) {
			return ServiceJson.node(total);
		}
		int start = number(request, START, 0);
		int size = size(request);
		int end = (int) Math.min((long) start + size, total);
		ObjectNode page = ServiceJson.object();
		page.put("start", start);
		if (resourceType == null && end < total) {
			page.put("total_size_link", link(request, SHOW + "=total_size"));
		}
		else {
			page.put("total_size", total);
		}
		if (end < total) {
			page.put("next_collection_link", link(request, SIZE + "=" + size + "&" + START + "=" + (start + size)));
		}
		if (start > 0) {
			page.put("prev_collection_link", previous(request, start, size, total));
		}
		ArrayNode visible = page.putArray("entries");
		entries.subList(Math.min(start, end), end)
			.stream()
			.filter((entry) -> entry.fakeType().visibility().test(entry, request.caller()))
			.forEach((entry) -> visible.add(entry(entry)));
		if (resourceType != null) {
			page.put("resource_type_link", this.uris.toType(resourceType));
		}
		return page;
	}

	/**
	 * Write a representation as an XHTML list of keys and values.
	 * @param representation the representation
	 * @return the document
	 */
	static byte[] xhtml(ObjectNode representation) {
		TreeMap<String, JsonNode> sorted = new TreeMap<>();
		representation.properties().forEach((property) -> sorted.put(property.getKey(), property.getValue()));
		StringBuilder list = new StringBuilder("<dl xmlns=\"http://www.w3.org/1999/xhtml\">\n");
		sorted.forEach((key, value) -> list.append("<dt>")
			.append(escape(key))
			.append("</dt><dd>")
			.append(value.isNull() ? "" : escape(value.isValueNode() ? value.asString() : value.toString()))
			.append("</dd>\n"));
		return list.append("</dl>\n").toString().getBytes(StandardCharsets.UTF_8);
	}

	private JsonNode value(ValueDefinition attribute, ResourcePath path, FakeEntry entry) {
		if (attribute.redacted()) {
			return ServiceJson.node(ValueDefinition.REDACTED);
		}
		if (attribute.kind() == Kind.COLLECTION || attribute.kind() == Kind.FILE) {
			return ServiceJson.node(this.uris.to(path.plus(attribute.name())));
		}
		Object value = entry.get(attribute.name());
		if (value == null) {
			return ServiceJson.nullNode();
		}
		return ServiceJson.node(switch (attribute.kind()) {
			case LINK -> this.uris
				.to(ResourcePath.of(this.data.definition().type(attribute.target()).plural(), value.toString()));
			case DATE -> value.toString();
			case DATE_TIME -> dateTime((Instant) value);
			default -> value;
		});
	}

	private static String dateTime(Instant value) {
		// Clients know fractions of six digits, and none.
		Instant micros = value.truncatedTo(ChronoUnit.MICROS);
		return ((micros.getNano() == 0) ? WHOLE_SECONDS : MICROSECONDS).format(micros);
	}

	private static String escape(String text) {
		return HtmlUtils.htmlEscapeDecimal(NOT_XML.matcher(text).replaceAll("\ufffd"), StandardCharsets.UTF_8.name());
	}

	private static String previous(IncomingRequest request, int start, int size, int total) {
		int end = Math.min(start, total);
		int first = Math.max(0, end - size);
		return link(request, SIZE + "=" + Math.max(1, end - first) + "&" + START + "=" + first);
	}

	private static String link(IncomingRequest request, String paging) {
		String kept = Arrays.stream(request.rawQuery().split("&"))
			.filter((pair) -> !pair.isEmpty() && !PAGING.contains(pair.split("=", 2)[0]))
			.collect(Collectors.joining("&"));
		return request.url() + "?" + (kept.isEmpty() ? "" : kept + "&") + paging;
	}

	private static int size(IncomingRequest request) {
		int size = number(request, SIZE, DEFAULT_SIZE);
		if (size < 1 || size > MAXIMUM_SIZE) {
			throw RequestRefusedException.badRequest((size < 1) ? "Minimum for \"ws.size\" parameter is 1."
					: "Maximum for \"ws.size\" parameter is " + MAXIMUM_SIZE + ".");
		}
		return size;
	}

	private static int number(IncomingRequest request, String name, int defaultValue) {
		String text = request.query().text(name);
		if (text == null || text.isEmpty()) {
			return defaultValue;
		}
		if (!NUMBER.matcher(text).matches()) {
			throw RequestRefusedException.badRequest("\"" + name + "\" must be a whole number and not negative.");
		}
		// Larger numbers are beyond the end of any collection.
		return (text.length() <= 9) ? Integer.parseInt(text) : Integer.MAX_VALUE;
	}

}
