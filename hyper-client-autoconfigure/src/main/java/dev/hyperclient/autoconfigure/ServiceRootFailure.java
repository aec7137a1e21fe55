package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.security.GeneralSecurityException;

import javax.net.ssl.SSLException;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.InvalidSettingException;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.launchpad.Launchpad;
import dev.hyperclient.security.AccessTokenException;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;

/**
 * Why the root of a service cannot be built or fetched at the start.
 *
 * @param service the service
 * @param versioned whether the version is configured apart from the base URL
 * @param authorized whether there is an authorizer
 * @param cause why there is no root
 */
record ServiceRootFailure(ServiceProperties service, boolean versioned, boolean authorized, RuntimeException cause) {

	private static final int MAX_TEXT = 200;

	/**
	 * Return the exception with the analysis of the cause.
	 */
	ConfigurationException exception() {
		if (this.cause instanceof ServiceDescriptionException invalid) {
			return exception("No self-describing service found: " + reason(), action(invalid));
		}
		if (this.cause instanceof ForeignOriginException foreign && foreign.problem().contains(" was redirected to ")) {
			return exception("The service redirects to another origin than its own: " + reason(), action(foreign));
		}
		if (this.cause instanceof ForeignOriginException) {
			return exception("The service links to another origin than its own: " + reason(),
					"Set '%s' to the URL in the links of the service, or add the other origin to '%s'. If the service is behind a reverse proxy, make it honour X-Forwarded-Proto and X-Forwarded-Host."
						.formatted(key("base-url"), key("allowed-origins")));
		}
		if (this.cause instanceof HTTPError refused && (refused.status() == 401 || refused.status() == 403)) {
			return refused(refused);
		}
		if (this.cause instanceof HyperClientException error) {
			boolean advised = error instanceof ProxyException || error instanceof ResponseTooLargeException
					|| error.getCause() instanceof SSLException || error.getCause() instanceof GeneralSecurityException;
			return exception(
					"The root of the service at %s could not be fetched: ".formatted(error.uri())
							+ (advised ? error.problem() : reason()),
					advised ? "%sTo start without the service, set '%s' to 'lazy' or 'background'.".formatted(
							error.advice().map((advice) -> advice + ". ").orElse(""), key("startup")) : action(error));
		}
		return exception("The client for the service could not be built: " + reason(),
				(this.cause instanceof InvalidSettingException invalid) ? action(invalid)
						: "Correct the setting that the message names.");
	}

	private ConfigurationException exception(String description, String action) {
		return new ConfigurationException("The root of the service '%s' could not be created: %s"
			.formatted(this.service.name(), firstLine(this.cause.getMessage())), description, action, this.cause);
	}

	/**
	 * Return what is wrong, without the advice of the message: the analysis has its own.
	 */
	private String reason() {
		return firstLine((this.cause instanceof HyperClientException ex && !(ex instanceof HTTPError)) ? ex.problem()
				: this.cause.getMessage());
	}

	/**
	 * Return the first line of a message: the message of an error status has header
	 * fields and content below it, and the URL, which the texts around it have.
	 */
	private String firstLine(@Nullable String message) {
		return (this.cause instanceof HTTPError error) ? "HTTP Error " + error.status() + ": " + error.reason()
				: String.valueOf(message).lines().findFirst().orElse("");
	}

	private String key(String property) {
		return this.service.key(property);
	}

	private String action(InvalidSettingException ex) {
		String key = this.service.key(ex.setting());
		String url = this.service.properties().baseUrl();
		if (ex.setting() != Setting.BASE_URL) {
			return "Correct '%s'.".formatted(key);
		}
		if (url == null || url.contains("://") || url.contains("@")) {
			return "Correct '%s', for instance to %s.".formatted(key,
					corrected(url, this.service.properties().version()));
		}
		return Launchpad.named(url).isPresent()
				? "Set '%s' to 'launchpad', which defines the name '%s', or set '%s' to a URL that begins with https://."
					.formatted(key("preset"), url, key)
				: "Set '%s' to 'https://%s' or 'http://%s'.".formatted(key, url, url);
	}

