package dev.hyperclient.testservice;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;

/**
 * The faults of a {@link FakeService}. Faults of single requests are applied in the order
 * of their declaration, one to each request. {@link FakeService#reset()} removes all.
 * Thread-safe.
 */
public final class Faults {

	private static final String LOGIN_PAGE = "<!DOCTYPE html>\n<html><body><h1>Please log in</h1></body></html>\n";

	private final Deque<Fault> pending = new ArrayDeque<>();

	private Duration latency = Duration.ZERO;

	Faults() {
	}

	/**
	 * Answer the next request with a status. The request has no effect.
	 * @param status the status, from 300 to 599
	 * @return this object
	 * @throws IllegalArgumentException if the status is not of an error or redirect
	 */
	public Faults failNext(int status) {
		return failNext(status, 1);
	}

	/**
	 * Answer the next requests with a status. The requests have no effect.
	 * @param status the status, from 300 to 599
	 * @param times the number of requests, 1 or more
	 * @return this object
	 * @throws IllegalArgumentException if the status is not of an error or redirect, or
	 * if the number is not positive
	 */
	public Faults failNext(int status, int times) {
		if (status < 300 || status > 599) {
			throw new IllegalArgumentException("A request fails with a status from 300 to 599 but not with " + status);
		}
		if (times < 1) {
			throw new IllegalArgumentException("The number of failing requests must be positive but is " + times);
		}
		for (int i = 0; i < times; i++) {
			add(new Fault.Replaced(status, OutgoingResponse.TEXT, "Fault of the test: " + status));
		}
		return this;
	}

	/**
	 * Break off the next response in the middle of its body and close the connection. The
	 * request has its effect.
	 * @return this object
	 */
	public Faults breakNext() {
		return add(new Fault.BrokenOff());
	}

	/**
	 * Answer the next request with an HTML page and status 200, as a proxy with a login
	 * page does. The request has no effect.
	 * @return this object
	 */
	public Faults htmlNext() {
		return add(new Fault.Replaced(200, "text/html;charset=utf-8", LOGIN_PAGE));
	}

	/**
	 * Send an interim response (103, Early Hints) before the next response, as a proxy or
	 * a content delivery network does. Clients must ignore it (RFC 9110, 15.2), and a
	 * {@code ServiceRoot} does: its calls have the same results. Use this fault to test
	 * another HTTP client, for instance a {@code WebClient} of the application: Reactor
	 * Netty by itself returns the 103 as the response.
	 * @return this object
	 */
	public Faults interimNext() {
		return add(new Fault.Interim());
	}

	/**
	 * Delay the next response.
	 * @param delay the time, in addition to that of {@link #delay(Duration)}
	 * @return this object
	 * @throws IllegalArgumentException if the time is negative
	 */
	public Faults delayNext(Duration delay) {
		return add(new Fault.Delayed(notNegative(delay)));
	}

	/**
	 * Delay all responses.
	 * @param delay the time, zero for none
	 * @return this object
	 * @throws IllegalArgumentException if the time is negative
	 */
	public synchronized Faults delay(Duration delay) {
		this.latency = notNegative(delay);
		return this;
	}

	/**
	 * Remove all faults.
	 */
	public synchronized void clear() {
		this.pending.clear();
		this.latency = Duration.ZERO;
	}

	/**
	 * Return the number of faults that no request has met yet.
	 * @return the number
	 */
	public synchronized int pending() {
		return this.pending.size();
	}

	synchronized @Nullable Fault next() {
		return this.pending.poll();
	}

	synchronized Duration latency() {
		return this.latency;
	}

	private synchronized Faults add(Fault fault) {
		this.pending.add(fault);
		return this;
	}

	private static Duration notNegative(Duration delay) {
		if (delay.isNegative()) {
			throw new IllegalArgumentException("A delay must not be negative but is " + delay);
		}
		return delay;
	}

	/**
	 * The fault of one request.
	 */
	sealed interface Fault {

		/**
		 * Another response in place of that of the resource.
		 *
		 * @param status the status
		 * @param mediaType the media type
		 * @param text the content
		 */
		record Replaced(int status, String mediaType, String text) implements Fault {
		}

		/** A response without its end. */
		record BrokenOff() implements Fault {
		}

		/** An interim response before the response. */
		record Interim() implements Fault {
		}

		/**
		 * A late response.
		 *
		 * @param delay the time
		 */
		record Delayed(Duration delay) implements Fault {
		}

	}

}
