package dev.hyperclient.testservice;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
	 * @param method the method as sent, for example {@code PATCH}
	 * @param path the path below the version, for example {@code /recipes/4}, with or
	 * without a slash at its beginning, percent-encoded or not. It may also begin with
	 * the version, or be a URL. Without a query, it matches any query
	 * @param status the status, from 300 to 599
	 * @return this object
	 * @throws IllegalArgumentException if the status is not of an error or redirect, or
	 * if there is no such method
	 */
	public Faults failNext(String method, String path, int status) {
		return add(failed(status).onlyFor(Selection.of(method, path)));
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
	 * @param delay the time, in addition to the time of {@link #delay(Duration)}
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
	 * Return the faults that no request has met yet.
	 * @return a text such as {@code GET /recipes/4 -> 503}, {@code none} if there are
	 * none
	 */
	@Override
	public synchronized String toString() {
		Map<String, Long> counts = this.pending.stream()
			.collect(Collectors.groupingBy(Fault::text, LinkedHashMap::new, Collectors.counting()));
		return counts.isEmpty() ? "none"
				: counts.entrySet()
					.stream()
					.map((one) -> one.getKey() + ((one.getValue() > 1) ? " (" + one.getValue() + " times)" : ""))
					.collect(Collectors.joining(", "));
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
	 * @param replacement the response in place of the response of the resource, or
	 * {@code null}
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

		String text() {
			String requests = (this.selection != null) ? this.selection.text() : "any request";
			if (this.replacement != null) {
				return requests + " -> " + this.replacement.status().code();
			}
			String effect = this.interim ? "interim response" : "delay of " + this.delay;
			return requests + " -> " + (this.brokenOff ? "broken response" : effect);
		}

	}

	/**
	 * Selects requests. Segments and arguments are compared decoded, since clients may
	 * encode more characters than the test.
	 *
	 * @param text the method and the path as given
	 * @param method the method
	 * @param literal the target if it was not given percent-encoded
	 * @param decoded the target if it was
	 */
	record Selection(String text, String method, Target literal, Target decoded) {

		private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
				"TRACE");

		static Selection of(String method, String path) {
			Advice.require(method != null && path != null, "The method and the path of a request must not be null.");
			Advice.require(METHODS.contains(method),
					"There is no request method '%s'. Write one in upper case, such as GET or PATCH, followed by the path, such as \"/recipes/4\".",
					method);
			return new Selection(method + " " + path, method, Target.of(path, false), Target.of(path, true));
		}

		boolean matches(String otherMethod, String target) {
			Target whole = Target.of(target, true);
			return this.method.equals(otherMethod) && Stream.of(this.literal, this.decoded)
				.anyMatch((expected) -> expected.matches(whole) || expected.matches(whole.belowVersion()));
		}

	}

	/**
	 * The target of a request.
	 *
	 * @param segments the segments of the path
	 * @param arguments the arguments of the query, sorted, or {@code null} without a
	 * query
	 */
	record Target(List<String> segments, @Nullable List<String> arguments) {

		private static final Pattern ORIGIN = Pattern.compile("^[a-z]+://[^/]*");

		static Target of(String target, boolean encoded) {
			String[] parts = ORIGIN.matcher(target).replaceFirst("").split("\\?", 2);
			List<String> segments = Stream.of(parts[0].split("/"))
				.filter((segment) -> !segment.isEmpty())
				.map((segment) -> encoded ? decode(segment.replace("+", "%2B")) : segment)
				.toList();
			return new Target(segments,
					(parts.length < 2) ? null
							: Stream.of(parts[1].split("&"))
								.map((argument) -> encoded ? decode(argument) : argument)
								.sorted()
								.toList());
		}

		Target belowVersion() {
			return new Target(this.segments.subList(Math.min(1, this.segments.size()), this.segments.size()),
					this.arguments);
		}

		boolean matches(Target sent) {
			return this.segments.equals(sent.segments)
					&& (this.arguments == null || this.arguments.equals(sent.arguments));
		}

		private static String decode(String text) {
			try {
				return URLDecoder.decode(text, StandardCharsets.UTF_8);
			}
			catch (IllegalArgumentException ex) {
				// A percent sign that encodes nothing.
				return text;
			}
		}

	}

}
