package dev.hyperclient.cache.redis;

import java.net.ConnectException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import dev.hyperclient.cache.redis.RedisFailureException.Kind;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Cause of a failure of Redis, and its text for logs.
 */
class RedisFailureExceptionTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			LOADING Redis is loading the dataset in memory | OUTAGE
			BUSY Redis is busy running a script            | OUTAGE
			NOAUTH Authentication required.                | OUTAGE
			WRONGPASS invalid username-password pair       | OUTAGE
			MASTERDOWN Link with MASTER is down            | OUTAGE
			READONLY You can't write against a replica.    | READ_ONLY
			ERR in script 12ab: -READONLY You can't write  | READ_ONLY
			OOM command not allowed                        | REFUSAL
			NOPERM this user has no permissions            | REFUSAL
			ERR this is no READONLY replica                | REFUSAL
			""")
	void errorReplyIsOutageOrConcernsOneCommand(String error, Kind kind) {
		RedisFailureException failure = RedisFailureException
			.of(new ExecutionException(new IllegalStateException(new RedisCommandExecutionException(error))));
		assertThat(failure.kind).isEqualTo(kind);
		assertThat(failure.reason()).isEqualTo(error);
	}

	@Test
	void missingReplyIsLate() {
		RedisFailureException failure = RedisFailureException.of(new TimeoutException("secret"));
		assertThat(failure.kind).isEqualTo(Kind.LATE);
		assertThat(failure.reason()).isEqualTo("no answer in time");
	}

	@Test
	void missingConnectionNamesServerWithoutPassword() {
		Throwable refused = new RedisConnectionException("Unable to connect to redis.example.com/10.0.0.1:6379",
				new ConnectException("Connection refused"));
		RedisFailureException failure = RedisFailureException.of(new IllegalStateException("secret", refused));
		assertThat(failure.kind).isEqualTo(Kind.OUTAGE);
		assertThat(failure.reason()).isEqualTo("no connection to redis.example.com:6379, with Spring Boot see "
				+ "spring.data.redis.*: ConnectException: Connection refused");
	}

	@Test
	void urlOfServerIsNotRepeated() {
		Throwable refused = new RedisConnectionException("Unable to connect to [redis://user:secret@redis:6379]",
				new ConnectException("Connection refused"));
		assertThat(RedisFailureException.of(refused).reason()).isEqualTo("ConnectException: Connection refused");
	}

	@Test
	void reasonIsOneShortLine() {
		assertThat(RedisFailureException.of(new IllegalStateException("first\nsecond")).reason())
			.isEqualTo("IllegalStateException: first");
		assertThat(RedisFailureException.of(new IllegalStateException("x".repeat(300))).reason())
			.isEqualTo("IllegalStateException: " + "x".repeat(200));
		assertThat(RedisFailureException.of(new IllegalStateException("")).reason())
			.isEqualTo("IllegalStateException: ");
	}

	@Test
	void failureIsItsOwn() {
		RedisFailureException failure = new RedisFailureException(Kind.NONE, "unavailable");
		assertThat(RedisFailureException.of(new ExecutionException(failure))).isSameAs(failure);
		assertThat(RedisFailureException.of(failure)).isSameAs(failure);
		assertThat(failure.getStackTrace()).isEmpty();
		assertThat(RedisFailureException.of(new ExecutionException("none", null)).kind).isEqualTo(Kind.OUTAGE);
	}

}
