package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.CacheListener;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.call.CallObserver;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.PendingContent;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.concurrent.Futures;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.NonBlocking;

import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Sends requests: observer, redirects, cache, retry, authorizer and wire, outermost
 * first. An error status is thrown, anything else is returned. Thread-safe.
 */
public final class ExchangeClient implements AutoCloseable {

	private static final int PARTIAL_CONTENT = 206;

	private static final Logger logger = LoggerFactory.getLogger(ExchangeClient.class);

	private static final int NOT_MODIFIED = 304;

	private static final int FIRST_ERROR = 400;

	private final AllowedOrigins origins;

	private final Credentials credentials;

	private final HttpCache cache;

	private final boolean ownsCache;

	private final CallObserver observer;

	private final Way calls;

	private final Way probes;

	private final Function<PendingContent, Exchange> download;

	private final Function<Resource, Exchange> upload;

	private final CallDeadline callDeadline;

	private final SettingNames names;

	private volatile boolean closed;

	/**
	 * A way to the service.
	 * @param settings what it is made of
	 */
	public ExchangeClient(ExchangeSettings settings) {
		this.origins = settings.origins();
		this.credentials = new Credentials(settings.serviceRoot(), settings.authorizer());
		this.cache = settings.cache();
		this.ownsCache = settings.ownsCache();
		@Nullable Duration callTimeout = settings.callTimeout();
		this.callDeadline = new CallDeadline(callTimeout);
		this.observer = settings.callObserver();
		this.names = settings.names();
		WebClientExchange wire = new WebClientExchange(settings.webClient(), settings.maxResponseSize(),
				settings.callObserver(), settings.names());
		HttpCache probeCache = this.cache.with(settings.probeListener());
		RetryPolicy retries = settings.retryPolicy();
		ClientListener listener = settings.listener();
		this.calls = way(this.cache, () -> new RetryExchange(authorized(wire), retries, listener));
		this.probes = way(probeCache, () -> authorized(wire));
		this.download = (content) -> following(this.cache.around(
				new RetryExchange(authorized(new DownloadExchange(wire, content, callTimeout)), retries, listener),
				content));
		this.upload = (source) -> following(
				this.cache.around(new RetryExchange(authorized(new UploadExchange(wire, source)),
						source.isOpen() ? RetryPolicy.none() : retries, listener)));
	}

	private Way way(HttpCache cache, Supplier<Exchange> rest) {
		Supplier<Exchange> reload = () -> cache.aroundReload(rest.get());
		return new Way(
				() -> new RedirectExchange(cache.around(rest.get()), reload.get(), this.origins, this.credentials),
				() -> following(reload.get()));
	}

	private Exchange following(Exchange next) {
		return new RedirectExchange(next, null, this.origins, this.credentials);
	}

	private Exchange authorized(Exchange next) {
		return new AuthorizerExchange(next, this.credentials);
	}

	/**
	 * Sends a request, within the time that is left of the {@link #call call} that this
	 * thread is in. A request outside of any is a call of its own.
	 * @param request the request
	 * @return the answer, of a status below 400
	 */
	public ServiceResponse exchange(ServiceRequest request) {
		return send(this.calls.usual(), request.withDeadline(this.callDeadline.current()));
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
		return read(this.calls, request.withDeadline(this.callDeadline.current()), reader);
	}

	/**
	 * The same without retries, for another listener of the cache.
	 * @param <T> the type of what is read
	 * @param request the request
	 * @param timeout the time that it may take
	 * @param reader reads the response
	 * @return what was read
	 */
	public <T> T probe(ServiceRequest request, Duration timeout, Function<ServiceResponse, T> reader) {
		try {
			return read(this.probes, request.withDeadline(Deadline.after(timeout)), reader);
		}
		catch (CallTimeoutException ex) {
			throw new CallTimeoutException(request.uri(),
					"%s was not answered in full within 'timeout' (%s)".formatted(request, timeout), ex);
		}
	}

