package dev.hyperclient.cookbook.service;

import java.util.HashMap;
import java.util.Map;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * Creates settings of the cookbook service as an application does.
 */
public final class CookbookSettings {

	private CookbookSettings() {
	}

	/**
	 * Return settings of a service on any free port.
	 * @param properties further settings, for example {@code security=basic}
	 * @return the settings
	 */
	public static CookbookServiceProperties onAnyPort(String... properties) {
		Map<String, String> values = new HashMap<>(Map.of("cookbook.service.port", "0"));
		for (String property : properties) {
			String[] parts = property.split("=", 2);
			values.put("cookbook.service." + parts[0], parts[1]);
		}
		return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate("cookbook.service",
				CookbookServiceProperties.class);
	}

}
