package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.security.GeneralSecurityException;

import javax.net.ssl.SSLException;

import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.InvalidSettingException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.launchpad.Launchpad;
import dev.hyperclient.security.AccessTokenException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;

/**
 * Analyzes a {@link ServiceRootCreationException} by its cause.
 */
final class ServiceRootCreationFailureAnalyzer extends AbstractFailureAnalyzer<ServiceRootCreationException> {

	private static final int MAX_TEXT = 200;

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, ServiceRootCreationException failure) {
		ServiceProperties service = failure.getService();
		RuntimeException cause = failure.getReason();
		if (cause instanceof ServiceDescriptionException invalid) {
			return analysis("No self-describing service found: ", failure,
					action(invalid, service, failure.isVersioned()));
		}
		if (cause instanceof ForeignOriginException) {
			return analysis("The service links to another origin than its own: ", failure,
					"Set '%s' to the URL in the links of the service, or add the other origin to '%s'. If the service is behind a reverse proxy, make it honour X-Forwarded-Proto and X-Forwarded-Host."
						.formatted(service.key("base-url"), service.key("allowed-origins")));
		}
		if (cause instanceof ProxyException || cause instanceof ResponseTooLargeException || isTls(cause)) {
			return analysis(failure, (HyperClientException) cause, service);
		}
		if (cause instanceof Unauthorized unauthorized) {
			return unauthorized(unauthorized, failure);
		}
		if (cause instanceof HyperClientException error) {
			return analysis("The root of the service at %s could not be fetched: ".formatted(error.uri()), failure,
					action(error, service));
		}
		return analysis("The client for the service could not be built: ", failure,
				(cause instanceof InvalidSettingException invalid) ? action(invalid, service)
						: "Correct the setting that the message names.");
	}

	private static String action(InvalidSettingException ex, ServiceProperties service) {
		String key = service.key(ex.setting());
		String url = service.properties().baseUrl();
		if (ex.setting() != Setting.BASE_URL) {
			return "Correct '%s'.".formatted(key);
		}
		if (url == null || url.contains("://") || url.contains("@")) {
			return "Correct '%s', for instance to %s.".formatted(key, corrected(url, service.properties().version()));
		}
		return Launchpad.named(url).isPresent()
				? "Set '%s' to 'launchpad', which defines the name '%s', or set '%s' to a URL that begins with https://."
					.formatted(service.key("preset"), url, key)
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

	private static FailureAnalysis analysis(String summary, ServiceRootCreationException failure, String action) {
		return new FailureAnalysis(summary + failure.getReasonText() + ".", action, failure);
	}

	private static FailureAnalysis analysis(ServiceRootCreationException failure, HyperClientException cause,
			ServiceProperties service) {
		return new FailureAnalysis(
				"The root of the service at %s could not be fetched: %s.".formatted(cause.uri(), cause.problem()),
				"%sTo start without the service, set '%s' to 'lazy' or 'background'.".formatted(
						cause.advice().map((advice) -> advice + ". ").orElse(""), service.key("startup")),
				failure);
	}

	private static FailureAnalysis unauthorized(Unauthorized ex, ServiceRootCreationException failure) {
		ServiceProperties service = failure.getService();
		StringBuilder description = new StringBuilder(
				"The root of the service at %s could not be fetched: %s.".formatted(ex.uri(), failure.getReasonText()));
		String challenges = String.join(", ", ex.headers().getOrEmpty(HttpHeaders.WWW_AUTHENTICATE));
		if (!challenges.isBlank()) {
			description.append(" The service asks for: ").append(oneLine(challenges)).append('.');
		}
		if (!ex.bodyText().isBlank()) {
			description.append(" It says: ").append(oneLine(ex.bodyText())).append('.');
		}
		return new FailureAnalysis(description.toString(), failure.isAuthorized()
				? "Check the credentials %s.".formatted(credentials(service))
				: "No credentials are set, but the service requires some. Set properties below '%s', '%s' or '%s', or define a bean of the type HttpAuthorizer."
					.formatted(service.key("basic"), service.key("oauth"), service.key("oauth2")),
				failure);
	}

	private static String credentials(ServiceProperties service) {
		HyperClientProperties properties = service.properties();
		if (StringUtils.hasText(properties.basic().username())) {
			return "below '%s'".formatted(service.key("basic"));
		}
		if (StringUtils.hasText(properties.oauth2().registrationId())) {
			return "of the client registration that '%s' names".formatted(service.key("oauth2.registration-id"));
		}
		if (StringUtils.hasText(properties.oauth().consumerKey()) || properties.oauth().credentialsFile() != null) {
			return "below '%s'".formatted(service.key("oauth"));
		}
		return "of the bean of the type HttpAuthorizer";
	}

	/** The text of a service may be a page of HTML, or contain control characters. */
	private static String oneLine(String text) {
		String line = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\s]+", " ").strip().replaceAll("\\.$", "");
		return (line.length() > MAX_TEXT) ? line.substring(0, MAX_TEXT) + "..." : line;
	}

	private static boolean isTls(RuntimeException failure) {
		return failure.getCause() instanceof SSLException || failure.getCause() instanceof GeneralSecurityException;
	}

	private static String action(ServiceDescriptionException ex, ServiceProperties service, boolean versioned) {
		String baseUrl = service.key("base-url");
		return ex.linkedRoot()
			.map((linked) -> "Make the service or its reverse proxy honour X-Forwarded-Proto and X-Forwarded-Host, so that its links have the scheme, host and port of '%s'. Or set '%s' to '%s', if the service can be reached there."
				.formatted(baseUrl, baseUrl, versioned ? withoutVersion(linked) : linked))
			.orElseGet(() -> "Check that '%s' and '%s' lead to the root of a service that describes itself by WADL."
				.formatted(baseUrl, service.key("version")));
	}

	private static URI withoutVersion(URI root) {
		return root.resolve(root.getRawPath().endsWith("/") ? ".." : ".");
	}

	private static String action(HyperClientException ex, ServiceProperties service) {
		if (ex instanceof NotFound) {
			return "The service responded, but has no root at this URL. Check '%s' and '%s'."
				.formatted(service.key("base-url"), service.key("version"));
		}
		if (ex instanceof AccessTokenException) {
			return "No request was sent to the service. Check the client registration that '%s' names, and that its authorization server can be reached from here."
				.formatted(service.key("oauth2.registration-id"));
		}
		return "Check that the service runs at the URL that '%s' and '%s' form, and can be reached from here. To start without it, set '%s' to 'lazy' (the first use fetches the root) or to 'background' (a separate thread fetches it as soon as the service responds)."
			.formatted(service.key("base-url"), service.key("version"), service.key("startup"));
	}

}
