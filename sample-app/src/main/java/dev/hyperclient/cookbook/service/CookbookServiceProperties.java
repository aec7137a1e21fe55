package dev.hyperclient.cookbook.service;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the cookbook service.
 *
 * @param enabled Whether to run the service
 * @param address IP address or host name to listen on
 * @param port Port to listen on. Any free port if 0
 * @param recipes Number of recipes to generate in addition to the written ones
 * @param security Authentication that the service requires
 * @param realm Realm of the challenge, in visible ASCII
 * @param username Name of the only user, for Basic
 * @param password Password of the user
 * @param consumerKey Key of the only known consumer, for OAuth
 * @param accessToken Key of the consumer's token
 * @param accessTokenSecret Secret of the token
 */
@ConfigurationProperties("cookbook.service")
public record CookbookServiceProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue("localhost") String address, @DefaultValue("8081") int port, @DefaultValue("0") int recipes,
		@DefaultValue("open") Security security, @DefaultValue("cookbooks") String realm,
		@DefaultValue("user") String username, @DefaultValue("password") String password,
		@DefaultValue("consumer") String consumerKey, @DefaultValue("token") String accessToken,
		@DefaultValue("secret") String accessTokenSecret) {

	private static final int MAX_RECIPES = 1_000_000;

	public CookbookServiceProperties {
		check(!address.isBlank(), "address", "must not be blank");
		check(port >= 0 && port <= 65535, "port", "must be between 0 and 65535");
		check(recipes >= 0 && recipes <= MAX_RECIPES, "recipes", "must be between 0 and " + MAX_RECIPES);
		check(!realm.isBlank() && realm.chars().allMatch((character) -> character >= 0x20 && character <= 0x7e),
				"realm", "must be visible ASCII text");
		check(!username.contains(":") && isText(username), "username",
				"must not be blank and have no colon, since the password follows one");
		check(isText(password), "password", "must not be blank");
		check(isText(consumerKey), "consumer-key", "must not be blank");
		check(isText(accessToken), "access-token", "must not be blank, which would be anonymous access");
		check(isText(accessTokenSecret), "access-token-secret", "must not be blank");
	}

	/**
	 * Return the settings without the secrets.
	 */
	@Override
	public String toString() {
		return "CookbookServiceProperties[enabled=" + this.enabled + ", address=" + this.address + ", port=" + this.port
				+ ", recipes=" + this.recipes + ", security=" + this.security + ", realm=" + this.realm + ", username="
				+ this.username + ", password=***, consumerKey=" + this.consumerKey
				+ ", accessToken=***, accessTokenSecret=***]";
	}

	private static boolean isText(String text) {
		return !text.isBlank() && text.chars().noneMatch(Character::isISOControl);
	}

	private static void check(boolean fits, String property, String problem) {
		if (!fits) {
			throw new IllegalArgumentException("'cookbook.service." + property + "' " + problem);
		}
	}

	/**
	 * The authentication that the service requires.
	 */
	public enum Security {

		/**
		 * None.
		 */
		OPEN,

		/**
		 * HTTP Basic authentication.
		 */
		BASIC,

		/**
		 * A signature according to OAuth 1.0a. With an empty token, everything that is
		 * not private can be read.
		 */
		OAUTH

	}

}
