package dev.hyperclient.cookbook.service;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the cookbook service.
 *
 * @param enabled Whether the service runs at all
 * @param address Address or host name to listen at
 * @param port Port to listen at; 0 takes any free one
 * @param recipes Number of recipes to generate beside the written ones
 */
@ConfigurationProperties("cookbook.service")
public record CookbookServiceProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue("localhost") String address, @DefaultValue("8081") int port, @DefaultValue("0") int recipes) {

	private static final int MOST_RECIPES = 10_000_000;

	public CookbookServiceProperties {
		if (address.isBlank()) {
			throw new IllegalArgumentException("'cookbook.service.address' must not be blank");
		}
		if (port < 0 || port > 65535) {
			throw new IllegalArgumentException("'cookbook.service.port' must be between 0 and 65535");
		}
		if (recipes < 0 || recipes > MOST_RECIPES) {
			throw new IllegalArgumentException("'cookbook.service.recipes' must be between 0 and " + MOST_RECIPES);
		}
	}

	/**
	 * Settings for a service of its own on any free port.
	 * @return the settings
	 */
	public static CookbookServiceProperties onAnyPort() {
		return new CookbookServiceProperties(true, "localhost", 0, 0);
	}

	/**
	 * The same settings with another number of generated recipes.
	 * @param other the number
	 * @return the settings
	 */
	public CookbookServiceProperties withRecipes(int other) {
		return new CookbookServiceProperties(this.enabled, this.address, this.port, other);
	}

}
