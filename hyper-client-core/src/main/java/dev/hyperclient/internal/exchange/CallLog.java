package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.CallTags;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.text.UrlText;
import dev.hyperclient.internal.transport.Repetition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import org.springframework.http.HttpMethod;

/**
 * The log of a service: its root at INFO, first retries at WARN, calls at DEBUG and
 * decisions of the cache at TRACE. Contains neither header fields nor content. URLs are
 * without user information, and URLs of redirects without their query, which may be a
 * signature. Thread-safe.
 */
public final class CallLog implements CacheListener {

	/** Followed by the name of the service. */
	public static final String LOGGER_PREFIX = "dev.hyperclient.client.";

	private static final String TRACE_ID = "traceId";

	private static final String OWN_STORES = "dev\\.hyperclient\\.(cache|internal)\\..+";

	private static final int NOT_MODIFIED = 304;

	/** Interval between warnings of calls that are retried. */
	private static final Duration WARN_INTERVAL = Duration.ofMinutes(1);

	private final String name;

	private final Logger logger;

	/** The call of this thread, as long as it is logged. */
	private final ThreadLocal<@Nullable Call> current = new ThreadLocal<>();

	private volatile String store = "unknown";

	/** Whether a request has been sent, which shows that the service can be reached. */
	private volatile boolean sent;

	private final LongSupplier nanoTime;

	/** When a retried call was a warning, 0 for never. */
	private final AtomicLong warned = new AtomicLong();

	/** When the first stale response since the last answer of the service was read. */
	private final AtomicReference<@Nullable Instant> staleSince = new AtomicReference<>();

	/** When a stale read was a warning, 0 for never. */
	private final AtomicLong staleWarned = new AtomicLong();

	/** Whether the present outage was a warning, so that its end is logged as well. */
	private volatile boolean warnedOfOutage;

	private final AtomicInteger unwarned = new AtomicInteger();

	CallLog(String name, Logger logger, LongSupplier nanoTime) {
		this.name = name;
		this.logger = logger;
		this.nanoTime = nanoTime;
	}

	/**
	 * Return the log of a service.
	 * @param name the name of the service, the last part of the name of the logger
	 * @return the log
	 */
	public static CallLog of(String name) {
		return new CallLog(name, LoggerFactory.getLogger(LOGGER_PREFIX + name), System::nanoTime);
	}

	/** Return the log of requests for tokens, whose server any service may use. */
	static CallLog ofTokens() {
		return new CallLog("", LoggerFactory.getLogger("dev.hyperclient.token"), System::nanoTime);
	}

	/**
	 * Make a call, and log it.
	 */
	ServiceResponse log(ServiceRequest request, Function<ServiceRequest, ServiceResponse> call) {
		return this.logger.isDebugEnabled() ? logEnabled(request, call) : call.apply(request);
	}

	private ServiceResponse logEnabled(ServiceRequest request, Function<ServiceRequest, ServiceResponse> call) {
		@Nullable Call outer = this.current.get();
		Call line = new Call(request, System.nanoTime());
		this.current.set(line);
		try {
			ServiceResponse response = call.apply(request);
			this.logger.debug(line.answered(response));
			return response;
		}
		catch (RuntimeException ex) {
			this.logger.debug(line.failed(ex));
			throw ex;
		}
		finally {
			this.current.set(outer);
		}
	}

	/**
	 * A request is about to be retried. Logged before the wait, so that a delay has a
	 * cause in the log.
	 * @param retry the number of retries before this one
	 */
	void retrying(ServiceRequest request, int status, int retry, int maxRetries, Duration wait) {
		delaying(request, "was answered with " + status, retry, maxRetries, wait);
	}

	/**
	 * A request that could not be sent is about to be retried.
	 */
	void connecting(ServiceRequest request, TransportException failure, int retry, int maxRetries, Duration wait) {
		this.logger.debug("{} could not be sent", request, failure);
		delaying(request, "could not be sent", retry, maxRetries, wait);
	}

