package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.call.CallObserver;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HTTPErrors;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.concurrent.Futures;
import dev.hyperclient.internal.http.Origin;
import dev.hyperclient.internal.text.UrlText;
import dev.hyperclient.internal.transaction.CacheContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Sends requests through the steps of the exchange, outermost first: observer, redirects,
 * cache, retries, repetition, authorizer, WebClient. An error status is thrown, any other
 * response is returned. Thread-safe.
 */
public final class ExchangeClient implements AutoCloseable {

	private static final int PARTIAL_CONTENT = 206;

	private static final Logger logger = LoggerFactory.getLogger(ExchangeClient.class);

	private static final int NOT_MODIFIED = 304;

	private final ExchangeSettings settings;

	private final Credentials credentials;

	private final HttpCache cache;

	/** The same cache for the requests of this client. */
	private final HttpCache responses;

	private final boolean ownsCache;

	private final CallObserver observer;

	private final Step calls;

	private final Step probes;

	private final Step validations;

	private final CallDeadline callDeadline;

	/** Whether the root was built. Until then, a failed start says so at once. */
	private volatile boolean started;

	private volatile boolean closed;

	/**
	 * Create a client.
	 * @param settings the settings
	 */
	public ExchangeClient(ExchangeSettings settings) {
		ExchangeSettings.Service service = settings.service();
		ExchangeSettings.Events events = settings.events();
		this.settings = settings;
		this.credentials = new Credentials(service.baseUrl(), service.authorizer(), service.certificates());
		ClientListeners listener = events.listener();
		// The listener of the cache itself, the log and the observer are notified of all
		// requests.
		this.cache = settings.caching().cache();
		CacheSettings cacheSettings = CacheContext.of(this.cache)
			.settings()
			.withStaleIfError(settings.caching().staleIfError())
			.withPauseAfterFailures(settings.caching().pauseAfterFailures());
		HttpCache observed = events.observe(CacheContext.forRepresentations(this.cache).withSettings(cacheSettings));
		this.responses = observed.withAdditionalListener(listener);
		this.ownsCache = settings.caching().owned();
		// The log is the innermost observer: it logs the request that the others made of
		// it.
		this.observer = CallObservers.of(events.observer(), events.log()::log);
		this.callDeadline = new CallDeadline(settings.transport().callTimeout());
		Step once = new RepeatStep(new AuthorizerStep(transport(), this.credentials), listener, events.log());
		this.calls = cached(this.responses, new RetryStep(once, settings.retryPolicy(), listener, events.log(),
				() -> this.started, this::isOffline));
		this.probes = cached(observed.withAdditionalListener(listener::onValidation), once);
		this.validations = cached(observed, once);
	}

	private ExchangeClient(ExchangeClient other, CallObserver observer) {
		this.settings = other.settings;
		this.credentials = other.credentials;
		this.cache = other.cache;
		this.responses = other.responses;
		this.started = true;
		this.ownsCache = false;
		this.observer = observer;
		this.calls = other.calls;
		this.probes = other.probes;
		this.validations = other.validations;
		this.callDeadline = other.callDeadline;
	}

	private Step transport() {
		ExchangeSettings.Transport transport = this.settings.transport();
		WebClientStep webClient = new WebClientStep(transport.webClient(), transport.maxResponseSize(),
				this.settings.events().observer(), this.settings.names());
		Step upload = new UploadStep(webClient);
		return (request, call) -> {
			if (call.streams) {
				return webClient.open(request, call, transport.callTimeout());
			}
			return ((call.upload != null) ? upload : webClient).exchange(request, call);
		};
	}

	private Step cached(HttpCache cache, Step next) {
		return new RedirectStep(new CacheStep(cache, next, this.credentials, this.settings.names()),
				this.settings.service().origins(), this.credentials);
	}

