package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.launchpad.Launchpad;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Adapts the properties of a service, with the names that its preset defines, to
 * {@link HyperClientConnectionDetails}. URLs are bound as text and parsed here: the
 * message of a binding failure has the whole value, which may contain a password.
 *
 * @param service the properties of the service
 */
record PropertiesHyperClientConnectionDetails(ServiceProperties service) implements HyperClientConnectionDetails {

	@Override
	public URI getBaseUrl() {
		Launchpad instance = instance();
		URI baseUrl = (instance != null) ? instance.serviceRoot() : url();
		if (baseUrl == null) {
			throw missing();
		}
		return baseUrl;
	}

	@Override
	public @Nullable String getVersion() {
		String version = this.service.properties().version();
		if (StringUtils.hasText(version)) {
			return version;
		}
		return (instance() != null) ? Launchpad.DEFAULT_VERSION : null;
	}

	/**
	 * Return the other origins that requests may be sent to.
	 */
	URI[] allowedOrigins() {
		Launchpad instance = instance();
		Stream<URI> known = (instance != null) ? instance.allowedOrigins().stream() : Stream.empty();
		Stream<URI> configured = this.service.properties()
			.allowedOrigins()
			.stream()
			.map((origin) -> parse(origin, this.service.key("allowed-origins")));
		return Stream.concat(known, configured).toArray(URI[]::new);
	}

	/**
	 * Return the instance of the preset, or {@code null} if the base URL is an absolute
	 * one.
	 */
	private @Nullable Launchpad instance() {
		URI url = url();
		if (this.service.properties().preset() == null || (url != null && url.isAbsolute())) {
			return null;
		}
		return (url != null) ? named(String.valueOf(this.service.properties().baseUrl())) : Launchpad.PRODUCTION;
	}

	private @Nullable URI url() {
		String baseUrl = this.service.properties().baseUrl();
		return StringUtils.hasText(baseUrl) ? parse(baseUrl, this.service.key("base-url")) : null;
	}

	private ConfigurationException missing() {
		String expected = "the URL of the service, for instance https://api.launchpad.net/, and '%s' to its version"
			.formatted(this.service.key("version"));
		return ConfigurationException.ofProperty(this.service.key("base-url"), null, "is not set",
				this.service.name().equals(ServiceNames.DEFAULT)
						? expected + ", or define a bean of the type ServiceRoot or HyperClientConnectionDetails"
						: expected
								+ ", or define a bean of the type HyperClientConnectionDetails with @Qualifier(\"%s\")"
									.formatted(this.service.name()));
	}

	private static URI parse(String text, String property) {
		try {
			return new URI(text.strip());
		}
		catch (URISyntaxException ex) {
			// Without the cause, which quotes the value.
			throw ConfigurationException.ofProperty(property, null,
					"must be a valid URL%s (%s at index %d)".formatted(shown(text.strip()), ex.getReason(),
							ex.getIndex()),
					"a URL such as https://api.example.org/, with special characters percent-encoded");
		}
	}

	/**
	 * A value with an at sign may contain a password, and a query or fragment a token.
	 */
	private static String shown(String text) {
		return (text.indexOf('@') >= 0) ? "" : " but is '%s'".formatted(text.replaceFirst("(?s)[?#].*", "..."));
	}

	private Launchpad named(String name) {
		return Launchpad.named(name).orElseThrow(() -> {
			String names = Arrays.stream(Launchpad.values()).map(Launchpad::toString).collect(Collectors.joining(", "));
			return ConfigurationException.ofProperty(this.service.key("base-url"), name,
					"must be a URL or a name that '%s' defines".formatted(this.service.key("preset")),
					"one of %s, or to a URL that begins with https://".formatted(names));
		});
	}

}
