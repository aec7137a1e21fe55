package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;

import dev.hyperclient.call.CallObserver;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Posts small forms that may hold secrets, each once, with nothing around the wire:
 * neither cache nor retry, authorizer nor redirect. Thread-safe.
 */
public final class FormPost {

	private static final int MAX_RESPONSE_SIZE = 64 * 1024;

	private static final int FIRST_REDIRECT = 300;

	private static final int FIRST_ERROR = 400;

	private final Exchange wire;

	private final Duration timeout;

	/**
	 * A way to post forms.
	 * @param webClient the wire, made when it is first needed
	 * @param timeout the time that a request may take, positive
	 */
	public FormPost(Supplier<WebClient> webClient, Duration timeout) {
		this.wire = new WebClientExchange(webClient, MAX_RESPONSE_SIZE, CallObserver.NONE, SettingNames.DEFAULT);
		this.timeout = timeout;
	}

	/**
	 * Posts a form.
	 * @param uri the address
	 * @param form the encoded fields
	 * @param referer the address to send as {@code Referer}
	 * @return the answer, of any status but a redirect
	 */
	public ServiceResponse send(URI uri, String form, URI referer) {
		HttpHeaders headers = new HttpHeaders();
		headers.setContentType(MediaType.APPLICATION_FORM_URLENCODED);
		headers.set(HttpHeaders.REFERER, referer.toString());
		headers.set(HttpHeaders.USER_AGENT, UserAgent.PRODUCT);
		ServiceRequest request = new ServiceRequest(HttpMethod.POST, uri, headers,
				form.getBytes(StandardCharsets.US_ASCII), "", Deadline.after(this.timeout));
		ExchangeClient.refuseOnEventLoop(request);
		ServiceResponse response = exchange(request);
		if (response.status() >= FIRST_REDIRECT && response.status() < FIRST_ERROR) {
			throw new RedirectException(uri,
					"%s was redirected to %s, which was not asked since the form is for nobody else. Set the right address"
						.formatted(request, Origin.maskingUser(RedirectExchange.target(response))));
		}
		return response;
	}

	/** The wire names settings of a service, which are not those of a form. */
	private ServiceResponse exchange(ServiceRequest request) {
		try {
			return this.wire.exchange(request);
		}
		catch (ResponseTooLargeException ex) {
			throw new ResponseTooLargeException(request.uri(),
					"%s was answered with more than %d bytes, which cannot be meant for it. Check the address"
						.formatted(request, MAX_RESPONSE_SIZE),
					ex);
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
				"%s got no answer: %s. Check the address and the network".formatted(request, (cause != null)
						? TransportFailure.of(cause, SettingNames.DEFAULT).reason() : "the connection was closed"),
				ex);
	}

}
