package dev.hyperclient.explorer;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import org.springframework.web.util.UriUtils;

/**
 * URLs of the pages of a service.
 *
 * @param base the path of the explorer, with the context path
 * @param service the name of the service
 */
record Links(String base, String service) {

	String overview() {
		return this.base + "/" + encoded(this.service);
	}

	/** Return the graph, with a type and its neighbours alone. */
	String neighbours(String type) {
		return overview() + "/graph#near:" + encoded(type);
	}

	String type(String id) {
		return overview() + "/type?id=" + encoded(id);
	}

	String search(String query, int start) {
		return overview() + "?q=" + encoded(query) + "&start=" + start;
	}

	String resource(URI url) {
		return resource(url.toString());
	}

	String resource(String url) {
		return overview() + "/resource?url=" + encoded(url);
	}

	String slice(URI url, int start) {
		return resource(url) + "&start=" + start;
	}

	String file(URI entry, String name) {
		return overview() + "/file?url=" + encoded(entry.toString()) + "&name=" + encoded(name);
	}

	String operation(URI url, String name) {
		return overview() + "/operation?url=" + encoded(url.toString()) + "&name=" + encoded(name);
	}

	/** Return a URL without the part that all URLs of the service have. */
	static String shortened(String url, URI root) {
		String base = root.toString();
		return (url.startsWith(base) && url.length() > base.length()) ? url.substring(base.length()) : url;
	}

	static String encoded(String text) {
		return UriUtils.encode(text, StandardCharsets.UTF_8);
	}

}
