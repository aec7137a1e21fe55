package dev.hyperclient;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.Refusal;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Numbers the attempts that it authorizes, so that a test can distinguish a new signature
 * from a repeated one. May always have new credentials.
 */
final class CountingAuthorizer implements HttpAuthorizer {

	private final AtomicInteger count = new AtomicInteger();

	private final AtomicInteger renewals = new AtomicInteger();

	private final String identity;

	private final boolean renewing;

	CountingAuthorizer(String identity) {
		this(identity, false);
	}

	private CountingAuthorizer(String identity, boolean renewing) {
		this.identity = identity;
		this.renewing = renewing;
	}

	static CountingAuthorizer renewing() {
		return new CountingAuthorizer("me", true);
	}

	int renewals() {
		return this.renewals.get();
	}

	@Override
	public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
		headers.set("Authorization", "Attempt " + this.count.incrementAndGet());
	}

	@Override
	public boolean renew(Refusal refusal) {
		this.renewals.incrementAndGet();
		return this.renewing;
	}

	@Override
	public String identity() {
		return this.identity;
	}

}
