package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.launchpad.Launchpad;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * The URLs of a service according to its properties, with the names that its preset
 * defines resolved.
 *
 * @param baseUrl the base URL, {@code null} if there is none
 * @param version the version, {@code null} if the base URL contains it
 * @param allowedOrigins the other origins that requests may be sent to
 */
record PresetResolver(@Nullable URI baseUrl, @Nullable String version, List<URI> allowedOrigins) {

	/**
	 * Return the location of a service. URLs are bound as text and parsed here: the
	 * message of a binding failure has the whole value, which may contain a password.
	 * @throws ConfigurationException if a URL cannot be parsed
	 */
	static PresetResolver of(ServiceProperties service) {
		HyperClientProperties properties = service.properties();
		String baseUrl = properties.baseUrl();
		String version = StringUtils.hasText(properties.version()) ? properties.version() : null;
		List<URI> origins = properties.allowedOrigins()
			.stream()
			.map((origin) -> parse(origin, service.key("allowed-origins")))
			.toList();
		URI url = (baseUrl != null && !baseUrl.isBlank()) ? parse(baseUrl, service.key("base-url")) : null;
		if (properties.preset() == null || (url != null && url.isAbsolute())) {
			return new PresetResolver(url, version, origins);
		}
		Launchpad instance = (url != null) ? named(String.valueOf(baseUrl), service) : Launchpad.PRODUCTION;
		return new PresetResolver(instance.serviceRoot(), (version != null) ? version : Launchpad.DEFAULT_VERSION,
				Stream.concat(instance.allowedOrigins().stream(), origins.stream()).toList());
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

	private static Launchpad named(String name, ServiceProperties service) {
		return Launchpad.named(name).orElseThrow(() -> {
			String names = Arrays.stream(Launchpad.values()).map(Launchpad::toString).collect(Collectors.joining(", "));
			return ConfigurationException.ofProperty(service.key("base-url"), name,
					"must be a URL or a name that '%s' defines".formatted(service.key("preset")),
					"one of %s, or to a URL that begins with https://".formatted(names));
		});
	}

}
