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
 * @param security What the service asks of those who send requests
 * @param realm Name of what is protected, in visible ASCII
 * @param username Name of the one user, for Basic
 * @param password Password of the user
 * @param consumerKey Key of the one known consumer, for OAuth
 * @param accessToken Key of the consumer's token
 * @param accessTokenSecret Secret of the token
 */
@ConfigurationProperties("cookbook.service")
public record CookbookServiceProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue("localhost") String address, @DefaultValue("8081") int port, @DefaultValue("0") int recipes,
		@DefaultValue("open") ServiceSecurity security, @DefaultValue("cookbooks") String realm,
		@DefaultValue("user") String username, @DefaultValue("password") String password,
		@DefaultValue("consumer") String consumerKey, @DefaultValue("token") String accessToken,
		@DefaultValue("secret") String accessTokenSecret) {

	private static final int MOST_RECIPES = 10_000_000;

	public CookbookServiceProperties {
		check(!address.isBlank(), "address", "must not be blank");
		check(port >= 0 && port <= 65535, "port", "must be between 0 and 65535");
		check(recipes >= 0 && recipes <= MOST_RECIPES, "recipes", "must be between 0 and " + MOST_RECIPES);
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
	 * Settings for an open service of its own on any free port, with the example
	 * credentials.
	 * @return the settings
	 */
	public static CookbookServiceProperties onAnyPort() {
		return new CookbookServiceProperties(true, "localhost", 0, 0, ServiceSecurity.OPEN, "cookbooks", "user",
				"password", "consumer", "token", "secret");
	}

	/**
	 * The same settings with another number of generated recipes.
	 * @param other the number
	 * @return the settings
	 */
	public CookbookServiceProperties withRecipes(int other) {
		return new CookbookServiceProperties(this.enabled, this.address, this.port, other, this.security, this.realm,
				this.username, this.password, this.consumerKey, this.accessToken, this.accessTokenSecret);
	}

	/**
	 * The same settings for another address and port.
	 * @param otherAddress the address or host name
	 * @param otherPort the port, or 0 for any free one
	 * @return the settings
	 */
	public CookbookServiceProperties withAddress(String otherAddress, int otherPort) {
		return new CookbookServiceProperties(this.enabled, otherAddress, otherPort, this.recipes, this.security,
				this.realm, this.username, this.password, this.consumerKey, this.accessToken, this.accessTokenSecret);
	}

	/**
	 * The same settings with another protection.
	 * @param other what the service asks for
	 * @return the settings
	 */
	public CookbookServiceProperties withSecurity(ServiceSecurity other) {
		return new CookbookServiceProperties(this.enabled, this.address, this.port, this.recipes, other, this.realm,
				this.username, this.password, this.consumerKey, this.accessToken, this.accessTokenSecret);
	}

	/**
	 * The same settings with another realm.
	 * @param other the realm
	 * @return the settings
	 */
	public CookbookServiceProperties withRealm(String other) {
		return new CookbookServiceProperties(this.enabled, this.address, this.port, this.recipes, this.security, other,
				this.username, this.password, this.consumerKey, this.accessToken, this.accessTokenSecret);
	}

	/**
	 * The same settings with another user.
	 * @param otherName the name
	 * @param otherPassword the password
	 * @return the settings
	 */
	public CookbookServiceProperties withUser(String otherName, String otherPassword) {
		return new CookbookServiceProperties(this.enabled, this.address, this.port, this.recipes, this.security,
				this.realm, otherName, otherPassword, this.consumerKey, this.accessToken, this.accessTokenSecret);
	}

	/**
	 * The same settings with another known consumer.
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
	 * Without the secrets.
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

}
