package dev.hyperclient.cookbook.client;

import java.net.URI;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.authorizer.HttpAuthorizer;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Runs an action immediately before a PATCH is sent.
 */
class ConcurrentWriter implements HttpAuthorizer {

	private final AtomicReference<@Nullable Runnable> action = new AtomicReference<>();

	void beforeNextPatch(Runnable action) {
		this.action.set(action);
	}

	@Override
	public void authorizeRequest(URI uri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
		Runnable pending = method.equals(HttpMethod.PATCH) ? this.action.getAndSet(null) : null;
		if (pending != null) {
			pending.run();
		}
	}

	@Override
	public String identity() {
		return "";
	}

}