	private <T> T read(Way way, ServiceRequest request, Function<ServiceResponse, T> reader) {
		ServiceResponse response = send(way.usual(), request);
		if (response.reused()) {
			try {
				return reader.apply(response);
			}
			catch (HyperClientException ex) {
				if (!isUnusable(ex)) {
					throw ex;
				}
				logger.debug("{} cannot be used as it is stored, so it is requested again", request, ex);
				response = send(way.reload(), request);
			}
		}
		try {
			return reader.apply(response);
		}
		catch (HyperClientException ex) {
			if (isUnusable(ex)) {
				this.cache.remove(request.withUri(response.uri()));
			}
			throw ex;
		}
	}

	/**
	 * Whether the response itself, or what it leads to, is wrong.
	 */
	private static boolean isUnusable(HyperClientException ex) {
		return ex instanceof ServiceDescriptionException || ex instanceof UnexpectedResponseException
				|| ex instanceof ForeignOriginException || ex instanceof RedirectException || ex instanceof NotFound
				|| ex instanceof ResponseTooLargeException;
	}

	/**
	 * Sends a request and leaves the content of the answer on the wire, or in the store,
	 * until it is read. The time that a call may take ends with the header fields; after
	 * that it is the longest wait for the next bytes.
	 * @param request a GET
	 * @return the answer, of a status below 400, to be closed by the caller
	 */
	public StreamedResponse open(ServiceRequest request) {
		PendingContent content = new PendingContent();
		try {
			ServiceResponse head = send(() -> this.download.apply(content),
					request.withDeadline(this.callDeadline.current()));
			return new StreamedResponse(head, content);
		}
		catch (RuntimeException | Error ex) {
			content.close();
			throw ex;
		}
	}

	/**
	 * Sends a request whose content is read while it is sent. One that can be read only
	 * once is sent only once.
	 * @param request the request, without its content
	 * @param source the content
	 * @return the answer, of a status below 400
	 * @throws java.io.UncheckedIOException if the content cannot be read
	 */
	public ServiceResponse upload(ServiceRequest request, Resource source) {
		return send(() -> this.upload.apply(source), request.withDeadline(this.callDeadline.current()));
	}

	/**
	 * Run a call of the user: all its requests and waits share one deadline. A call
	 * within another one shares that of the outer call.
	 * @param <T> the type of the result
	 * @param work makes the requests
	 * @return the result of the work
	 */
	public <T extends @Nullable Object> T call(Supplier<T> work) {
		return this.callDeadline.call(work);
	}

	/**
	 * Make a part of the present call that another thread may run.
	 * @param <T> the type of the result
	 * @param work makes requests
	 * @return the work, with the deadline of the call that this thread is in
	 */
	public <T extends @Nullable Object> Callable<T> partOfCall(Callable<T> work) {
		return this.callDeadline.carrying(work);
	}

	/**
	 * Refuses a thread that must not wait, and any thread once this is closed.
	 * @param uri what is asked for
	 */
	public void refuseToWaitInVain(URI uri) {
		refuseIfClosed(uri);
		refuseOnEventLoop(uri);
	}

	/**
	 * Waits for what another thread is fetching, within the time that is left of the
	 * {@link #call call} that this thread is in.
	 * @param <T> the type of what is fetched
	 * @param fetched will be completed by the other thread
	 * @param uri what is fetched
	 * @return what was fetched
	 */
	public <T extends @Nullable Object> T await(Future<T> fetched, URI uri) {
		Deadline deadline = this.callDeadline.current();
		try {
			return Futures.await(fetched, deadline);
		}
		catch (TimeoutException ex) {
			throw new CallTimeoutException(uri, "%s was not fetched by another thread within the time that %s allows"
				.formatted(uri, this.names.of("callTimeout", "call-timeout")), ex);
		}
		catch (InterruptedException ex) {
			throw Futures.interrupted(uri, uri.toString(), ex);
		}
	}

	private ServiceResponse send(Supplier<Exchange> way, ServiceRequest request) {
		refuseIfClosed(request);
		refuseOnEventLoop(request);
		refuseIfLate(request);
		return this.observer.observe(request, (observed) -> answer(way, observed));
	}

	private ServiceResponse answer(Supplier<Exchange> way, ServiceRequest request) {
		ServiceResponse response = way.get()
			.exchange(request.withIdentity(this.credentials.identityFor(request.uri())));
		if (response.status() >= FIRST_ERROR || (response.status() == NOT_MODIFIED && !isConditional(request))) {
			throw HTTPError.of(response.uri(), response.status(), response.headers(), response.body());
		}
		if (response.status() == PARTIAL_CONTENT && !request.headers().containsHeader(HttpHeaders.RANGE)) {
			throw new UnexpectedResponseException(response.uri(),
					"%s was answered with a part of its content (206), although no range was requested"
						.formatted(request));
		}
		return response;
	}

