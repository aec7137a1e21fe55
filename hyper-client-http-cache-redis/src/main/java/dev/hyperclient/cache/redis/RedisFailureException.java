package dev.hyperclient.cache.redis;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Redis did not answer in time, or answered with an error. The message contains no
 * secrets.
 */
@SuppressWarnings("serial")
final class RedisFailureException extends Exception {

	/** Error replies to any command that writes. Others concern a command. */
	private static final List<String> OUTAGES = List.of("LOADING", "BUSY", "NOAUTH", "WRONGPASS", "MASTERDOWN");

	/** Of Lettuce, with a host, its address if it is known, and a port. */
	private static final Pattern UNREACHABLE = Pattern.compile("Unable to connect to ([^/@]*)(?:/[^:]*)?:(\\d+)");

	private static final int MAX_REASON = 200;

	final Kind kind;

	/** When it was created, by {@link System#nanoTime}. */
	final long at = System.nanoTime();

	RedisFailureException(Kind kind, String reason) {
		super(reason, null, false, false);
		this.kind = kind;
	}

	/**
	 * Cause of a failure and its meaning for the availability of Redis.
	 */
	enum Kind {

		/** Nothing new: it is known to be unavailable, or the thread was interrupted. */
		NONE,

		/** There was no reply in time. Redis may work nevertheless. */
		LATE,

		/** It has refused one command, so that others may succeed. */
		REFUSAL,

		/** The server is a replica: another one may be the master now. */
		READ_ONLY,

		/** There is no connection, or Redis cannot answer anything. */
		OUTAGE

	}

	static RedisFailureException of(Throwable ex) {
		Throwable cause = (ex instanceof ExecutionException && ex.getCause() != null) ? ex.getCause() : ex;
		return (cause instanceof RedisFailureException failure) ? failure
				: new RedisFailureException(kind(cause), reason(cause));
	}

	String reason() {
		return String.valueOf(getMessage());
	}

	private static Kind kind(Throwable ex) {
		if (ex instanceof TimeoutException) {
			return Kind.LATE;
		}
		String error = errorReply(ex);
		if (error == null || OUTAGES.stream().anyMatch(error::startsWith)) {
			return Kind.OUTAGE;
		}
		// Redis 6 puts the place in a script before the error.
		return (error.startsWith("READONLY") || error.contains("-READONLY ")) ? Kind.READ_ONLY : Kind.REFUSAL;
	}

	/**
	 * Return the error of Redis, or {@code null} if there is none.
	 */
	static @Nullable String errorReply(Throwable ex) {
		for (Throwable cause = ex; cause != null; cause = cause.getCause()) {
			if (cause instanceof RedisCommandExecutionException) {
				return String.valueOf(cause.getMessage());
			}
		}
		return null;
	}

	/**
	 * Return the reason of a failure for a log: without the URL of the server, which may
	 * contain a password.
	 */
	private static String reason(Throwable ex) {
		if (ex instanceof TimeoutException) {
			return "no answer in time";
		}
		String server = "";
		Throwable cause = ex;
		while (cause.getCause() != null && cause.getCause() != cause) {
			Matcher unreachable = UNREACHABLE.matcher(String.valueOf(cause.getMessage()));
			if (cause instanceof RedisConnectionException && unreachable.matches()) {
				server = "no connection to " + unreachable.group(1) + ":" + unreachable.group(2)
						+ ", with Spring Boot see spring.data.redis.*: ";
			}
			cause = cause.getCause();
		}
		String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
		String shortened = (message.length() > MAX_REASON) ? message.substring(0, MAX_REASON) : message;
		return (cause instanceof RedisFailureException || cause instanceof RedisCommandExecutionException) ? shortened
				: server + cause.getClass().getSimpleName() + ": " + shortened;
	}

}
