package dev.hyperclient.explorer;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

import dev.hyperclient.ServiceResource;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.ForeignOriginException;

import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.ServerRequest;

/**
 * A request for a page of a service.
 *
 * @param name the name of the service
 * @param writable whether forms that write are shown and accepted
 */
record ServicePage(ServerRequest request, String name, ServiceRoot root, ServiceModel model, Links links,
		boolean writable) {

	private static final Pattern USER_INFORMATION = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*://[^/?#]*@");

	String param(String name) {
		return this.request.param(name).orElse("");
	}

	/** Return an index from a parameter, 0 if there is none. */
	int start() {
		String start = param("start");
		return start.matches("\\d{1,9}") ? Integer.parseInt(start) : 0;
	}

	JavaCode java() {
		return new JavaCode(this.root, this.model.names(), JavaExpressions.of(this.root, this.model));
	}

	/**
	 * Return the resource that the parameter {@code url} names. The client refuses URLs
	 * of other origins without a request.
	 */
	ServiceResource resource() {
		String url = param("url");
		if (url.isEmpty()) {
			throw new NoSuchElementException("The parameter 'url' is missing");
		}
		if (url.equals(this.root.uri().toString())) {
			return this.root;
		}
		for (ServiceResource collection : JavaExpressions.RootLinks.of(this.root).collections().values()) {
			if (collection.uri().toString().equals(url)) {
				return collection;
			}
		}
		return load(ServiceResource.class);
	}

	/** Load the resource that the parameter {@code url} names. */
	<T extends ServiceResource> T load(Class<T> type) {
		String url = param("url");
		if (USER_INFORMATION.matcher(url).lookingAt()) {
			throw new IllegalArgumentException("The parameter 'url' must not contain a user name");
		}
		try {
			return this.root.load(url, type);
		}
		catch (ForeignOriginException ex) {
			String origin = ex.uri().getScheme() + "://" + ex.uri().getRawAuthority();
			if (url.regionMatches(true, 0, origin, 0, origin.length())) {
				// The request for this page is wrong, not an answer of the service.
				// Without the cause, which would be a 502.
				throw new IllegalArgumentException("The parameter 'url' is not of this service: " + ex.problem());
			}
			throw ex;
		}
	}

	/** Return a URL without the part that all URLs of the service have. */
	String shortened(URI uri) {
		return Links.shortened(uri.toString(), this.root.uri());
	}

	void requireWritable() {
		if (!this.writable) {
			throw new ReadOnlyException();
		}
	}

	Reply reply(String template, String title, Map<String, ?> model) {
		return reply(template, title, HttpStatus.OK, model);
	}

	Reply reply(String template, String title, HttpStatus status, Map<String, ?> model) {
		Map<String, Object> all = new HashMap<>(model);
		all.put("heading", title);
		all.put("service", Map.of("name", this.name, "link", this.links.overview()));
		all.put("rootUrl", this.root.uri().toString());
		return new Reply(template, status, all);
	}

	/**
	 * A template and its model.
	 */
	record Reply(String template, HttpStatus status, Map<String, Object> model) {

	}

	/**
	 * Links to the neighbours of a part of a list.
	 *
	 * @param previous empty for none
	 * @param next empty for none
	 */
	record Pages(int from, int to, int total, String previous, String next) {

		/** Return the start of the last part if a start is beyond the list. */
		static int start(int start, int size, int total) {
			return (start < total) ? start : (Math.max(0, total - 1) / size) * size;
		}

		static Pages of(int start, int size, int total, IntFunction<String> link) {
			int to = Math.min(start + size, total);
			return new Pages((total > 0) ? start + 1 : 0, to, total,
					(start > 0) ? link.apply(Math.max(0, start - size)) : "", (to < total) ? link.apply(to) : "");
		}

	}

	/**
	 * A form that writes was sent although writing is switched off.
	 */
	@SuppressWarnings("serial")
	static final class ReadOnlyException extends RuntimeException {

		ReadOnlyException() {
			super("Writing is switched off. Set 'hyper-client.explorer.writable' to true to change entries and to invoke operations that write.");
		}

	}

}
