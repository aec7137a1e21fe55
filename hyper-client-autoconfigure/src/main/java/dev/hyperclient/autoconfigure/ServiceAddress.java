package dev.hyperclient.autoconfigure;

import java.net.URI;
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

	static ServiceAddress of(ServiceSettings service) {
		HyperClientProperties properties = service.properties();
		URI baseUrl = properties.baseUrl();
		String version = ServiceSettingsCheck.isSet(properties.version()) ? properties.version() : null;
		boolean given = baseUrl != null && !baseUrl.toString().isBlank();
		if (properties.preset() == null || (given && baseUrl != null && baseUrl.isAbsolute())) {
			return new ServiceAddress(given ? baseUrl : null, version, properties.allowedOrigins());
		}
		Launchpad instance = (given && baseUrl != null) ? named(baseUrl.toString(), service) : Launchpad.PRODUCTION;
		return new ServiceAddress(instance.serviceRoot(), (version != null) ? version : Launchpad.DEFAULT_VERSION,
				Stream.concat(instance.allowedOrigins().stream(), properties.allowedOrigins().stream()).toList());
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