	private void delaying(ServiceRequest request, String reason, int retry, int maxRetries, Duration wait) {
		@Nullable Call call = this.current.get();
		if (call != null) {
			call.attempts++;
		}
		boolean root = request.call().resourceType().equals(CallTags.ROOT_TYPE);
		if (retry > 0 || !(root || warns())) {
			this.logger.debug("{} {}; retry {} of {} {}", request, reason, retry + 1, maxRetries, after(wait));
			return;
		}
		int others = root ? 0 : this.unwarned.getAndSet(0);
		this.logger.warn("{}{} {}; retrying {}, up to {}{}",
				root ? "Loading the root of service '" + PrintableText.line(this.name) + "' is delayed: " : "", request,
				reason, after(wait), (maxRetries == 1) ? "once" : maxRetries + " times",
				(others > 0) ? "; %d more calls were retried since the last warning".formatted(others) : "");
	}

	/**
	 * Whether there was no warning of a call for a minute; counts the call if there was.
	 */
	private boolean warns() {
		long now = this.nanoTime.getAsLong();
		long last = this.warned.get();
		boolean warns = (last == 0 || now - last >= WARN_INTERVAL.toNanos())
				&& this.warned.compareAndSet(last, (now != 0) ? now : 1);
		if (!warns) {
			this.unwarned.incrementAndGet();
		}
		return warns;
	}

	/**
	 * Return since when reads have been answered by stale responses.
	 * @return the time, empty after the service has answered
	 */
	Optional<Instant> staleSince() {
		return Optional.ofNullable(this.staleSince.get());
	}

	/**
	 * A request is about to be sent once more, since its connection ended.
	 */
	void repeating(ServiceRequest request) {
		@Nullable Call call = this.current.get();
		if (call != null) {
			call.attempts++;
		}
		this.logger.debug(Repetition.REPEATED, request);
	}

	/**
	 * The root was loaded.
	 * @param baseUrl the base URL with the version
	 * @param resourceTypes the number of resource types
	 * @param reused whether both documents are stored ones
	 * @param refresh whether it had been loaded before
	 * @param time the time to fetch and parse both documents
	 */
	public void rootLoaded(URI baseUrl, int resourceTypes, boolean reused, boolean refresh, Duration time) {
		// Maven gives its plugins SLF4J 1.7, which has no atLevel.
		if (refresh ? this.logger.isDebugEnabled() : this.logger.isInfoEnabled()) {
			String line = "Service '%s' at %s: %d resource types, root %s, %d ms, cache in %s"
				.formatted(PrintableText.line(this.name), UrlText.of(baseUrl), resourceTypes,
						(refresh ? "refreshed " : "") + (reused
								? "from the cache" + (this.sent ? "" : " without a request") : "from the service"),
						time.toMillis(), PrintableText.line(this.store));
			if (refresh) {
				this.logger.debug(line);
			}
			else {
				this.logger.info(line);
			}
		}
	}

	/**
	 * A changed description takes effect.
	 * @param baseUrl the base URL with the version
	 * @param resourceTypes the number of resource types
	 * @param changes what has changed, of bounded length
	 */
	public void descriptionChanged(URI baseUrl, int resourceTypes, String changes) {
		this.logger.info("The description of service '{}' at {} has changed: {}. It has {} resource types now.",
				PrintableText.line(this.name), UrlText.of(baseUrl), PrintableText.line(changes), resourceTypes);
	}

	/**
	 * The root could not be validated in the background.
	 * @param baseUrl the base URL with the version
	 * @param first whether the validation before this one did not fail
	 * @param failure why
	 */
	public void validationFailed(URI baseUrl, boolean first, RuntimeException failure) {
		if (first) {
			this.logger.warn(
					"The root of service '{}' at {} could not be validated ({}). Calls continue with the description that is known; further failures are logged at debug level.",
					PrintableText.line(this.name), UrlText.of(baseUrl), firstLine(failure));
		}
		this.logger.debug("The root at {} could not be validated", UrlText.of(baseUrl), failure);
	}

	/**
	 * Return the first line of a failure. The text of an error status continues with the
	 * header fields and the body.
	 * @param failure the failure
	 * @return its first line
	 */
	public static String firstLine(RuntimeException failure) {
		return failure.toString().lines().findFirst().orElse("");
	}

