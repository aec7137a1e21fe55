package dev.hyperclient;

import java.net.URI;
import java.util.Locale;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.error.InvalidSettingException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.internal.document.UriEncoding;
import dev.hyperclient.internal.exchange.Loopback;
import dev.hyperclient.internal.exchange.SettingNames;
import org.jspecify.annotations.Nullable;

/**
 * Checks and normalizes the base URL of a service.
 *
 * @param names names of the settings for messages
 */
record BaseUrl(SettingNames names) {

	/**
	 * Return the URL of the root: the base URL with the version, if any, and a trailing
	 * slash.
	 * @throws InvalidSettingException if the base URL is missing, is not an http or https
	 * URL, or has a user name, query or fragment, or if the version is invalid
	 */
	URI normalize(@Nullable URI url, @Nullable String version) {
		if (url == null) {
			throw new InvalidSettingException(Setting.BASE_URL, setting() + " must be set");
		}
		String scheme = (url.getScheme() != null) ? url.getScheme().toLowerCase(Locale.ROOT) : "";
		if (!scheme.equals("http") && !scheme.equals("https")) {
			throw invalid("begin with http:// or https://", shown(url));
		}
		if (url.getHost() == null) {
			throw invalid("name a host", shown(url));
		}
		if (url.getRawUserInfo() != null) {
			throw invalid("not contain a user name or password; give them to an authorizer", null);
		}
		if (url.getRawQuery() != null || url.getRawFragment() != null) {
			throw invalid("have neither query nor fragment", shown(url));
		}
		String base = url.toString().endsWith("/") ? url.toString() : url + "/";
		return UriEncoding.encode(URI.create((version != null) ? base + segment(version, base) + "/" : base));
	}

	private String segment(String version, String base) {
		if (version.isEmpty() || !version.chars().allMatch((c) -> c > ' ' && "/?#%\\".indexOf(c) < 0)) {
			throw new InvalidSettingException(Setting.VERSION,
					"%s must be one path segment but is '%s'".formatted(this.names.of(Setting.VERSION), version));
		}
		if (base.endsWith("/" + version + "/")) {
			throw new InvalidSettingException(Setting.BASE_URL,
					"%s already ends with the version '%s'; remove one of the two".formatted(setting(), version));
		}
		return version;
	}

	/**
	 * Reject an authorizer that would send secrets unencrypted to another host.
	 * @throws InvalidSettingException if it would
	 */
	void requireEncryption(URI url, @Nullable HttpAuthorizer authorizer) {
		if (authorizer != null && authorizer.sendsSecrets() && Loopback.isLeftInPlain(url)) {
			throw new InvalidSettingException(Setting.BASE_URL,
					"%s must begin with https:// because the credentials would be sent unencrypted, but is '%s'; set %s to send them nevertheless"
						.formatted(setting(), url, this.names.of(Setting.ALLOW_PLAIN_HTTP_CREDENTIALS)));
		}
	}

	private static String shown(URI url) {
		String text = url.toString();
		if (text.indexOf('@') >= 0) {
			return "a URL with a user name";
		}
		// A query or fragment may be a token.
		return text.replaceFirst("\\?[^#]*", "?...").replaceFirst("#.*", "#...");
	}

	private String setting() {
		return this.names.of(Setting.BASE_URL);
	}

	private InvalidSettingException invalid(String rule, @Nullable String shown) {
		return new InvalidSettingException(Setting.BASE_URL,
				"%s must %s%s".formatted(setting(), rule, (shown != null) ? " but is '%s'".formatted(shown) : ""));
	}

}
