package dev.hyperclient.internal.transport;

import java.util.List;
import java.util.Map;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Why a request that failed may be sent once more, on a new connection (RFC 9110, 9.2.2;
 * RFC 9112, 9.3.1; RFC 9113, 6.8, 8.7): a server may close a kept connection at any time,
 * also when the next request is sent. HTTP clients differ: the clients of the JDK and
 * Apache repeat some such requests themselves, Jetty and Reactor Netty none that have
 * been sent.
 *
 * @param wasSent whether the first request may have reached the server
 * @param mayBeProcessed whether the server may have carried it out
 */
public record Repetition(boolean wasSent, boolean mayBeProcessed) {

	/** The log line for a repetition of a request, the parameter. */
	public static final String REPEATED = "{} received no response on a connection that was kept; sent once more on a new one";

	/** How many pooled connections are closed at most before there is a new one. */
	public static final int MAX_CONNECTIONS = 500;

	private static final HttpMethod QUERY = HttpMethod.valueOf("QUERY");

	/**
	 * How HTTP clients report a connection that ended before a byte of the response: what
	 * the message of each class contains. Whether the connection had been used is
	 * unknown.
	 */
	static final Map<String, List<String>> UNANSWERED = Map.of("java.io.IOException",
			List.of("HTTP/1.1 header parser received no bytes", "GOAWAY received"), "java.net.SocketException",
			List.of("Connection reset", "Unexpected end of file from server"), "java.io.EOFException",
			List.of("HttpConnectionOverHTTP@", "EOF reached while reading"), "java.nio.channels.ClosedChannelException",
			List.of(""), "org.eclipse.jetty.io.EofException", List.of(""),
			"org.apache.hc.core5.http.ConnectionClosedException",
			List.of("Connection closed by peer", "Connection is closed"),
			"org.apache.hc.core5.http.NoHttpResponseException", List.of(""),
			"reactor.netty.http.client.PrematureCloseException", List.of("BEFORE response"),
			"io.netty.channel.unix.Errors$NativeIoException", List.of("Connection reset"));

	/**
	 * How HTTP clients report a request that the server has not carried out for certain:
	 * the stream was refused, or is above the last one of a GOAWAY.
	 */
	static final Map<String, List<String>> UNPROCESSED = Map.of("java.io.IOException",
			List.of("refused_stream_error", "RST_STREAM: Stream not processed"),
			"org.eclipse.jetty.http2.RetryableStreamException", List.of(""),
			"org.apache.hc.core5.http2.H2StreamResetException", List.of("Stream reset (7)"));

	/**
	 * Return whether the response to the repeated request may be due to the first one,
	 * which may have been carried out.
	 * @param method the method
	 * @param status the status code
	 */
	public boolean isAmbiguous(HttpMethod method, int status) {
		return this.mayBeProcessed && !isRetrieval(method) && (status == 404 || status == 410 || status == 412);
	}

	/**
	 * Return the message for an {@linkplain #isAmbiguous ambiguous} response.
	 * @param request the method and URL of the request
	 * @param status the status code of the response to the repetition
	 */
	public static String ambiguous(Object request, int status) {
		return "%s was sent twice, since the connection ended before the response to the first request, which may have been carried out: the second one was answered with %d"
			.formatted(request, status);
	}

	/**
	 * Return whether a failure means that what was received is not HTTP. On a reused
	 * connection, it is content that followed the previous response, against its framing.
	 * @param failure the failure as the HTTP client reports it
	 */
	public static boolean isNotHttp(Throwable failure) {
		String message = String.valueOf(failure.getMessage());
		return failure.getClass().getSimpleName().equals("InvalidLineSeparatorException")
				|| message.startsWith("invalid version format") || message.startsWith("Invalid status line");
	}

	/** Whether a request may be carried out twice. */
	static boolean isRepeatable(HttpMethod method, HttpHeaders headers) {
		return isRetrieval(method) || HttpMethod.DELETE.equals(method)
				|| ((HttpMethod.PUT.equals(method) || HttpMethod.PATCH.equals(method))
						&& headers.containsHeader(HttpHeaders.IF_MATCH));
	}

	private static boolean isRetrieval(HttpMethod method) {
		return HttpMethod.GET.equals(method) || HttpMethod.HEAD.equals(method) || QUERY.equals(method);
	}

	/** Reactor Netty found out before it sent the request, more than once. */
	static boolean isUnsent(Throwable failure) {
		String message = String.valueOf(failure.getMessage());
		return message.equals("Connection has been closed BEFORE send operation")
				|| message.startsWith("Error while acquiring from ");
	}

	/** Jetty's exceptions are wrapped by Spring. */
	static boolean isReported(Throwable failure, Map<String, List<String>> reports) {
		for (Throwable ex = failure; ex != null; ex = ex.getCause()) {
			String message = String.valueOf(ex.getMessage());
			if (reports.getOrDefault(ex.getClass().getName(), List.of()).stream().anyMatch(message::contains)) {
				return true;
			}
		}
		return false;
	}

}
