package dev.hyperclient.autoconfigure;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * Properties of a service that are bound without an application.
 */
final class BoundProperties {

	private BoundProperties() {
	}

	/**
	 * Bind properties.
	 * @param prefix the prefix of the service
	 * @param properties keys and values without the prefix
	 */
	static ServiceProperties of(String prefix, String... properties) {
		Map<String, String> source = Stream.of(properties)
			.map((property) -> property.split("=", 2))
			.collect(Collectors.toMap((property) -> prefix + "." + property[0], (property) -> property[1]));
		return new ServiceProperties("cookbook", prefix, new Binder(new MapConfigurationPropertySource(source))
			.bindOrCreate(prefix, HyperClientProperties.class));
	}

}
