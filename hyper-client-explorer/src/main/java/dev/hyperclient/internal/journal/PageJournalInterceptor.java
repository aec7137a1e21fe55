package dev.hyperclient.internal.journal;

import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.support.RequestContextUtils;

/**
 * Records the requests that are made for each page, and makes them available to its
 * template as {@link PageJournal}. The requests for a form that is answered with a
 * redirect are passed on to the page that it leads to, with the flash attributes.
 */
record PageJournalInterceptor(RequestJournal journal) implements AsyncHandlerInterceptor {

	private static final String EARLIER = PageJournalInterceptor.class.getName() + ".earlier";

	private static final String SCOPE = PageJournalInterceptor.class.getName() + ".scope";

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
		PageJournal page = page(request);
		request.setAttribute(SCOPE, new Scope(this.journal.enter(page.recording())));
		return true;
	}

	/** An error page belongs to the request that failed. */
	private PageJournal page(HttpServletRequest request) {
		if (request.getAttribute(PageJournal.ATTRIBUTE) instanceof PageJournal begun) {
			return begun;
		}
		PageJournal page = new PageJournal(this.journal);
		request.setAttribute(PageJournal.ATTRIBUTE, page);
		@Nullable Map<String, ?> flash = RequestContextUtils.getInputFlashMap(request);
		if (flash != null && flash.get(EARLIER) instanceof Earlier earlier) {
			earlier.requests().forEach(page.recording()::add);
		}
		return page;
	}

	@Override
	public void postHandle(HttpServletRequest request, HttpServletResponse response, Object handler,
			@Nullable ModelAndView view) {
		if (view != null && view.getViewName() != null && view.getViewName().startsWith("redirect:")) {
			List<JournaledRequest> requests = page(request).getRequests();
			if (!requests.isEmpty()) {
				RequestContextUtils.getOutputFlashMap(request).put(EARLIER, new Earlier(requests));
			}
		}
	}

	@Override
	public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler,
			@Nullable Exception ex) {
		leave(request);
	}

	@Override
	public void afterConcurrentHandlingStarted(HttpServletRequest request, HttpServletResponse response,
			Object handler) {
		leave(request);
	}

	private void leave(HttpServletRequest request) {
		if (request.getAttribute(SCOPE) instanceof Scope scope) {
			request.removeAttribute(SCOPE);
			this.journal.restore(scope.outer());
		}
	}

	/**
	 * The scope that this thread had before.
	 *
	 * @param outer the scope
	 */
	private record Scope(RequestJournal.@Nullable Scope outer) {
	}

	/**
	 * The requests for the form before a page, which a session may store.
	 *
	 * @param requests the requests
	 */
	private record Earlier(List<JournaledRequest> requests) implements Serializable {
	}

	/**
	 * The journal as a page shows it: the requests that were made for this page, and the
	 * counts of all. Templates have it as the request attribute {@value #ATTRIBUTE}.
	 * Thread-safe.
	 */
	static final class PageJournal {

		/** The name of the request attribute. */
		static final String ATTRIBUTE = "hyperClientJournal";

		private static final int MAX_ROWS = 60;

		private final RequestJournal journal;

		private final JournalRecording recording = new JournalRecording();

		PageJournal(RequestJournal journal) {
			this.journal = journal;
		}

		JournalRecording recording() {
			return this.recording;
		}

		/**
		 * Return the first requests for this page, and before them those for the form
		 * that led to it.
		 */
		public List<JournaledRequest> getRequests() {
			return this.recording.requests().stream().limit(MAX_ROWS).toList();
		}

		/** Return the counts of the requests for this page. */
		public JournalSummary getSummary() {
			return this.recording.summary();
		}

		/** Return the latest requests of all pages and other work. */
		public List<JournaledRequest> getLatest() {
			List<JournaledRequest> requests = new ArrayList<>(this.journal.latest());
			Collections.reverse(requests);
			return requests.subList(0, Math.min(MAX_ROWS, requests.size()));
		}

		/** Return a picture of the last minutes. */
		public JournalChart getChart() {
			return JournalChart.of(this.journal.latest(), Instant.now());
		}

		/** Return the counts of the requests of all pages and other work. */
		public JournalSummary getTotal() {
			return this.journal.total();
		}

	}

}
