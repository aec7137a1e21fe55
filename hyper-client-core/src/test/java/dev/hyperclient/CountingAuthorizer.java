package dev.hyperclient;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.authorizer.HttpAuthorizer;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Numbers the attempts that it authorizes, so that a test can distinguish a new signature
 * from a repeated one.
 */
final class CountingAuthorizer implements HttpAuthorizer {

	private final AtomicInteger count = new AtomicInteger();

	private final String identity;

	CountingAuthorizer(String identity) {
		this.identity = identity;
	}

	@Override
	public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
		headers.set("Authorization", "Attempt " + this.count.incrementAndGet());
	}

	@Override
	public String identity() {
		return this.identity;
	}

}
