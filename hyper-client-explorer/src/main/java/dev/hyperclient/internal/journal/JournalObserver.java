package dev.hyperclient.internal.journal;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Pattern;

import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.call.CallObserver;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;

/**
 * Adds the requests of a client to the journal when the call ends: one for each answer of
 * the cache, so that the target of a redirect is a request of its own, and one for each
 * refusal that was retried.
 *
 * @param current the call of this thread. All events of a call are notified on its thread
 */
record JournalObserver(String service, RequestJournal journal,
		ThreadLocal<JournalObserver.@Nullable Call> current) implements CallObserver {

	private static final int FIRST_ERROR = 400;

	/**
	 * Parameters whose values may be credentials or signatures. Services of this kind
	 * have them in header fields, so that too many names do no harm.
	 */
	private static final Pattern SECRET = Pattern.compile(
			"(?i)((?:^|&)[^=&]*(?:token|secret|passw|signature|credential|oauth|api.?key|auth|session|sig)[^=&]*=)[^&]*");

	JournalObserver(String service, RequestJournal journal) {
		this(service, journal, new ThreadLocal<>());
	}

	@Override
	public ServiceResponse observe(ServiceRequest request, Function<ServiceRequest, ServiceResponse> exchange) {
		@Nullable Call outer = this.current.get();
		Call call = new Call(this.service, request);
		this.current.set(call);
		try {
			ServiceResponse response = exchange.apply(request);
			call.received(response.body().length());
			return response;
		}
		catch (HTTPError ex) {
			call.received(OptionalLong.of(ex.body().length));
			throw ex;
		}
		catch (RuntimeException | Error ex) {
			call.failed();
			throw ex;
		}
		finally {
			if (outer != null) {
				this.current.set(outer);
			}
			else {
				this.current.remove();
			}
			this.journal.add(call.requests);
		}
	}

	@Override
	public <T> Callable<T> wrap(Callable<T> work) {
		RequestJournal.@Nullable Scope scope = this.journal.current();
		if (scope == null) {
			return work;
		}
		return () -> {
			RequestJournal.@Nullable Scope outer = this.journal.current();
			this.journal.restore(scope);
			try {
				return work.call();
			}
			finally {
				this.journal.restore(outer);
			}
		};
	}

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		@Nullable Call call = this.current.get();
		if (call != null) {
			call.answered(request, result);
		}
	}

	/** Observe the calls of a client. */
	void addTo(ServiceRootBuilder builder) {
		builder.addCallObserver(this).addListener(new ClientListener() {

			@Override
			public void onRetry(ServiceRequest request, ServiceResponse refusal) {
				@Nullable Call call = JournalObserver.this.current.get();
				if (call != null) {
					call.retried(request, refusal);
				}
			}

		});
	}

	/**
	 * A call that is being made. Used by the thread of the call only.
	 */
	static final class Call {

		private final String service;

		private final ServiceRequest first;

		private final List<JournaledRequest> requests = new ArrayList<>(1);

		private long mark = System.nanoTime();

		Call(String service, ServiceRequest first) {
			this.service = service;
			this.first = first;
		}

		void answered(CacheRequest request, CacheResult result) {
			JournaledRequest.Outcome outcome = (result.status() >= FIRST_ERROR) ? JournaledRequest.Outcome.ERROR
					: JournaledRequest.Outcome.of(result.outcome());
			Long received = (outcome == JournaledRequest.Outcome.REVALIDATED || !outcome.isSent()) ? Long.valueOf(0)
					: null;
			add(request.method().name(), target(request.uri()), result.status(), outcome, received,
					result.savedBytes());
		}

		void retried(ServiceRequest request, ServiceResponse refusal) {
			add(request.method().name(), target(request.uri()), refusal.status(), JournaledRequest.Outcome.RETRY,
					number(refusal.body().length()), 0);
		}

		void received(OptionalLong length) {
			if (this.requests.isEmpty()) {
				return;
			}
			int last = this.requests.size() - 1;
			JournaledRequest request = this.requests.get(last);
			if (request.receivedBytes() == null) {
				this.requests.set(last, request.withReceivedBytes(number(length)));
			}
		}

		void failed() {
			add(this.first.method().name(), target(this.first.uri()), null, JournaledRequest.Outcome.ERROR, 0L, 0);
		}

		/**
		 * Return path and query of a request as they are shown.
		 * @param uri the URL, which differs from the URL of the call after a redirect,
		 * whose query may be a signature
		 */
		private String target(URI uri) {
			URI url = this.first.uri();
			String query = uri.getRawQuery();
			String shown = uri.getRawPath();
			if (!Objects.equals(uri.getHost(), url.getHost()) || uri.getPort() != url.getPort()) {
				shown = uri.getScheme() + "://" + uri.getHost() + ((uri.getPort() >= 0) ? ":" + uri.getPort() : "")
						+ shown;
			}
			if (query == null) {
				return shown;
			}
			return shown + "?" + (uri.equals(url) ? SECRET.matcher(query).replaceAll("$1...") : "...");
		}

		private static @Nullable Long number(OptionalLong length) {
			return length.isPresent() ? (Long) length.getAsLong() : null;
		}

		private void add(String method, String target, @Nullable Integer status, JournaledRequest.Outcome outcome,
				@Nullable Long received, long saved) {
			long now = System.nanoTime();
			this.requests.add(new JournaledRequest(Instant.now(), this.service, method, target, status, outcome,
					Duration.ofNanos(now - this.mark), received, saved));
			this.mark = now;
		}

	}

}
