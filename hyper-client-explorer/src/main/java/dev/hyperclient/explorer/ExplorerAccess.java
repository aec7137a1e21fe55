package dev.hyperclient.explorer;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsUtils;

/**
 * Decides which requests are answered. Without {@code allow-remote}, only requests of
 * this machine: the host is checked as well as the address, since the name of a foreign
 * page can be made to resolve to a loopback address. Pages of other origins can neither
 * send forms nor embed the pages, with and without Spring Security.
 */
record ExplorerAccess(boolean allowRemote) {

	/** Parts of the names of fields that proxies add and browsers do not. */
	private static final List<String> PROXY_FIELDS = List.of("forwarded", "proxy", "client-ip", "real-ip",
			"connecting-ip", "x-original-", "x-envoy-", "x-amzn-", "x-azure-", "x-appengine-", "cf-", "fastly-", "fly-",
			"cdn-");

	/** Set by Tomcat if it has evaluated and removed such fields. */
	private static final String TOMCAT_FORWARDED = "org.apache.tomcat.request.forwarded";

	private static final Pattern LOOPBACK_ADDRESS = Pattern
		.compile("127(\\.\\d{1,3}){3}|\\[::1]|\\[(0{1,4}:){7}0{0,3}1]");

	/** Return why a request is refused, empty if it is answered. */
	Optional<String> refusal(HttpServletRequest request) {
		if (!this.allowRemote && !isLocal(request)) {
			return Optional
				.of("The explorer answers only requests of this machine to localhost, without a proxy. Open it at http://localhost, or set 'hyper-client.explorer.allow-remote' to true and protect its path.");
		}
		if (isOfOtherOrigin(request)
				|| (!List.of("GET", "HEAD", "OPTIONS").contains(request.getMethod()) && !isFormOfExplorer(request))) {
			return Optional.of("The request was not sent by a page of the explorer. Nothing was changed.");
		}
		if (isEmbedded(request)) {
			return Optional.of("Pages of other origins can link to the explorer, but not embed it.");
		}
		return Optional.empty();
	}

	private static boolean isLocal(HttpServletRequest request) {
		HttpServletRequest original = original(request);
		return request.getAttribute(TOMCAT_FORWARDED) == null && !isOfProxy(original)
				&& isLoopback(original.getRemoteAddr()) && isLocalHost(host(original));
	}

	/** By HTTP/2 the host is no field. */
	private static @Nullable String host(HttpServletRequest request) {
		@Nullable String host = request.getHeader(HttpHeaders.HOST);
		return (host == null && request.getProtocol().startsWith("HTTP/2")) ? request.getServerName() : host;
	}

	/**
	 * No browser uses HTTP/1.0, but nginx does before 1.29.7. All browsers ask for a
	 * connection that is kept, which a proxy does not pass on (RFC 9110, 7.6.1).
	 */
	private static boolean isOfProxy(HttpServletRequest request) {
		return request.getProtocol().equals("HTTP/1.0") || (isOfBrowser(request) && !isKeptAlive(request))
				|| Collections.list(request.getHeaderNames())
					.stream()
					.map((name) -> name.toLowerCase(Locale.ROOT))
					.anyMatch((name) -> name.equals("via") || PROXY_FIELDS.stream().anyMatch(name::contains));
	}

	private static boolean isOfBrowser(HttpServletRequest request) {
		@Nullable String agent = request.getHeader(HttpHeaders.USER_AGENT);
		return agent != null && agent.startsWith("Mozilla/");
	}

	private static boolean isKeptAlive(HttpServletRequest request) {
		@Nullable String connection = request.getHeader(HttpHeaders.CONNECTION);
		return !request.getProtocol().equals("HTTP/1.1")
				|| (connection != null && connection.toLowerCase(Locale.ROOT).contains("keep-alive"));
	}

	/** Filters of the application may hide the fields of a proxy. */
	private static HttpServletRequest original(HttpServletRequest request) {
		ServletRequest inner = request;
		while (inner instanceof ServletRequestWrapper wrapper) {
			inner = wrapper.getRequest();
		}
		return (inner instanceof HttpServletRequest http) ? http : request;
	}

	private static boolean isLoopback(@Nullable String address) {
		try {
			// An address is not resolved. The empty text would be a loopback address.
			return address != null && !address.isEmpty() && InetAddress.getByName(address).isLoopbackAddress();
		}
		catch (UnknownHostException ex) {
			return false;
		}
	}

	private static boolean isLocalHost(@Nullable String authority) {
		if (authority == null) {
			return false;
		}
		String host = authority.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT);
		return host.equals("localhost") || host.endsWith(".localhost") || LOOPBACK_ADDRESS.matcher(host).matches();
	}

	/**
	 * A filter that evaluates the fields of a proxy changes the host of the request, but
	 * not its fields.
	 */
	private static boolean isOfOtherOrigin(HttpServletRequest request) {
		@Nullable String origin = request.getHeader(HttpHeaders.ORIGIN);
		if (origin == null) {
			return false;
		}
		try {
			String authority = URI.create(origin).getRawAuthority();
			return authority == null || (!authority.equalsIgnoreCase(request.getHeader(HttpHeaders.HOST))
					&& CorsUtils.isCorsRequest(request));
		}
		catch (IllegalArgumentException ex) {
			return true;
		}
	}

	/** Browsers send one of the two fields with each form. */
	private static boolean isFormOfExplorer(HttpServletRequest request) {
		@Nullable String site = request.getHeader("Sec-Fetch-Site");
		return (site != null) ? site.equals("same-origin") : request.getHeader(HttpHeaders.ORIGIN) != null;
	}

	/**
	 * A GET of another origin that is no navigation would make requests to the service.
	 */
	private static boolean isEmbedded(HttpServletRequest request) {
		@Nullable String site = request.getHeader("Sec-Fetch-Site");
		@Nullable String destination = request.getHeader("Sec-Fetch-Dest");
		return site != null && !site.equals("same-origin") && !site.equals("none") && destination != null
				&& !destination.equals("document");
	}

}
