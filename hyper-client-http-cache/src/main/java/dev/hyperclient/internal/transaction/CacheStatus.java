package dev.hyperclient.internal.transaction;

import java.util.regex.Pattern;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.internal.policy.ForwardReason;
import dev.hyperclient.internal.policy.Messages;
import dev.hyperclient.internal.rule.CompiledRule;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * How the cache has handled a request, for the {@code Cache-Status} field (RFC 9211).
 *
 * @param name the name of the cache, or {@code null} if the field is not added
 * @param key the cache key, or {@code null} if it is not shown
 * @param reason why the request is forwarded; not used for a hit
 * @param waited whether the request has waited for the response to an equal one
 * @param rule the rule that decides on the request, or {@code null} for none
 */
record CacheStatus(@Nullable String name, @Nullable String key, ForwardReason reason, boolean waited,
		@Nullable CompiledRule rule) {

	static final String FIELD = "Cache-Status";

	private static final Pattern TOKEN = Pattern.compile("[A-Za-z*][A-Za-z0-9:/!#$%&'*+.^_`|~-]*");

	/**
	 * Create the status of a request before it is known whether it is forwarded.
	 */
	static CacheStatus of(CacheSettings settings, CacheRequest request, @Nullable CompiledRule rule) {
		String key = (settings.cacheStatusKey() && Messages.hasKey(request)) ? request.uri().toASCIIString() : null;
		return new CacheStatus(settings.cacheStatus(), key, ForwardReason.MISS, false, rule);
	}

	CacheStatus withReason(ForwardReason why) {
		return new CacheStatus(this.name, this.key, why, this.waited, this.rule);
	}

	CacheStatus waiting() {
		return new CacheStatus(this.name, this.key, this.reason, true, this.rule);
	}

	/**
	 * Append the field to a response that the cache serves without forwarding.
	 * @param ttl the remaining lifetime in seconds, negative if the response is stale
	 * @param detail a token, or {@code null}
	 */
	void addHit(HttpHeaders response, long ttl, @Nullable String detail) {
		if (this.name != null) {
			add(response, (this.waited ? "; fwd=" + this.reason + "; collapsed" : "; hit") + "; ttl=" + ttl, detail);
		}
	}

	/**
	 * Append the field to a response that the cache has generated.
	 * @param detail a token
	 */
	void addGenerated(HttpHeaders response, String detail) {
		add(response, "", detail);
	}

	/**
	 * Append the field to a stored response that is served after the request has been
	 * forwarded.
	 * @param status the status code of the server, or zero if there was no response
	 * @param ttl the remaining lifetime in seconds
	 * @param detail a token, or {@code null}
	 */
	void addReused(HttpHeaders response, int status, long ttl, @Nullable String detail) {
		if (this.name != null) {
			add(response, forwarding() + ((status != 0) ? "; fwd-status=" + status : "") + "; ttl=" + ttl, detail);
		}
	}

	/**
	 * Return the header fields of the server's response with the field, or as they are if
	 * it is not added.
	 * @param stored whether the response is stored
	 */
	HttpHeaders addedTo(CacheResponse head, boolean stored) {
		if (this.name == null) {
			return head.headers();
		}
		HttpHeaders headers = HttpHeaders.copyOf(head.headers());
		addForwarded(headers, head.status(), stored);
		return headers;
	}

	/**
	 * Append the field to the server's response.
	 * @param status its status code
	 * @param stored whether it is stored
	 */
	void addForwarded(HttpHeaders response, int status, boolean stored) {
		add(response, forwarding() + "; fwd-status=" + status + (stored ? "; stored" : ""), null);
	}

	private String forwarding() {
		return "; fwd=" + this.reason + (this.waited ? "; collapsed=?0" : "");
	}

	private void add(HttpHeaders response, String parameters, @Nullable String token) {
		if (this.name != null) {
			String detail = (this.rule == null) ? token
					: quoted((token != null) ? token + ", " + this.rule : this.rule.toString());
			String identifier = TOKEN.matcher(this.name).matches() ? this.name : quoted(this.name);
			response.add(FIELD, identifier + parameters + ((detail != null) ? "; detail=" + detail : "")
					+ ((this.key != null) ? "; key=" + quoted(this.key) : ""));
		}
	}

	/**
	 * Return a string of a structured field (RFC 9651, 4.1.6).
	 */
	private static String quoted(String text) {
		return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
	}

}