	/**
	 * Return a URL like one that was refused, without what a base URL must not have: a
	 * query and fragment, the version if it is set as well, and otherwise the scheme.
	 */
	private static String corrected(@Nullable String refused, @Nullable String version) {
		URI url = URI.create((refused != null) ? refused.strip() : "");
		if (url.getHost() == null || url.getRawUserInfo() != null) {
			return "https://api.example.com/";
		}
		String path = url.getRawPath().endsWith("/") ? url.getRawPath() : url.getRawPath() + "/";
		String segment = ((version != null) ? version : "") + "/";
		boolean versioned = path.endsWith("/" + segment);
		boolean encrypted = !versioned && url.getRawQuery() == null && url.getRawFragment() == null;
		return (encrypted ? "https" : url.getScheme()) + "://" + url.getRawAuthority()
				+ (versioned ? path.substring(0, path.length() - segment.length()) : path);
	}

	private ConfigurationException refused(HTTPError ex) {
		StringBuilder description = new StringBuilder(
				"The root of the service at %s could not be fetched: %s".formatted(ex.uri(), reason()));
		String challenges = String.join(", ", ex.headers().getOrEmpty(HttpHeaders.WWW_AUTHENTICATE));
		if (!challenges.isBlank()) {
			description.append(". The service asks for: ").append(oneLine(challenges));
		}
		if (!ex.bodyText().isBlank()) {
			description.append(". It says: ").append(oneLine(ex.bodyText()));
		}
		return exception(description.toString(), this.authorized
				? "Check the credentials %s.%s".formatted(credentials(),
						ex.advice().map((advice) -> " " + advice + ".").orElse(""))
				: "No credentials are set, but the service requires some. Set properties below '%s', '%s' or '%s', or define a bean of the type HttpAuthorizer."
					.formatted(key("basic"), key("oauth"), key("oauth2")));
	}

	private String credentials() {
		HyperClientProperties properties = this.service.properties();
		if (StringUtils.hasText(properties.basic().username())) {
			return "below '%s'".formatted(key("basic"));
		}
		if (StringUtils.hasText(properties.oauth2().registrationId())) {
			return "of the client registration that '%s' names".formatted(key("oauth2.registration-id"));
		}
		if (StringUtils.hasText(properties.oauth().consumerKey()) || properties.oauth().credentialsFile() != null) {
			return "below '%s'".formatted(key("oauth"));
		}
		return "of the bean of the type HttpAuthorizer";
	}

	/** The text of a service may be a page of HTML, or contain control characters. */
	private static String oneLine(String text) {
		String line = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\s]+", " ").strip().replaceAll("\\.$", "");
		return (line.length() > MAX_TEXT) ? line.substring(0, MAX_TEXT) + "..." : line;
	}

	private String action(ServiceDescriptionException ex) {
		String baseUrl = key("base-url");
		return ex.linkedRoot()
			.map((linked) -> "Make the service or its reverse proxy honour X-Forwarded-Proto and X-Forwarded-Host, so that its links have the scheme, host and port of '%s'. Or set '%s' to '%s', if the service can be reached there."
				.formatted(baseUrl, baseUrl, this.versioned ? withoutVersion(linked) : linked))
			.orElseGet(() -> "Check that '%s' and '%s' lead to the root of a service that describes itself by WADL."
				.formatted(baseUrl, key("version")));
	}

	private static URI withoutVersion(URI root) {
		return root.resolve(root.getRawPath().endsWith("/") ? ".." : ".");
	}

	private String action(ForeignOriginException ex) {
		String secured = ex.uri().toString();
		// A login page has another path.
		return ex.problem().startsWith(secured.replaceFirst("^https", "http") + " was redirected to " + secured + ",")
				? "Set '%s' to '%s'.".formatted(key("base-url"), this.versioned ? withoutVersion(ex.uri()) : ex.uri())
				: "A login page may be in front of the service: check the credentials and '%s'. If the service itself is there, set '%s' to its URL."
					.formatted(key("base-url"), key("base-url"));
	}

	private String action(HyperClientException ex) {
		int status = (ex instanceof HTTPError error) ? error.status() : 0;
		if (status == 429) {
			return "The service limits requests. Wait before the next start, or set '%s' to 'lazy' or 'background'."
				.formatted(key("startup"));
		}
		if (status == 404 || status == 410) {
			return "The service responded, but has no root at this URL. Check '%s' and '%s'.".formatted(key("base-url"),
					key("version"));
		}
		if (ex instanceof AccessTokenException) {
			return "No request was sent to the service. Check the client registration that '%s' names, and that its authorization server can be reached from here."
				.formatted(key("oauth2.registration-id"));
		}
		return "Check that the service runs at the URL that '%s' and '%s' form, and can be reached from here. To start without it, set '%s' to 'lazy' (the first use fetches the root) or to 'background' (a separate thread fetches it as soon as the service responds)."
			.formatted(key("base-url"), key("version"), key("startup"));
	}

}
