package dev.hyperclient.cache.redis;

import java.util.List;
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

	private final @Nullable String error;

	RedisFailureException(String reason) {
		this(reason, null);
	}

	private RedisFailureException(String reason, @Nullable String error) {
		super(reason, null, false, false);
		this.error = error;
	}

	static RedisFailureException of(Throwable ex) {
		return (ex instanceof RedisFailureException failure) ? failure
				: new RedisFailureException(reason(ex), errorReply(ex));
	}

	/**
	 * Whether Redis has refused one command, so that others may succeed.
	 */
	boolean isRefusal() {
		return this.error != null && !isReadOnly() && OUTAGES.stream().noneMatch(this.error::startsWith);
	}

	/**
	 * Whether the server is a replica: another one may be the master now.
	 */
	boolean isReadOnly() {
		// Redis 6 puts the place in a script before the error.
		return this.error != null && (this.error.startsWith("READONLY") || this.error.contains("-READONLY "));
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
