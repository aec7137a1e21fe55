package dev.hyperclient.autoconfigure;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.internal.http.Origin;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpStatus;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * Filter that reports failed connections to a proxy, and connections that the proxy
 * refuses, as {@link ProxyException}. Reactor Netty and the JDK client connect to the
 * proxy only, and report the status of a refusal only in an exception message.
 *
 * @param service the properties of the service
 * @param proxy the address of the proxy
 * @param authenticates whether the HTTP client can log in to a proxy
 */
record ProxyFailureFilter(ServiceProperties service, InetSocketAddress proxy,
		boolean authenticates) implements ExchangeFilterFunction {

	/** The message of Netty's ProxyConnectException or of the JDK's IOException. */
	private static final Pattern REFUSAL = Pattern.compile("(?:, status: |Tunnel failed, got: )(\\d{3})");

	/** Text that Netty's native transports add to the message of the operating system. */
	private static final Pattern NATIVE_CALL = Pattern
		.compile("^\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): |\\.+$");

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		return next.exchange(request)
			.flatMap((response) -> isAuthenticationRequired(request, response)
					? response.releaseBody().then(Mono.error(() -> refused(request, 407, null))) : Mono.just(response))
			.onErrorMap(WebClientRequestException.class, (ex) -> translate(request, ex));
	}

	/** Through CONNECT, as for https, a response is the service's own. */
	private static boolean isAuthenticationRequired(ClientRequest request, ClientResponse response) {
		return "http".equalsIgnoreCase(request.url().getScheme())
				&& response.statusCode().isSameCodeAs(HttpStatus.PROXY_AUTHENTICATION_REQUIRED);
	}

	private Throwable translate(ClientRequest request, WebClientRequestException failure) {
		for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
			Matcher refusal = REFUSAL.matcher(String.valueOf(cause.getMessage()));
			if (refusal.find()) {
				return refused(request, Integer.parseInt(refusal.group(1)), cause);
			}
			if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
				return unreachable(request, "its host is unknown", cause);
			}
			if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
				return unreachable(request, detail(NestedExceptionUtils.getMostSpecificCause(cause)), cause);
			}
		}
		return failure;
	}

	private static String detail(Throwable cause) {
		String message = cause.getMessage();
		return (message != null) ? NATIVE_CALL.matcher(message).replaceAll("") : "the connection failed";
	}

	private ProxyException unreachable(ClientRequest request, String reason, Throwable cause) {
		return failed(request, "cannot be reached: " + reason, "Check '%s' and '%s', and that the proxy runs"
			.formatted(this.service.key("proxy.host"), this.service.key("proxy.port")), cause);
	}

	private ProxyException refused(ClientRequest request, int status, @Nullable Throwable cause) {
		if (status == 407 || status == 401) {
			boolean given = this.authenticates && StringUtils.hasText(this.service.properties().proxy().username());
			String advice = this.authenticates ? (given ? "Check '%s' and '%s'" : "Set '%s' and '%s'")
					: "The JDK's HTTP client cannot log in to it: use Reactor Netty (spring.http.clients.reactive.connector=reactor) and set '%s' and '%s'";
			return failed(request,
					(given ? "refused the user name or the password (status %d)"
							: "requires a user name and a password (status %d)")
						.formatted(status),
					advice.formatted(this.service.key("proxy.username"), this.service.key("proxy.password")), cause);
		}
		return failed(request, "refused CONNECT to %s (status %d)".formatted(authority(request), status),
				"Allow CONNECT to that host and port in the configuration of the proxy, also if the scheme is http, or check '%s' and '%s'"
					.formatted(this.service.key("proxy.host"), this.service.key("proxy.port")),
				cause);
	}

	private ProxyException failed(ClientRequest request, String reason, String advice, @Nullable Throwable cause) {
		return new ProxyException(request.url(), "%s %s received no response: the proxy %s:%d %s"
			.formatted(request.method(), request.url(), this.proxy.getHostString(), this.proxy.getPort(), reason),
				advice, cause);
	}

	private static String authority(ClientRequest request) {
		return request.url().getHost() + ":" + Origin.of(request.url()).port();
	}

}
