package dev.hyperclient.internal.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.FlashMap;
import org.springframework.web.servlet.ModelAndView;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which requests of a thread belong to a page.
 */
class PageJournalInterceptorTests {

	private final RequestJournal journal = new RequestJournal();

	private final PageJournalInterceptor interceptor = new PageJournalInterceptor(this.journal);

	private final MockHttpServletRequest request = new MockHttpServletRequest();

	private final MockHttpServletResponse response = new MockHttpServletResponse();

	@Test
	void requestsAfterThePageBelongToNoPage() {
		this.interceptor.preHandle(this.request, this.response, this);
		makeRequest();
		this.interceptor.afterCompletion(this.request, this.response, this, null);
		makeRequest();
		assertThat(page().getSummary().sent()).isEqualTo(1);
		assertThat(page().getTotal().sent()).isEqualTo(2);
	}

	@Test
	void requestsOfThisThreadBelongToNoPageOnceAnotherThreadGoesOn() {
		this.interceptor.preHandle(this.request, this.response, this);
		this.interceptor.afterConcurrentHandlingStarted(this.request, this.response, this);
		makeRequest();
		assertThat(page().getSummary().sent()).isZero();
	}

	@Test
	void errorPageContinuesThePageThatFailed() {
		for (int dispatch = 0; dispatch < 2; dispatch++) {
			this.interceptor.preHandle(this.request, this.response, this);
			makeRequest();
			this.interceptor.afterCompletion(this.request, this.response, this, null);
		}
		assertThat(page().getSummary().sent()).isEqualTo(2);
	}

	@Test
	void requestsForAFormAreOnTheNextPageOfAStoredSession() throws Exception {
		FlashMap flash = new FlashMap();
		this.request.setAttribute(DispatcherServlet.OUTPUT_FLASH_MAP_ATTRIBUTE, flash);
		this.interceptor.preHandle(this.request, this.response, this);
		makeRequest();
		this.interceptor.postHandle(this.request, this.response, this, new ModelAndView("redirect:/"));
		this.interceptor.afterCompletion(this.request, this.response, this, null);
		this.request.clearAttributes();
		this.request.setAttribute(DispatcherServlet.INPUT_FLASH_MAP_ATTRIBUTE, storedAndRead(flash));
		this.interceptor.preHandle(this.request, this.response, this);
		assertThat(page().getRequests()).extracting(JournaledRequest::target).containsExactly("/1.0/recipes/4");
	}

	private static Object storedAndRead(Object attribute) throws Exception {
		ByteArrayOutputStream stored = new ByteArrayOutputStream();
		try (ObjectOutputStream output = new ObjectOutputStream(stored)) {
			output.writeObject(attribute);
		}
		try (ObjectInputStream input = new ObjectInputStream(new ByteArrayInputStream(stored.toByteArray()))) {
			return input.readObject();
		}
	}

	private PageJournalInterceptor.PageJournal page() {
		return (PageJournalInterceptor.PageJournal) Objects
			.requireNonNull(this.request.getAttribute(PageJournalInterceptor.PageJournal.ATTRIBUTE));
	}

	private void makeRequest() {
		this.journal.add(List.of(new JournaledRequest(Instant.now(), "cookbook", "GET", "/1.0/recipes/4", 200,
				JournaledRequest.Outcome.MISS, Duration.ofMillis(1), 10L, 0)));
	}

}