	/**
	 * Return a client that also notifies a listener of the response to each request of a
	 * call. Everything else is shared; closing it does not close the cache.
	 * @param listener is notified on the thread of the call
	 * @return the client
	 */
	public ExchangeClient withAdditionalResponseListener(BiConsumer<ServiceRequest, ServiceResponse> listener) {
		CallObserver notifying = (request, call) -> {
			ServiceResponse response = call.apply(request);
			listener.accept(request, response);
			return response;
		};
		return new ExchangeClient(this, CallObservers.of(notifying, this.observer));
	}

	/**
	 * Send a request, within the remaining time of the {@link #call call} of this thread.
	 * Without one, the request is a call of its own.
	 * @param request the request
	 * @return the response, of a status below 400
	 */
	public ServiceResponse exchange(ServiceRequest request) {
		return send(this.calls, request.withDeadline(this.callDeadline.current()), CallState.collecting());
	}

	/**
	 * Send a GET and read the response. One that cannot be read does not stay stored: if
	 * a stored response had a part in it, the service is asked once more, without the
	 * cache.
	 * @param <T> the type of what is read
	 * @param request the request
	 * @param reader reads a response of a status below 400. A
	 * {@link HyperClientException} means that the response cannot be used, unless it
	 * reports an error status or that there was no response
	 * @return what was read
	 */
	public <T> T read(ServiceRequest request, Function<ServiceResponse, T> reader) {
		return readUsable(this.calls, request.withDeadline(this.callDeadline.current()), reader);
	}

	/**
	 * Send a GET like {@link #read(ServiceRequest, Function)}, without retries and
	 * reported as a validation.
	 * @param <T> the type of the result
	 * @param request the request
	 * @param timeout the timeout
	 * @param reader reads the response
	 * @return the result of the reader
	 */
	public <T> T probe(ServiceRequest request, Duration timeout, Function<ServiceResponse, T> reader) {
		try {
			return readUsable(this.probes, request.withDeadline(Deadline.after(timeout)), reader);
		}
		catch (CallTimeoutException ex) {
			throw new CallTimeoutException(request.uri(),
					"%s was not answered in full within 'timeout' (%s)".formatted(request, timeout), ex);
		}
	}

	/**
	 * Send a GET like {@link #read(ServiceRequest, Function)}, without retries, and
	 * without a report of its cache outcome to the listener: the application did not ask
	 * for it.
	 * @param <T> the type of the result
	 * @param request the request
	 * @param reader reads the response
	 * @return the result of the reader
	 */
	public <T> T validate(ServiceRequest request, Function<ServiceResponse, T> reader) {
		return readUsable(this.validations, request.withDeadline(this.callDeadline.current()), reader);
	}

	private <T> T readUsable(Step steps, ServiceRequest request, Function<ServiceResponse, T> reader) {
		CallState call = CallState.collecting();
		ServiceResponse response = send(steps, request, call);
		if (response.reused()) {
			try {
				return reader.apply(response);
			}
			catch (HyperClientException ex) {
				if (!isUnusable(ex)) {
					throw ex;
				}
				logger.debug("{} cannot be used as it is stored, so it is requested again", request, ex);
				response = send(steps, request, call.reloading());
			}
		}
		try {
			return reader.apply(response);
		}
		catch (HyperClientException ex) {
			if (isUnusable(ex)) {
				forget(request.redirectedTo(response.uri()));
			}
			throw ex;
		}
	}

	/**
	 * Remove the stored response of a request, so that it is sent to the service again.
	 * @param request a GET
	 */
	public void forget(ServiceRequest request) {
		this.responses.remove(CacheStep.toCacheRequest(request));
	}

	/**
	 * Require that requests may be sent to a URL.
	 * @param uri the URL
	 * @throws ForeignOriginException if none may
	 */
	public void requireAllowed(URI uri) {
		this.settings.service().origins().require(uri, null);
	}

	/**
	 * Whether the response itself, or the target of a redirect, is unusable.
	 */
	private static boolean isUnusable(HyperClientException ex) {
		return ex instanceof ServiceDescriptionException || ex instanceof UnexpectedResponseException
				|| ex instanceof ForeignOriginException || ex instanceof RedirectException || ex instanceof NotFound
				|| ex instanceof ResponseTooLargeException;
	}

