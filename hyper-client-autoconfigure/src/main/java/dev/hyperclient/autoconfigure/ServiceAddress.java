package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.launchpad.Launchpad;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * Where a service is: what its properties say, with the names that its preset knows.
 *
 * @param baseUrl the address, {@code null} if there is none
 * @param version the version, {@code null} if the address carries it
 * @param allowedOrigins what may be asked beside it
 */
record ServiceAddress(@Nullable URI baseUrl, @Nullable String version, List<URI> allowedOrigins) {

	/**
	 * Reads the addresses. They are bound as texts, since a failure to bind shows the
	 * whole value, and a user's password may be in it.
	 */
	static ServiceAddress of(ServiceSettings service) {
		HyperClientProperties properties = service.properties();
		String baseUrl = ServiceSettingsCheck.isSet(properties.baseUrl()) ? properties.baseUrl() : null;
		String version = ServiceSettingsCheck.isSet(properties.version()) ? properties.version() : null;
		List<URI> origins = properties.allowedOrigins()
			.stream()
			.map((origin) -> address(origin, "allowed-origins", service))
			.toList();
		URI address = (baseUrl != null) ? address(baseUrl, "base-url", service) : null;
		if (properties.preset() == null || (address != null && address.isAbsolute())) {
			return new ServiceAddress(address, version, origins);
		}
		Launchpad instance = (baseUrl != null) ? named(baseUrl, service) : Launchpad.PRODUCTION;
		return new ServiceAddress(instance.serviceRoot(), (version != null) ? version : Launchpad.DEFAULT_VERSION,
				Stream.concat(instance.allowedOrigins().stream(), origins.stream()).toList());
	}

	private static URI address(String text, String property, ServiceSettings service) {
		try {
			return new URI(text.strip());
		}
		catch (URISyntaxException ex) {
			// Not the cause either, which quotes it.
			throw new FailureAnalyzedException(
					"'%s' has something that is no address: %s at index %d of it.".formatted(service.key(property),
							ex.getReason(), ex.getIndex()),
					"Set '%s' to a value such as https://api.example.org/, with whatever is special in it percent-encoded."
						.formatted(service.key(property)));
		}
	}

	private static Launchpad named(String name, ServiceSettings service) {
		return Launchpad.named(name).orElseThrow(() -> {
			String names = Arrays.stream(Launchpad.values()).map(Launchpad::toString).collect(Collectors.joining(", "));
			String key = service.key("base-url");
			return new FailureAnalyzedException(
					"'%s' is '%s', which is neither an address nor a name that '%s' knows.".formatted(key, name,
							service.key("preset")),
					"Set '%s' to one of %s, or to an address that begins with https://.".formatted(key, names));
		});
	}

}
