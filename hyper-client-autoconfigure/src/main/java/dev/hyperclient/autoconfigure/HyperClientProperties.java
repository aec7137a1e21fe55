package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties under {@code hyper-client}.
 *
 * @param baseUrl address of the service, with the version segment or without
 * @param version version of the service. Leave it out if the address carries it
 * @param cache cache of responses
 * @param retry repetition of requests that were answered with 502 or 503
 * @param connectTimeout time within which a connection must be there
 * @param readTimeout time within which the next bytes of an answer must come
 * @param callTimeout time within which a call must be over, redirects, retries and waits
 * included
 * @param maxResponseSize longest answer that is taken into memory
 */
@ConfigurationProperties("hyper-client")
public record HyperClientProperties(@Nullable URI baseUrl, @Nullable String version, @DefaultValue Cache cache,
		@DefaultValue Retry retry, @DefaultValue("10s") Duration connectTimeout,
		@DefaultValue("30s") Duration readTimeout, @DefaultValue("2m") Duration callTimeout,
		@DefaultValue("32MB") DataSize maxResponseSize) {

	public HyperClientProperties {
		requirePositive("connect-timeout", connectTimeout);
		requirePositive("read-timeout", readTimeout);
		requirePositive("call-timeout", callTimeout);
		if (maxResponseSize.toBytes() <= 0 || maxResponseSize.toBytes() > Integer.MAX_VALUE) {
			throw new IllegalArgumentException(
					"'hyper-client.max-response-size' must be between 1B and 2047MB but is " + maxResponseSize);
		}
	}

	private static void requirePositive(String name, Duration value) {
		if (value.isZero() || value.isNegative()) {
			throw new IllegalArgumentException(
					"'hyper-client.%s' must be positive, for instance 10s, but is %s".formatted(name, value));
		}
	}

	/**
	 * Cache of responses.
	 *
	 * @param directory directory that keeps the responses from one start to the next.
	 * Without it, a temporary one
	 */
	public record Cache(@Nullable Path directory) {

	}

	/**
	 * Repetition of requests.
	 *
	 * @param maxRetries number of times a request is sent again at the most, after 0, 1,
	 * 2, 4, 8, ... seconds
	 * @param maxRetryAfter time that the service can make the client wait at the most by
	 * a Retry-After
	 * @param post whether to send POST again too, which may repeat its effect
	 */
	public record Retry(@DefaultValue("6") int maxRetries, @DefaultValue("30s") Duration maxRetryAfter,
			@DefaultValue("false") boolean post) {

		public Retry {
			if (maxRetries < 0) {
				throw new IllegalArgumentException(
						"'hyper-client.retry.max-retries' must not be negative but is " + maxRetries);
			}
			if (maxRetryAfter.isNegative()) {
				throw new IllegalArgumentException(
						"'hyper-client.retry.max-retry-after' must not be negative but is " + maxRetryAfter);
			}
		}

	}

}