	/**
	 * Send a request and stream the content of the response, from the service or from the
	 * cache. The call timeout ends with the header fields; from then on it is the maximum
	 * wait for the next bytes.
	 * @param request a GET
	 * @return the response, of a status below 400, whose body the caller closes
	 */
	public ServiceResponse open(ServiceRequest request) {
		return send(this.calls, request.withDeadline(this.callDeadline.current()), CallState.streaming());
	}

	/**
	 * Send a request whose content is read while it is sent. Content that can be read
	 * only once is sent once.
	 * @param request the request, without its content
	 * @param source the content
	 * @return the response, of a status below 400
	 * @throws java.io.UncheckedIOException if the content cannot be read
	 */
	public ServiceResponse upload(ServiceRequest request, Resource source) {
		return send(this.calls, request.withDeadline(this.callDeadline.current()), CallState.uploading(source));
	}

	/**
	 * Run a call of the user: all its requests and waits share one deadline. A call
	 * within another one shares the deadline of the outer call.
	 * @param <T> the type of the result
	 * @param work makes the requests
	 * @return the result of the work
	 */
	public <T extends @Nullable Object> T call(Supplier<T> work) {
		boolean outermost = this.callDeadline.begin();
		try {
			return work.get();
		}
		finally {
			if (outermost) {
				this.callDeadline.end();
			}
		}
	}

	/**
	 * Make a part of the present call that another thread may run.
	 * @param <T> the type of the result
	 * @param work makes requests
	 * @return the work, with the deadline of the call that this thread is in
	 */
	public <T extends @Nullable Object> Callable<T> partOfCall(Callable<T> work) {
		return this.callDeadline.wrap(work);
	}

	/**
	 * Reject an event-loop thread, which must not wait, and any thread after this client
	 * is closed.
	 * @param requested the request, or the requested URL
	 * @throws IllegalStateException in both cases
	 */
	public void refuseIfClosedOrOnEventLoop(Object requested) {
		if (this.closed) {
			throw new IllegalStateException("%s was requested after the client was closed".formatted(requested));
		}
		WebClientStep.refuseOnEventLoop(requested);
	}

	/**
	 * Wait for a result of another thread, within the remaining time of the {@link #call
	 * call} of this thread.
	 * @param <T> the type of the result
	 * @param fetched is completed by the other thread
	 * @param uri the URL that is fetched
	 * @return the result
	 */
	public <T extends @Nullable Object> T await(Future<T> fetched, URI uri) {
		Deadline deadline = this.callDeadline.current();
		try {
			return Futures.await(fetched, deadline);
		}
		catch (TimeoutException ex) {
			throw new CallTimeoutException(uri,
					"GET %s was not answered to another thread within the time that %s allows"
						.formatted(UrlText.of(uri), this.settings.names().of(Setting.CALL_TIMEOUT)),
					ex);
		}
		catch (InterruptedException ex) {
			throw Futures.interrupted(HttpMethod.GET, uri, "for the response to another thread", ex);
		}
	}

	/**
	 * Wait before a further request.
	 * @param wait the time
	 * @param uri the URL of the request
	 * @param purpose why the thread waits, for the message of an interruption
	 */
	public void sleep(Duration wait, URI uri, String purpose) {
		try {
			this.settings.retryPolicy().sleeper().sleep(wait);
		}
		catch (InterruptedException ex) {
			throw Futures.interrupted(HttpMethod.GET, uri, purpose, ex);
		}
	}

	private ServiceResponse send(Step steps, ServiceRequest request, CallState call) {
		refuseIfClosedOrOnEventLoop(request);
		if (this.settings.caching().staleIfError().isZero()) {
			refuseIfLate(request);
		}
		return this.observer.observe(request, (observed) -> {
			String identity = this.credentials.identityFor(observed.uri());
			return requireUsable(observed, steps.exchange(observed.withIdentity(identity), call));
		});
	}

