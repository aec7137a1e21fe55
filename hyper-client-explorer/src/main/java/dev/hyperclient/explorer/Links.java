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
		return this.base + "/" + UriUtils.encode(this.service, StandardCharsets.UTF_8);
	}

	String graph() {
		return overview() + "/graph";
	}

	String type(String id) {
		return overview() + "/type?id=" + encoded(id);
	}

	String search(String query, int start) {
		return overview() + "?q=" + encoded(query) + "&start=" + start;
	}

	String resource(URI url) {
		return overview() + "/resource?url=" + encoded(url.toString());
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

	static String encoded(String text) {
		return UriUtils.encode(text, StandardCharsets.UTF_8);
	}

}
