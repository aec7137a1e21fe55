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
	 * Return settings of a service on any free port without authentication.
	 * @return the settings
	 */
	public static CookbookServiceProperties onAnyPort() {
		return new CookbookServiceProperties(true, "localhost", 0, 0, Security.OPEN, "cookbooks", "user", "password",
				"consumer", "token", "secret");
	}

	/**
	 * Return the same settings with another number of generated recipes.
	 * @param other the number
	 * @return the settings
	 */
	public CookbookServiceProperties withRecipes(int other) {
		return new CookbookServiceProperties(this.enabled, this.address, this.port, other, this.security, this.realm,
				this.username, this.password, this.consumerKey, this.accessToken, this.accessTokenSecret);
	}

	/**
	 * Return the same settings with another address and port.
	 * @param otherAddress the IP address or host name
	 * @param otherPort the port, or 0 for any free one
	 * @return the settings
	 */
	public CookbookServiceProperties withAddress(String otherAddress, int otherPort) {
		return new CookbookServiceProperties(this.enabled, otherAddress, otherPort, this.recipes, this.security,
				this.realm, this.username, this.password, this.consumerKey, this.accessToken, this.accessTokenSecret);
	}

	/**
	 * Return the same settings with another authentication.
	 * @param other the authentication
	 * @return the settings
	 */
	public CookbookServiceProperties withSecurity(Security other) {
		return new CookbookServiceProperties(this.enabled, this.address, this.port, this.recipes, other, this.realm,
				this.username, this.password, this.consumerKey, this.accessToken, this.accessTokenSecret);
	}

	/**
	 * Return the same settings with another realm.
	 * @param other the realm
	 * @return the settings
	 */
	public CookbookServiceProperties withRealm(String other) {
		return new CookbookServiceProperties(this.enabled, this.address, this.port, this.recipes, this.security, other,
				this.username, this.password, this.consumerKey, this.accessToken, this.accessTokenSecret);
	}

	/**
	 * Return the same settings with another user.
	 * @param otherName the name
	 * @param otherPassword the password
	 * @return the settings
	 */
	public CookbookServiceProperties withUser(String otherName, String otherPassword) {
		return new CookbookServiceProperties(this.enabled, this.address, this.port, this.recipes, this.security,
				this.realm, otherName, otherPassword, this.consumerKey, this.accessToken, this.accessTokenSecret);
	}

	/**
	 * Return the same settings with another known consumer.
	 * @param otherKey the key of the consumer
	 * @param otherToken the key of its token
	 * @param otherSecret the secret of its token
	 * @return the settings
	 */
	public CookbookServiceProperties withConsumer(String otherKey, String otherToken, String otherSecret) {
		return new CookbookServiceProperties(this.enabled, this.address, this.port, this.recipes, this.security,
				this.realm, this.username, this.password, otherKey, otherToken, otherSecret);
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
