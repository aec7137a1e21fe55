package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

import dev.hyperclient.error.ForeignOriginException;
import org.jspecify.annotations.Nullable;

/**
 * The origins that may be asked at all: the service's own and those that the application
 * lists. Immutable.
 */
public final class AllowedOrigins {

	private final URI serviceRoot;

	private final SettingNames names;

	private final Set<Origin> origins = new HashSet<>();

	/**
	 * The rule of one service.
	 * @param serviceRoot the root, whose origin is allowed
	 * @param others what is allowed beside it
	 * @param names how messages name the setting
	 * @throws IllegalArgumentException if one of the others is more or less than an
	 * origin
	 */
	public AllowedOrigins(URI serviceRoot, Collection<URI> others, SettingNames names) {
		this.serviceRoot = serviceRoot;
		this.names = names;
		this.origins.add(Origin.of(serviceRoot));
		others.forEach((other) -> this.origins.add(listed(other)));
	}

	private Origin listed(URI uri) {
		String path = (uri.getRawPath() != null) ? uri.getRawPath() : "";
		if (!isAskable(uri) || !(path.isEmpty() || path.equals("/")) || uri.getRawQuery() != null
				|| uri.getRawFragment() != null) {
			throw new IllegalArgumentException(
					"%s must list scheme and host only, for instance https://files.example.org, but has '%s'"
						.formatted(settingName(), Origin.maskingUser(uri)));
		}
		return Origin.of(uri);
	}

	/**
	 * An address with a user name in it is a trap (RFC 9110, 4.2.4), and one without a
	 * host, as it is to {@link URI}, is read differently by every reader.
	 */
	private static boolean isAskable(URI uri) {
		String scheme = Origin.of(uri).scheme();
		return (scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null
				&& uri.getRawUserInfo() == null;
	}

	/**
	 * Refuses an address that must not be asked.
	 * @param uri the address
	 * @param redirectedFrom the address that led there, {@code null} if it was no
	 * redirect
	 */
	void require(URI uri, @Nullable URI redirectedFrom) {
		if (!isAskable(uri)) {
			throw refuse(uri, redirectedFrom,
					"which is no address to ask, so it was not: an address must begin with http:// or https://, name a host, and have no user name");
		}
		Origin origin = Origin.of(uri);
		if (!this.origins.contains(origin)) {
			throw refuse(uri, redirectedFrom,
					"which is of another origin than the service root %s, so it was not asked. If it may be, without credentials, add %s to %s"
						.formatted(this.serviceRoot, origin, settingName()));
		}
	}

	private String settingName() {
		return this.names.of("allowedOrigins", "allowed-origins");
	}

	private static ForeignOriginException refuse(URI uri, @Nullable URI redirectedFrom, String reason) {
		URI shown = Origin.maskingUser(uri);
		String what = (redirectedFrom != null) ? "%s was redirected to %s".formatted(redirectedFrom, shown)
				: "A request was to go to %s".formatted(shown);
		return new ForeignOriginException(shown, what + ", " + reason);
	}

}
