package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/**
 * The faults of a {@link FakeService}. Faults of single requests are applied in the order
 * of their declaration, one to each request. A fault for a method and a path waits for
 * such a request. {@link FakeService#reset()} removes all. Thread-safe.
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
		Fault fault = failed(status);
		if (times < 1) {
			throw new IllegalArgumentException("The number of failing requests must be positive but is " + times);
		}
		for (int i = 0; i < times; i++) {
			add(fault);
		}
		return this;
	}

	/**
	 * Answer the next request with a method and a path with a status. The request has no
	 * effect. Other requests are not affected.
	 * @param method the method, for example {@code PATCH}
	 * @param path the path below the version as sent, with or without a slash at its
	 * beginning, for example {@code /recipes/4}. Without a query, it matches any query
	 * @param status the status, from 300 to 599
	 * @return this object
	 * @throws IllegalArgumentException if the status is not of an error or redirect
	 */
	public Faults failNext(String method, String path, int status) {
		return add(failed(status).onlyFor(new Selection(method, path.startsWith("/") ? path : "/" + path)));
	}

	/**
	 * Break off the next response in the middle of its body and close the connection. The
	 * request has its effect.
	 * @return this object
	 */
	public Faults breakNext() {
		return add(new Fault(Duration.ZERO, null, true, false, null));
	}

	/**
	 * Answer the next request with an HTML page and status 200, as a proxy with a login
	 * page does. The request has no effect.
	 * @return this object
	 */
	public Faults htmlNext() {
		return add(Fault.replaced(200, "text/html;charset=utf-8", LOGIN_PAGE));
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
		return add(new Fault(Duration.ZERO, null, false, true, null));
	}

	/**
	 * Delay the next response.
	 * @param delay the time, in addition to that of {@link #delay(Duration)}
	 * @return this object
	 * @throws IllegalArgumentException if the time is negative
	 */
	public Faults delayNext(Duration delay) {
		return add(Fault.late(notNegative(delay)));
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

	/**
	 * Remove and return the fault of a request.
	 * @param method the method
	 * @param target the target of the request line
	 * @return the fault, with the delay of all responses
	 */
	synchronized Fault next(String method, String target) {
		Fault next = this.pending.stream()
			.filter((fault) -> fault.selection == null || fault.selection.matches(method, target))
			.findFirst()
			.orElse(Fault.NONE);
		this.pending.remove(next);
		return new Fault(this.latency.plus(next.delay), next.replacement, next.brokenOff, next.interim, null);
	}

	private static Fault failed(int status) {
		if (status < 300 || status > 599) {
			throw new IllegalArgumentException("A request fails with a status from 300 to 599 but not with " + status);
		}
		return Fault.replaced(status, OutgoingResponse.TEXT, "Fault of the test: " + status);
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
	 * Send a part of a response and close the connection, which ends the exchange.
	 * @param response the connection
	 * @param outgoing the response
	 * @return never completes
	 */
	static Mono<Void> breakOff(HttpServerResponse response, OutgoingResponse outgoing) {
		writeUnencoded(response, "HTTP/1.1 " + outgoing.status() + "\r\nContent-Length: 1000000\r\n\r\n{\"")
			.addListener(ChannelFutureListener.CLOSE);
		return Mono.never();
	}

	static void writeInterim(HttpServerResponse response) {
		writeUnencoded(response, "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n");
	}

	/**
	 * Write to the connection in front of the HTTP encoder, which permits only complete
	 * final responses.
	 */
	private static ChannelFuture writeUnencoded(HttpServerResponse response, String text) {
		AtomicReference<@Nullable ChannelFuture> written = new AtomicReference<>();
		response.withConnection((connection) -> written.set(connection.channel()
			.pipeline()
			.firstContext()
			.writeAndFlush(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII))));
		return Objects.requireNonNull(written.get());
	}

	/**
	 * The fault of one request.
	 *
	 * @param delay the time before the response
	 * @param replacement the response in place of that of the resource, or {@code null}
	 * @param brokenOff whether the response has no end
	 * @param interim whether an interim response precedes the response
	 * @param selection the requests that it applies to, or {@code null} for all
	 */
	record Fault(Duration delay, @Nullable OutgoingResponse replacement, boolean brokenOff, boolean interim,
			@Nullable Selection selection) {

		static final Fault NONE = late(Duration.ZERO);

		static Fault late(Duration delay) {
			return new Fault(delay, null, false, false, null);
		}

		static Fault replaced(int status, String mediaType, String text) {
			return new Fault(
					Duration.ZERO, new OutgoingResponse(HttpResponseStatus.valueOf(status),
							Map.of("Content-Type", mediaType), text.getBytes(StandardCharsets.UTF_8)),
					false, false, null);
		}

		Fault onlyFor(Selection requests) {
			return new Fault(this.delay, this.replacement, this.brokenOff, this.interim, requests);
		}

	}

	/**
	 * Selects requests.
	 *
	 * @param method the method
	 * @param path the path below the version, which matches any query unless it has one
	 */
	record Selection(String method, String path) {

		boolean matches(String otherMethod, String target) {
			String below = target.substring(Math.max(target.indexOf('/', 1), 0));
			return this.method.equals(otherMethod)
					&& (below.equals(this.path) || (!this.path.contains("?") && below.startsWith(this.path + "?")));
		}

	}

}
