package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.document.UriEncoding;
import dev.hyperclient.internal.http.Origin;
import dev.hyperclient.internal.text.UrlText;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Follows redirects of GET, up to a maximum. Redirects of other methods are returned.
 * Outermost step, below the observer, so that the origin of every URL is checked, of
 * links as of redirects.
 *
 * @param next the step that sends each request
 * @param origins the allowed origins
 * @param credentials the identities of requests
 */
record RedirectStep(Step next, AllowedOrigins origins, Credentials credentials) implements Step {

	private static final int MAX_HOPS = 5;

	private static final int NOT_FOUND = 404;

	private static final int GONE = 410;

	@Override
	public ServiceResponse exchange(ServiceRequest request, CallState call) {
		AtomicBoolean reused = new AtomicBoolean();
		if (call.reloads || call.streams) {
			return follow(request, call, reused);
		}
		try {
			ServiceResponse response = follow(request, call, reused);
			if (!reused.get()) {
				return response;
			}
			if (response.status() != NOT_FOUND && response.status() != GONE) {
				return response.asReused();
			}
			response.body().close();
		}
		catch (ForeignOriginException | RedirectException ex) {
			if (!reused.get()) {
				throw ex;
			}
		}
		// The target of a stored redirect may no longer exist.
		return follow(request, call.reloading(), reused);
	}

	/**
	 * Follow redirects.
	 * @param reused is set if one of them was stored
	 */
	private ServiceResponse follow(ServiceRequest request, CallState call, AtomicBoolean reused) {
		ServiceRequest current = request;
		@Nullable ServiceRequest redirectedFrom = null;
		for (int hops = 0;; hops++) {
			current = current.withUri(this.origins.require(current.uri(), redirectedFrom));
			ServiceResponse response = this.next.exchange(current, call);
			if (request.method() != HttpMethod.GET || !isRedirect(response.status())) {
				return response;
			}
			response.body().close();
			if (response.reused()) {
				reused.set(true);
			}
			if (hops == MAX_HOPS) {
				throw new RedirectException(request.uri(),
						"%s was redirected more than %d times, last to %s; the redirects form a cycle"
							.formatted(request.shownUri(), MAX_HOPS, current.shownUri()),
						null);
			}
			URI target = target(response);
			redirectedFrom = current;
			current = current.redirectedTo(target).withIdentity(this.credentials.identityFor(target));
		}
	}

	private static boolean isRedirect(int status) {
		return switch (status) {
			case 300, 301, 302, 303, 307, 308 -> true;
			default -> false;
		};
	}

	/** Return the target of a redirect (RFC 9110, 10.2.2). */
	static URI target(ServiceResponse response) {
		@Nullable String location = response.headers().getFirst(HttpHeaders.LOCATION);
		if (location == null || location.isBlank()) {
			throw new RedirectException(response.uri(),
					"%s was answered with %d, but without a Location".formatted(response.shownUri(), response.status()),
					null);
		}
		try {
			URI target = response.uri().resolve(UriEncoding.parseField(location));
			String scheme = Origin.of(target).scheme();
			if (target.getHost() != null && (scheme.equals("http") || scheme.equals("https"))) {
				return target;
			}
		}
		catch (URISyntaxException ex) {
			throw notHttp(response, location, ex);
		}
		throw notHttp(response, location, null);
	}

	private static RedirectException notHttp(ServiceResponse response, String location, @Nullable Throwable cause) {
		return new RedirectException(response.uri(), "%s was redirected to '%s', which is not an HTTP URL"
			.formatted(response.shownUri(), UrlText.withoutQuery(location)), cause);
	}

}
