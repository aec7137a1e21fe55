package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;

import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.CallTags;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.text.Product;
import dev.hyperclient.internal.text.UrlText;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Posts small forms, which may hold secrets, without cache, retries, authorizer and
 * redirects. Thread-safe.
 */
public final class FormPost {

	private static final int MAX_RESPONSE_SIZE = 64 * 1024;

	private static final int FIRST_REDIRECT = 300;

	private static final CallLog log = CallLog.ofTokens();

	private final Step sending;

	private final Duration timeout;

	/**
	 * Create a step.
	 * @param webClient creates the {@code WebClient} when it is first needed
	 * @param timeout the request timeout, positive
	 */
	public FormPost(Supplier<WebClient> webClient, Duration timeout) {
		this.sending = new RepeatStep(
				new WebClientStep(webClient, MAX_RESPONSE_SIZE, CallObservers.NONE, SettingNames.OF_BUILDER),
				ClientListeners.NONE, log);
		this.timeout = timeout;
	}

	/**
	 * Post a form.
	 * @param uri the URL
	 * @param form the encoded fields
	 * @param referer the URL to send as {@code Referer}
	 * @return the response, of any status except a redirect
	 */
	public ServiceResponse send(URI uri, String form, URI referer) {
		HttpHeaders headers = new HttpHeaders();
		headers.setContentType(MediaType.APPLICATION_FORM_URLENCODED);
		headers.set(HttpHeaders.REFERER, referer.toString());
		headers.set(HttpHeaders.USER_AGENT, Product.TOKEN);
		ServiceRequest request = ServiceRequest
			.of(HttpMethod.POST, uri, headers, form.getBytes(StandardCharsets.US_ASCII))
			.withDeadline(Deadline.after(this.timeout));
		WebClientStep.refuseOnEventLoop(request);
		ServiceResponse response = exchange(request);
		if (response.status() >= FIRST_REDIRECT && !WebClientStep.isError(response.status())) {
			throw new RedirectException(uri,
					"%s was redirected to %s, which was not requested, since the form is for this server only. Set the correct URL"
						.formatted(request, UrlText.withoutQuery(RedirectStep.target(response))),
					null);
		}
		return response;
	}

	/** Translate failures, whose messages name settings of a service. */
	private ServiceResponse exchange(ServiceRequest request) {
		try {
			return log.log(request, (logged) -> this.sending.exchange(logged, CallState.collecting()));
		}
		catch (ResponseTooLargeException ex) {
			throw new ResponseTooLargeException(request.uri(),
					"%s was answered with more than %d bytes, which is too long for a response to a form"
						.formatted(request, MAX_RESPONSE_SIZE),
					"Check the URL", ex);
		}
		catch (CallTimeoutException ex) {
			throw new CallTimeoutException(request.uri(),
					"%s was not answered in full within %s".formatted(request, this.timeout), ex);
		}
		catch (TransportException ex) {
			throw Thread.currentThread().isInterrupted() ? ex : unreachable(request, ex);
		}
	}

	private static TransportException unreachable(ServiceRequest request, TransportException ex) {
		@Nullable Throwable cause = ex.getCause();
		return new TransportException(request.uri(),
				"%s received no response: %s. Check the URL and the network".formatted(request, (cause != null)
						? TransportFailure.of(cause, SettingNames.OF_BUILDER).reason() : "the connection was closed"),
				ex);
	}

}
