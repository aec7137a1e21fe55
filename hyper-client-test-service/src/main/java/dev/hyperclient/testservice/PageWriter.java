package dev.hyperclient.testservice;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the requested page of a collection or of an operation's result.
 *
 * @param representations writes the entries
 * @param request the request with the paging parameters
 * @param defaultSize the number of entries of a page unless the request has one
 */
record PageWriter(Representations representations, IncomingRequest request, int defaultSize) {

	static final int MAXIMUM_SIZE = 300;

	private static final String START = "ws.start";

	private static final String SIZE = "ws.size";

	private static final String SHOW = "ws.show";

	private static final Set<String> PAGING = Set.of(START, SIZE, SHOW, "memo", "direction");

	private static final Pattern NUMBER = Pattern.compile("[0-9]+");

	/**
	 * Write the page.
	 * @param entries the entries of all pages
	 * @param resourceType the WADL id of the collection's type, or {@code null} if it is
	 * unknown, as for the result of an operation
	 * @return the page, or the total size alone if requested
	 */
	JsonNode page(List<FakeEntry> entries, @Nullable String resourceType) {
		int total = entries.size();
		// A service that was described may have no links to total sizes.
		boolean totalAsLink = resourceType == null && this.representations.data().definition().recording() == null;
		if ("total_size".equals(this.request.query().text(SHOW))) {
			return ServiceJson.node(total);
		}
		int start = number(START, 0);
		int size = number(SIZE, this.defaultSize);
		RequestRefusedException.require(size >= 1, "Minimum for \"ws.size\" parameter is 1.");
		RequestRefusedException.require(size <= MAXIMUM_SIZE, "Maximum for \"ws.size\" parameter is %d.", MAXIMUM_SIZE);
		int end = (int) Math.min((long) start + size, total);
		ObjectNode page = ServiceJson.object();
		page.put("start", start);
		if (totalAsLink && end < total) {
			page.put("total_size_link", link(SHOW + "=total_size"));
		}
		else {
			page.put("total_size", total);
		}
		if (end < total) {
			page.put("next_collection_link", link(SIZE + "=" + size + "&" + START + "=" + end));
		}
		if (start > 0) {
			int last = Math.min(start, total);
			int first = Math.max(0, last - size);
			page.put("prev_collection_link", link(SIZE + "=" + Math.max(1, last - first) + "&" + START + "=" + first));
		}
		ArrayNode visible = page.putArray("entries");
		entries.subList(Math.min(start, end), end)
			.stream()
			.filter((entry) -> entry.fakeType().visibility().test(entry, this.request.caller()))
			.forEach((entry) -> visible.add(this.representations.entry(entry)));
		if (resourceType != null) {
			page.put("resource_type_link", this.representations.uris().toType(resourceType));
		}
		return page;
	}

	private String link(String paging) {
		String kept = Arrays.stream(this.request.rawQuery().split("&"))
			.filter((pair) -> !pair.isEmpty() && !PAGING.contains(pair.split("=", 2)[0]))
			.collect(Collectors.joining("&"));
		return this.request.url() + "?" + (kept.isEmpty() ? "" : kept + "&") + paging;
	}

	private int number(String name, int defaultValue) {
		String text = this.request.query().text(name);
		if (text == null || text.isEmpty()) {
			return defaultValue;
		}
		RequestRefusedException.require(NUMBER.matcher(text).matches(),
				"\"%s\" must be a whole number and not negative.", name);
		// Larger numbers are beyond the end of any collection.
		return (text.length() <= 9) ? Integer.parseInt(text) : Integer.MAX_VALUE;
	}

}
