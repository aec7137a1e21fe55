package dev.hyperclient.testservice;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes pages of a described service.
 *
 * @param request the request
 * @param url the URL of the collection, without paging
 */
record DescribedPage(IncomingRequest request, String url) {

	private static final int DEFAULT_SIZE = 50;

	private static final int MAXIMUM_SIZE = 300;

	private static final Set<String> PAGING = Set.of("ws.start", "ws.size", "ws.show", "memo", "direction");

	/**
	 * Write the requested page.
	 * @param entries the entries of all pages
	 * @param type the URL of the collection's type, or {@code null} for the result of an
	 * operation
	 * @return the page, or the total size alone if requested
	 */
	JsonNode of(List<ObjectNode> entries, @Nullable String type) {
		if ("total_size".equals(this.request.query().text("ws.show"))) {
			return ServiceJson.node(entries.size());
		}
		int start = Math.min(number("ws.start", 0), entries.size());
		int size = number("ws.size", DEFAULT_SIZE);
		if (size < 1 || size > MAXIMUM_SIZE) {
			throw RequestRefusedException.badRequest("%s for \"ws.size\" parameter is %d."
				.formatted((size < 1) ? "Minimum" : "Maximum", (size < 1) ? 1 : MAXIMUM_SIZE));
		}
		int end = Math.min(entries.size(), start + size);
		ObjectNode page = ServiceJson.object();
		page.put("start", start);
		page.put("total_size", entries.size());
		if (end < entries.size()) {
			page.put("next_collection_link", link(end, size));
		}
		if (start > 0) {
			page.put("prev_collection_link", link(Math.max(0, start - size), Math.min(start, size)));
		}
		ArrayNode array = page.putArray("entries");
		entries.subList(start, end).forEach(array::add);
		if (type != null) {
			page.put("resource_type_link", type);
		}
		return page;
	}

	private String link(int start, int size) {
		String kept = Arrays.stream(this.request.rawQuery().split("&"))
			.filter((pair) -> !pair.isEmpty() && !PAGING.contains(pair.split("=", 2)[0]))
			.collect(Collectors.joining("&"));
		return "%s?%sws.size=%d&ws.start=%d".formatted(this.url, kept.isEmpty() ? "" : kept + "&", size, start);
	}

	private int number(String name, int defaultValue) {
		String text = this.request.query().text(name);
		if (text == null || text.isEmpty()) {
			return defaultValue;
		}
		if (!text.matches("[0-9]+")) {
			throw RequestRefusedException.badRequest("\"" + name + "\" must be a whole number and not negative.");
		}
		// Larger numbers are beyond the end of any collection.
		return (text.length() <= 9) ? Integer.parseInt(text) : Integer.MAX_VALUE;
	}

}
