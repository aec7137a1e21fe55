package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.InvalidSettingException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.internal.http.Origin;
import dev.hyperclient.internal.text.UrlText;
import org.jspecify.annotations.Nullable;

/**
 * The origins that requests may be sent to: the origin of the service and those that the
 * application lists. Immutable.
 */
public final class AllowedOrigins {

	private static final Pattern ENCODED_DOT = Pattern.compile("%2[eE]");

	private static final Pattern DOT_SEGMENT = Pattern.compile("/(\\.|%2[eE]){1,2}(/|$)");

	private final URI serviceRoot;

	private final SettingNames names;

	private final Set<Origin> origins = new HashSet<>();

	/**
	 * Create the rule of a service.
	 * @param serviceRoot the base URL, whose origin is allowed
	 * @param others further allowed origins
	 * @param names the names of settings in messages
	 * @throws InvalidSettingException if one of the others is not an origin
	 */
	public AllowedOrigins(URI serviceRoot, Collection<URI> others, SettingNames names) {
		this.serviceRoot = serviceRoot;
		this.names = names;
		this.origins.add(Origin.of(serviceRoot));
		others.forEach((other) -> this.origins.add(listed(other)));
	}

	private Origin listed(URI uri) {
		String path = (uri.getRawPath() != null) ? uri.getRawPath() : "";
		if (!isSupported(uri) || !(path.isEmpty() || path.equals("/")) || uri.getRawQuery() != null
				|| uri.getRawFragment() != null) {
			throw new InvalidSettingException(Setting.ALLOWED_ORIGINS,
					"%s must list scheme and host only, for instance https://files.example.org, but has '%s'"
						.formatted(settingName(), Origin.maskingUser(uri)));
		}
		return Origin.of(uri);
	}

	/**
	 * Whether a URL is an HTTP URL with a host and without user information, which is
	 * deceptive (RFC 9110, 4.2.4). Parsers disagree about URLs whose host {@link URI}
	 * does not recognize.
	 */
	private static boolean isSupported(URI uri) {
		String scheme = Origin.of(uri).scheme();
		return (scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null
				&& uri.getRawUserInfo() == null;
	}

	/**
	 * Require that requests may be sent to a URL.
	 * @param uri the URL
	 * @param redirectedFrom the request that was redirected to it, {@code null} without
	 * redirect
	 * @return the URL to request: the same without dot segments, which HTTP clients send
	 * as they are (RFC 3986, 6.2.2.3)
	 * @throws ForeignOriginException if the URL is not allowed
	 */
	URI require(URI uri, @Nullable ServiceRequest redirectedFrom) {
		if (!isSupported(uri)) {
			throw refuse(Origin.maskingUser(uri), redirectedFrom,
					"was not requested: a URL must begin with http:// or https://, name a host, and contain no user name",
					null);
		}
		Origin origin = Origin.of(uri);
		if (!this.origins.contains(origin)) {
			throw refuse(Origin.maskingUser(uri), redirectedFrom,
					"has another origin than the service root %s and was not requested".formatted(this.serviceRoot),
					"To allow requests without credentials, add %s to %s".formatted(origin, settingName()));
		}
		String path = String.valueOf(uri.getRawPath());
		// Each request comes here, and few have dots or escapes there.
		return ((path.contains("/.") || path.contains("/%")) && DOT_SEGMENT.matcher(path).find())
				? withoutDotSegments(uri, redirectedFrom) : uri;
	}

	private URI withoutDotSegments(URI uri, @Nullable ServiceRequest redirectedFrom) {
		URI normalized = URI.create(ENCODED_DOT.matcher(uri.toString()).replaceAll(".")).normalize();
		String path = normalized.getRawPath();
		boolean outside = Origin.of(uri).equals(Origin.of(this.serviceRoot))
				&& !(path + "/").startsWith(this.serviceRoot.getRawPath());
		if (outside || path.startsWith("/..")) {
			throw refuse(uri, redirectedFrom,
					"has dot segments that lead out of the service root %s and was not requested"
						.formatted(this.serviceRoot),
					null);
		}
		return normalized;
	}

	private String settingName() {
		return this.names.of(Setting.ALLOWED_ORIGINS);
	}

	private static ForeignOriginException refuse(URI shown, @Nullable ServiceRequest redirectedFrom, String reason,
			@Nullable String advice) {
		String subject = (redirectedFrom != null)
				? "%s was redirected to %s, which".formatted(redirectedFrom.shownUri(), UrlText.withoutQuery(shown))
				: UrlText.of(shown);
		return new ForeignOriginException(shown, subject + " " + reason, advice);
	}

}
