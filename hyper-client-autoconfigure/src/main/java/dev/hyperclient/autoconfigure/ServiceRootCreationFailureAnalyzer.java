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
import dev.hyperclient.security.AccessTokenException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Analyzes a {@link ServiceRootCreationException} by its cause.
 */
final class ServiceRootCreationFailureAnalyzer extends AbstractFailureAnalyzer<ServiceRootCreationException> {

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
		if (cause instanceof HyperClientException error) {
			return analysis("The root of the service at %s could not be fetched: ".formatted(error.uri()), failure,
					action(error, service, failure.isAuthorized()));
		}
		return analysis("The client for the service could not be built: ", failure,
				(cause instanceof InvalidSettingException invalid)
						? "Correct '%s'%s."
							.formatted(service.key(invalid.setting()),
									(invalid.setting() == Setting.BASE_URL)
											? ", for instance to https://api.example.com/" : "")
						: "Correct the setting that the message names.");
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

	private static String action(HyperClientException ex, ServiceProperties service, boolean authorized) {
		if (ex instanceof Unauthorized && !authorized) {
			return "No credentials are configured. Set the properties below '%s', '%s' or '%s', or define a bean of the type HttpAuthorizer."
				.formatted(service.key("basic"), service.key("oauth"), service.key("oauth2"));
		}
		if (ex instanceof Unauthorized) {
			return "Check the credentials below '%s', '%s' or '%s', or in the bean of the type HttpAuthorizer."
				.formatted(service.key("basic"), service.key("oauth"), service.key("oauth2"));
		}
		if (ex instanceof NotFound) {
			return "The service responded, but has no root at this URL. Check '%s' and '%s'."
				.formatted(service.key("base-url"), service.key("version"));
		}
		if (ex instanceof AccessTokenException) {
			return "No request was sent to the service. Check the client registration that '%s' names, and that its authorization server can be reached from here."
				.formatted(service.key("oauth2.registration-id"));
		}
		return "Check that the service runs at '%s' in '%s' and can be reached from here. To start without it, set '%s' to 'lazy' (the first use fetches the root) or to 'background' (a separate thread fetches it as soon as the service responds)."
			.formatted(service.key("base-url"), service.key("version"), service.key("startup"));
	}

}