	private static boolean isConditional(ServiceRequest request) {
		return request.headers().containsHeader(HttpHeaders.IF_NONE_MATCH)
				|| request.headers().containsHeader(HttpHeaders.IF_MODIFIED_SINCE);
	}

	/**
	 * Also before an answer from the cache, whose files are read by the calling thread.
	 */
	static void refuseOnEventLoop(Object request) {
		if (Thread.currentThread() instanceof NonBlocking) {
			throw new IllegalStateException(
					"%s was asked for on the event-loop thread '%s', which must not wait. Move the call to a thread that may, for instance with Mono.fromCallable(...).subscribeOn(Schedulers.boundedElastic())"
						.formatted(request, Thread.currentThread().getName()));
		}
	}

	/** Also before an answer from the cache: a call may make any number of requests. */
	private void refuseIfLate(ServiceRequest request) {
		Deadline deadline = request.deadline();
		if (deadline.bounded() && deadline.remaining().compareTo(Duration.ZERO) <= 0) {
			throw new CallTimeoutException(request.uri(), "%s was not sent: the time that %s allows for a call is over"
				.formatted(request, this.names.of("callTimeout", "call-timeout")), null);
		}
	}

	private void refuseIfClosed(Object request) {
		if (this.closed) {
			throw new IllegalStateException("%s was asked for after the client was closed".formatted(request));
		}
	}

	/**
	 * The cache that requests pass.
	 * @return the cache
	 */
	public HttpCache cache() {
		return this.cache;
	}

	/**
	 * The address that an answer's {@code Location} names.
	 * @param response an answer that names one
	 * @return the absolute address
	 */
	public static URI locationOf(ServiceResponse response) {
		return RedirectExchange.target(response);
	}

	/**
	 * The error for a redirect of a request other than GET, which leaves open whether
	 * anything was done.
	 * @param request the request
	 * @param response the redirect
	 * @return the error, with the target that it was to lead to
	 */
	public static RedirectException notFollowed(ServiceRequest request, ServiceResponse response) {
		return new RedirectException(request.uri(),
				"%s was answered with %d and leads to %s, where it was not sent: only a GET is redirected. Is the address of the service root the one that the service itself uses?"
					.formatted(request, response.status(), Origin.maskingUser(locationOf(response))));
	}

	/**
	 * Closes the cache if it is this exchange's own. Requests after this are refused.
	 */
	@Override
	public void close() {
		this.closed = true;
		if (this.ownsCache) {
			this.cache.close();
		}
	}

	/**
	 * The steps of a call.
	 *
	 * @param usual through the cache
	 * @param reload the same, but nothing stored is reused
	 */
	private record Way(Supplier<Exchange> usual, Supplier<Exchange> reload) {
	}

	/**
	 * What an exchange is made of.
	 *
	 * @param serviceRoot the address whose origin the authorizer is asked for
	 * @param origins what may be asked at all
	 * @param authorizer the authorizer, or {@code null} for none
	 * @param cache the cache
	 * @param ownsCache whether the cache is closed with the exchange
	 * @param probeListener is told what the cache did for a probe
	 * @param callObserver stands around each call
	 * @param retryPolicy when to send again
	 * @param listener is notified of retries
	 * @param webClient the wire, made when it is first needed
	 * @param callTimeout the time that a call may take with all its parts, or
	 * {@code null} for as long as it takes
	 * @param maxResponseSize the longest answer that is taken, in bytes
	 * @param names how messages name the settings
	 */
	public record ExchangeSettings(URI serviceRoot, AllowedOrigins origins, @Nullable HttpAuthorizer authorizer,
			HttpCache cache, boolean ownsCache, CacheListener probeListener, CallObserver callObserver,
			RetryPolicy retryPolicy, ClientListener listener, Supplier<WebClient> webClient,
			@Nullable Duration callTimeout, int maxResponseSize, SettingNames names) {
	}

}