	@Override
	public void onOpen(ResponseStore opened) {
		// Not by their types: the class of the store in Redis needs its libraries.
		boolean own = opened.getClass().getName().matches(OWN_STORES);
		this.store = own ? opened.toString() : "a store of the application";
	}

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		boolean isError = result.status() == 500 || (result.status() >= 502 && result.status() <= 504);
		boolean isSent = result.outcome() != CacheOutcome.HIT && result.outcome() != CacheOutcome.STALE;
		// A 504 may be one of the cache, which is offline.
		if (isSent && !this.sent && result.status() != 504) {
			this.sent = true;
		}
		if (result.outcome() == CacheOutcome.STALE) {
			stale(request);
		}
		else if (isSent && !isError) {
			answered();
		}
		@Nullable Call call = this.current.get();
		if (call != null) {
			call.outcome = result.outcome();
			call.savedBytes += result.savedBytes();
			call.rule = result.rule();
		}
	}

	private void stale(CacheRequest request) {
		long now = this.nanoTime.getAsLong();
		long last = this.staleWarned.get();
		// The service may answer some requests and fail with others.
		boolean warns = last == 0 || now - last >= WARN_INTERVAL.toNanos();
		if (this.staleSince.compareAndSet(null, Instant.now()) && warns) {
			this.staleWarned.set((now != 0) ? now : 1);
			this.warnedOfOutage = true;
			this.logger.warn(
					"Service '{}': {} is read as it was stored, without an answer of the service. Further stale reads are logged at debug level.",
					PrintableText.line(this.name), shown(request));
		}
	}

	private void answered() {
		@Nullable Instant since = (this.staleSince.get() != null) ? this.staleSince.getAndSet(null) : null;
		if (since != null) {
			String line = "Service '%s' answers again; stored responses were read since %s."
				.formatted(PrintableText.line(this.name), since);
			if (this.warnedOfOutage) {
				this.logger.info(line);
			}
			else {
				this.logger.debug(line);
			}
			this.warnedOfOutage = false;
		}
	}

	@Override
	public void onDecision(CacheRequest request, Supplier<String> decision) {
		if (this.logger.isTraceEnabled()) {
			this.logger.trace("{} {}: {}", request.method(), shown(request), PrintableText.line(decision.get()));
		}
	}

	/** The cache does not know which URLs are targets of redirects. */
	private String shown(CacheRequest request) {
		@Nullable Call call = this.current.get();
		boolean own = call != null && call.request.uri().equals(request.uri());
		return own ? UrlText.of(request.uri()) : UrlText.withoutQuery(request.uri());
	}

	private static String after(Duration wait) {
		long millis = wait.toMillis();
		if (millis <= 0) {
			return "at once";
		}
		return (millis % 1000 == 0) ? "in " + (millis / 1000) + " s" : "in " + millis + " ms";
	}

	/**
	 * A call that is being made. Used by the thread of the call only.
	 */
	private static final class Call {

		private final ServiceRequest request;

		private final long begin;

		private int attempts = 1;

		private @Nullable CacheOutcome outcome;

		private long savedBytes;

		private @Nullable String rule;

		Call(ServiceRequest request, long begin) {
			this.request = request;
			this.begin = begin;
		}

		String answered(ServiceResponse response) {
			int status = (this.outcome == CacheOutcome.REVALIDATED) ? NOT_MODIFIED : response.status();
			return this.request + " -> " + status + redirected(response.uri()) + " in " + millis() + details();
		}

		String failed(RuntimeException ex) {
			String how = (ex instanceof HTTPError error) ? " -> " + error.status() + redirected(error.uri()) + " in "
					: " failed after ";
			return this.request + how + millis() + details() + ": " + ex.getClass().getSimpleName();
		}

		private String redirected(URI last) {
			if (this.request.method() != HttpMethod.GET || last.equals(this.request.uri())) {
				return "";
			}
			return " from " + UrlText.withoutQuery(last);
		}

		private String millis() {
			return Duration.ofNanos(System.nanoTime() - this.begin).toMillis() + " ms";
		}

		private String details() {
			List<String> details = new ArrayList<>();
			if (this.outcome != null) {
				details.add(this.outcome.name().toLowerCase(Locale.ROOT));
			}
			if (this.savedBytes > 0) {
				details.add(this.savedBytes + " B saved");
			}
			if (this.rule != null) {
				details.add("rule " + this.rule);
			}
			if (this.attempts > 1) {
				details.add(this.attempts + " attempts");
			}
			@Nullable String trace = MDC.get(TRACE_ID);
			if (trace != null) {
				details.add("trace " + PrintableText.line(trace));
			}
			return details.isEmpty() ? "" : " (" + String.join(", ", details) + ")";
		}

	}

}
