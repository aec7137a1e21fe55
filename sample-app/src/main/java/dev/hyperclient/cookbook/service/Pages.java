package dev.hyperclient.cookbook.service;

import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the pages of collections and of what operations find.
 */
final class Pages {

	static final int DEFAULT_SIZE = 5;

	static final int MAXIMUM_SIZE = 300;

	private static final String START = "ws.start";

	private static final String SIZE = "ws.size";

	private static final String SHOW = "ws.show";

	private static final Set<String> PAGING = Set.of(START, SIZE, SHOW, "memo", "direction");

	private static final Pattern NUMBER = Pattern.compile("[0-9]+");

	private final Representations representations;

	private final Request request;

	Pages(Representations representations, Request request) {
		this.representations = representations;
		this.request = request;
	}

	/**
	 * One page as the request asks for it.
	 * @param type the type of the entries
	 * @param entries the entries
	 * @param pageType the type of the page, or {@code null} for the result of an
	 * operation
	 * @param <E> what is stored for an entry
	 * @return the page, or its total size if that is all that is asked for
	 */
	<E> JsonNode page(TypeDescription<E> type, Listing<E> entries, @Nullable String pageType) {
		if ("total_size".equals(this.request.query().text(SHOW))) {
			return Json.node(entries.size());
		}
		int start = number(START, 0);
		int size = size();
		ObjectNode page = Json.object();
		page.put("start", start);
		if (pageType == null && entries.hasMore(start, size)) {
			page.put("total_size_link", link(SHOW + "=total_size"));
		}
		else {
			page.put("total_size", entries.size());
		}
		if (entries.hasMore(start, size)) {
			page.put("next_collection_link", link(SIZE + "=" + size + "&" + START + "=" + (start + size)));
		}
		if (start > 0) {
			page.put("prev_collection_link", previous(start, size, entries.size()));
		}
		ArrayNode visible = page.putArray("entries");
		entries.page(start, size)
			.filter((entry) -> type.access().isVisible(entry, this.request.caller()))
			.forEach((entry) -> visible.add(this.representations.entry(type, entry)));
		if (pageType != null) {
			page.put("resource_type_link", this.representations.links().toType(pageType));
		}
		return page;
	}

	private String previous(int start, int size, int total) {
		int end = Math.min(start, total);
		int first = Math.max(0, end - size);
		return link(SIZE + "=" + Math.max(1, end - first) + "&" + START + "=" + first);
	}

	private String link(String paging) {
		String kept = Arrays.stream(this.request.rawQuery().split("&"))
			.filter((pair) -> !pair.isEmpty() && !PAGING.contains(pair.split("=", 2)[0]))
			.collect(Collectors.joining("&"));
		return this.request.address() + "?" + (kept.isEmpty() ? "" : kept + "&") + paging;
	}

	private int size() {
		int size = number(SIZE, DEFAULT_SIZE);
		if (size > MAXIMUM_SIZE) {
			throw RequestRefusedException.badRequest("Maximum for \"" + SIZE + "\" parameter is " + MAXIMUM_SIZE + ".");
		}
		if (size < 1) {
			throw RequestRefusedException.badRequest("Minimum for \"" + SIZE + "\" parameter is 1.");
		}
		return size;
	}

	private int number(String name, int absent) {
		String text = this.request.query().text(name);
		if (text == null || text.isEmpty()) {
			return absent;
		}
		if (!NUMBER.matcher(text).matches()) {
			throw RequestRefusedException.badRequest("\"" + name + "\" must be a whole number and not negative.");
		}
		// Far beyond the end is still beyond the end.
		return (text.length() <= 9) ? Integer.parseInt(text) : Integer.MAX_VALUE;
	}

}
