package dev.hyperclient.autoconfigure;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.authorizer.SignatureMethod;
import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.autoconfigure.internal.OAuth2AuthorizerFactory;
import dev.hyperclient.autoconfigure.internal.PropertyChecks;
import dev.hyperclient.error.CredentialsFileException;
import dev.hyperclient.token.CredentialsFile;
import dev.hyperclient.token.StoredCredentials;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;

/**
 * Creates the authorizer that the properties of a service configure. An empty property
 * counts as not set, since a placeholder may have an empty default. A password or a token
 * secret may be empty if the user name or the token is set.
 *
 * @param service the properties of the service
 * @param oauth2Authorizers creates authorizers for client registrations, if there are any
 */
record PropertiesHttpAuthorizerFactory(ServiceProperties service,
		ObjectProvider<OAuth2AuthorizerFactory> oauth2Authorizers) {

	/**
	 * Create the authorizer.
	 * @return the authorizer, or {@code null} if no credentials are configured
	 * @throws MutuallyExclusiveConfigurationPropertiesException if several kinds of
	 * credentials are configured
	 */
	@Nullable HttpAuthorizer create() {
		HyperClientProperties.Basic userAndPassword = this.service.properties().basic();
		HyperClientProperties.Oauth token = this.service.properties().oauth();
		Set<String> basic = configuredKeys(new Property("basic.username", userAndPassword.username()),
				new Property("basic.password", userAndPassword.password()));
		Set<String> oauth = configuredKeys(new Property("oauth.consumer-key", token.consumerKey()),
				new Property("oauth.consumer-secret", token.consumerSecret()),
				new Property("oauth.access-token", token.accessToken()),
				new Property("oauth.access-token-secret", token.accessTokenSecret()),
				new Property("oauth.credentials-file", token.credentialsFile()),
				new Property("oauth.application-name", token.applicationName()),
				new Property("oauth.realm", token.realm()),
				new Property("oauth.signature-method", token.signatureMethod()));
		Set<String> oauth2 = configuredKeys(
				new Property("oauth2.registration-id", this.service.properties().oauth2().registrationId()));
		MutuallyExclusiveConfigurationPropertiesException
			.throwIfMultipleNonNullValuesIn((entries) -> Stream.of(basic, oauth, oauth2)
				.filter((keys) -> !keys.isEmpty())
				.forEach((keys) -> entries.put(keys.iterator().next(), true)));
		if (!oauth2.isEmpty()) {
			return oauth2();
		}
		if (!basic.isEmpty()) {
			return basic(userAndPassword, basic);
		}
		return oauth.isEmpty() ? null : oauth(token, oauth);
	}

	/**
	 * Return the keys of those properties that are set, in their order.
	 */
	private Set<String> configuredKeys(Property... properties) {
		Set<String> keys = new LinkedHashSet<>();
		for (Property property : properties) {
			PropertyChecks.requireResolved(key(property.name()), property.value());
			if (property.value() != null && !property.value().toString().isEmpty()) {
				keys.add(key(property.name()));
			}
		}
		return keys;
	}

	private HttpAuthorizer basic(HyperClientProperties.Basic basic, Set<String> configured) {
		require("basic.username", configured);
		String password = basic.password();
		if (password == null) {
			throw missing("basic.password", key("basic.username"));
		}
		return validated(List.of(key("basic.username"), key("basic.password")),
				() -> new BasicHttpAuthorizer(orEmpty(basic.username()), password));
	}

	private HttpAuthorizer oauth(HyperClientProperties.Oauth oauth, Set<String> configured) {
		Path file = oauth.credentialsFile();
		OAuthAuthorizer credentials = (file != null && configured.contains(key("oauth.credentials-file")))
				? stored(file, oauth, configured) : token(oauth, configured);
		return validated(configured, () -> {
			OAuthAuthorizer authorizer = credentials
				.withApplicationName(orEmpty(oauth.applicationName()).isEmpty() ? null : oauth.applicationName())
				.withSignatureMethod(method(oauth.signatureMethod()));
			String realm = orEmpty(oauth.realm());
			return realm.isEmpty() ? authorizer : authorizer.withRealm(realm);
		});
	}

	private OAuthAuthorizer token(HyperClientProperties.Oauth oauth, Set<String> configured) {
		require("oauth.consumer-key", configured);
		String key = key("oauth.access-token");
		String secret = key("oauth.access-token-secret");
		if (configured.contains(secret) && !configured.contains(key)) {
			throw missing("oauth.access-token", secret);
		}
		if (configured.contains(key) && oauth.accessTokenSecret() == null) {
			throw missing("oauth.access-token-secret", key);
		}
		AccessToken token = validated(List.of(key, secret),
				() -> new AccessToken(orEmpty(oauth.accessToken()), orEmpty(oauth.accessTokenSecret())));
		return validated(configured,
				() -> new OAuthAuthorizer(orEmpty(oauth.consumerKey()), token)
					.withConsumerSecret(orEmpty(oauth.consumerSecret()))
					.withTokenSource("'%s'".formatted(key)));
	}

	private OAuthAuthorizer stored(Path file, HyperClientProperties.Oauth oauth, Set<String> configured) {
		String property = key("oauth.credentials-file");
		MutuallyExclusiveConfigurationPropertiesException.throwIfMultipleNonNullValuesIn((entries) -> {
			entries.put(property, true);
			Stream.of("access-token", "access-token-secret", "consumer-secret")
				.map((key) -> key("oauth." + key))
				.filter(configured::contains)
				.forEach((key) -> entries.put(key, true));
		});
		StoredCredentials credentials = read(file, property);
		String consumer = orEmpty(oauth.consumerKey());
		if (!consumer.isEmpty() && !consumer.equals(credentials.consumer().key())) {
			throw ConfigurationException.ofProperty(key("oauth.consumer-key"), consumer,
					"must be the consumer of the file '%s' in '%s'".formatted(file, property),
					"the consumer of that file, set '%s' to a file with credentials of '%s', or remove '%s'"
						.formatted(property, consumer, key("oauth.consumer-key")));
		}
		return credentials.authorizer().withTokenSource("the credentials file '%s' ('%s')".formatted(file, property));
	}

	private static StoredCredentials read(Path file, String property) {
		try {
			return new CredentialsFile(file).read();
		}
		catch (CredentialsFileException ex) {
			throw ConfigurationException.ofProperty(property, null,
					"must be a readable file with credentials: " + ex.getMessage(),
					"a file that launchpadlib or an OAuthTokenFlow has written and that this application can read", ex);
		}
	}

	private HttpAuthorizer oauth2() {
		String registrationId = orEmpty(this.service.properties().oauth2().registrationId());
		OAuth2AuthorizerFactory authorizers = this.oauth2Authorizers.getIfAvailable();
		if (authorizers == null) {
			throw new ConfigurationException(
					"'%s' is set, but there are no client registrations of Spring Security, or several repositories of them"
						.formatted(key("oauth2.registration-id")),
					"Add the dependency org.springframework.boot:spring-boot-starter-security-oauth2-client, and define 'spring.security.oauth2.client.registration.%s'; or mark one ClientRegistrationRepository and one OAuth2AuthorizedClientService as @Primary."
						.formatted(registrationId));
		}
		HttpAuthorizer authorizer = authorizers.create(registrationId,
				new OAuth2AuthorizerFactory.Timeouts(this.service.properties().connectTimeout(),
						this.service.properties().readTimeout(), this.service.properties().callTimeout()));
		if (authorizer == null) {
			throw ConfigurationException.ofProperty(key("oauth2.registration-id"), registrationId,
					"must be the id of a client registration",
					"the id of a client registration, or define 'spring.security.oauth2.client.registration.%s' with the grant type client_credentials"
						.formatted(registrationId));
		}
		return authorizer;
	}

	private static SignatureMethod method(HyperClientProperties.Oauth.@Nullable SignatureMethod method) {
		if (method == null) {
			return SignatureMethod.PLAINTEXT;
		}
		return switch (method) {
			case PLAINTEXT -> SignatureMethod.PLAINTEXT;
			case HMAC_SHA1 -> SignatureMethod.HMAC_SHA1;
			case HMAC_SHA256 -> SignatureMethod.HMAC_SHA256;
		};
	}

	private String key(String property) {
		return this.service.key(property);
	}

	private static String orEmpty(@Nullable String value) {
		return (value != null) ? value : "";
	}

	private void require(String property, Set<String> configured) {
		if (!configured.contains(key(property))) {
			throw missing(property, configured.iterator().next());
		}
	}

	private ConfigurationException missing(String property, String otherKey) {
		return ConfigurationException.incomplete(otherKey, key(property),
				" Or define a bean of the type HttpAuthorizer.");
	}

	private static <T> T validated(Collection<String> properties, Supplier<T> supplier) {
		try {
			return supplier.get();
		}
		catch (IllegalArgumentException ex) {
			// The message of the cause does not contain the credentials.
			throw new ConfigurationException("Invalid credentials: " + ex.getMessage(),
					"Correct '%s'.".formatted(String.join("' or '", properties)), ex);
		}
	}

	/**
	 * A property of the service.
	 *
	 * @param name its key without the prefix
	 * @param value its value, {@code null} if it is not set
	 */
	private record Property(String name, @Nullable Object value) {

	}

}