	private ServiceResponse requireUsable(ServiceRequest request, ServiceResponse response) {
		if (WebClientStep.isError(response.status())
				|| (response.status() == NOT_MODIFIED && !isConditional(request))) {
			HTTPError error = HTTPErrors.of(request.method(), response);
			this.credentials.advise(error);
			throw error;
		}
		if (response.status() == PARTIAL_CONTENT && !request.headers().containsHeader(HttpHeaders.RANGE)) {
			response.body().close();
			throw new UnexpectedResponseException(response.uri(),
					"%s was answered with a part of its content (206), although no range was requested"
						.formatted(request));
		}
		return response;
	}

	/**
	 * Return since when reads have been answered by stale responses.
	 * @return the time, empty after the service has answered
	 */
	public Optional<Instant> staleSince() {
		return this.settings.events().log().staleSince();
	}

	private static boolean isConditional(ServiceRequest request) {
		return request.headers().containsHeader(HttpHeaders.IF_NONE_MATCH)
				|| request.headers().containsHeader(HttpHeaders.IF_MODIFIED_SINCE);
	}

	/**
	 * Also for a cache hit, since a call may make any number of requests, unless a stale
	 * response may be read after a request that was too late.
	 */
	private void refuseIfLate(ServiceRequest request) {
		Deadline deadline = request.deadline();
		if (deadline.bounded() && deadline.remaining().compareTo(Duration.ZERO) <= 0) {
			throw new CallTimeoutException(request.uri(), "%s was not sent: the time that %s allows for a call is over"
				.formatted(request, this.settings.names().of(Setting.CALL_TIMEOUT)), null);
		}
	}

	/**
	 * Connect again from now on as the retry policy says, after the start.
	 */
	public void started() {
		this.started = true;
	}

	/**
	 * Return the switch for offline.
	 * @return whether no requests are sent
	 */
	public boolean isOffline() {
		return this.responses.isOffline();
	}

	/**
	 * Set the switch for offline.
	 * @param offline whether no requests are sent
	 */
	public void switchOffline(boolean offline) {
		this.responses.switchOffline(offline);
	}

	/**
	 * Return the cache, with its own profile.
	 * @return the cache
	 */
	public HttpCache cache() {
		return this.cache;
	}

	/**
	 * Return the target of a {@code Location} field.
	 * @param response a response with the field
	 * @return the absolute URL
	 */
	public static URI locationOf(ServiceResponse response) {
		return RedirectStep.target(response);
	}

	/**
	 * Create the exception for a redirect of a request other than GET, after which it is
	 * unknown whether the request had an effect.
	 * @param request the request
	 * @param response the redirect
	 * @return the exception, with the target of the redirect
	 */
	public static RedirectException notFollowed(ServiceRequest request, ServiceResponse response) {
		URI target = locationOf(response);
		String advice = changesScheme(request, response)
				? "It is unknown whether it was carried out: svcRefresh() of an entry shows it. Set the base URL to one that begins with "
						+ Origin.of(target)
				: "Check that the base URL is the one that the service itself uses";
		return new RedirectException(request.uri(),
				"%s was answered with %d and leads to %s, where it was not sent: only a GET is redirected. %s"
					.formatted(request, response.status(), UrlText.withoutQuery(target), advice),
				null);
	}

	/**
	 * Return whether a redirect leads to the same path of the same host with another
	 * scheme, as those of a proxy that requires https. What a service moves or creates
	 * has another path.
	 * @param request the request
	 * @param response its response
	 * @return whether only the scheme differs, and the port
	 */
	public static boolean changesScheme(ServiceRequest request, ServiceResponse response) {
		if (response.status() < 300) {
			return false;
		}
		URI target = locationOf(response);
		Origin from = Origin.of(request.uri());
		Origin to = Origin.of(target);
		return !from.scheme().equals(to.scheme()) && from.host().equals(to.host())
				&& request.uri().getRawPath().equals(target.getRawPath());
	}

	/**
	 * Return whether this client is closed.
	 * @return whether it is closed
	 */
	public boolean isClosed() {
		return this.closed;
	}

	/**
	 * Close the cache if this client owns it. Later requests are rejected.
	 */
	@Override
	public void close() {
		this.closed = true;
		if (this.ownsCache) {
			this.cache.close();
		}
	}

}
