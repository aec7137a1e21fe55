package dev.hyperclient.autoconfigure;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.authorizer.SignatureMethod;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;
import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * The authorizer that the properties ask for. An empty property is one that is not set,
 * as a placeholder with an empty default leaves it, except that a password and the secret
 * of a token may be empty beside the name that they belong to.
 */
final class PropertiesHttpAuthorizer {

	private static final String BASIC = "hyper-client.basic.";

	private static final String OAUTH = "hyper-client.oauth.";

	private static final String REGISTRATION = "hyper-client.oauth2.registration-id";

	private PropertiesHttpAuthorizer() {
	}

	static @Nullable HttpAuthorizer of(HyperClientProperties properties,
			ObjectProvider<RegisteredClientAuthorizers> registeredClients) {
		Set<String> basic = given(properties.basic());
		Set<String> oauth = given(properties.oauth());
		Set<String> oauth2 = new LinkedHashSet<>();
		add(oauth2, REGISTRATION, properties.oauth2().registrationId());
		MutuallyExclusiveConfigurationPropertiesException
			.throwIfMultipleNonNullValuesIn((entries) -> Stream.of(basic, oauth, oauth2)
				.filter((given) -> !given.isEmpty())
				.forEach((given) -> entries.put(given.iterator().next(), true)));
		if (!oauth2.isEmpty()) {
			return oauth2(orEmpty(properties.oauth2().registrationId()), registeredClients);
		}
		if (!basic.isEmpty()) {
			return basic(properties.basic(), basic);
		}
		return oauth.isEmpty() ? null : oauth(properties.oauth(), oauth);
	}

	private static Set<String> given(HyperClientProperties.Basic basic) {
		Set<String> given = new LinkedHashSet<>();
		add(given, BASIC + "username", basic.username());
		add(given, BASIC + "password", basic.password());
		return given;
	}

	private static Set<String> given(HyperClientProperties.Oauth oauth) {
		Set<String> given = new LinkedHashSet<>();
		add(given, OAUTH + "consumer-key", oauth.consumerKey());
		add(given, OAUTH + "consumer-secret", oauth.consumerSecret());
		add(given, OAUTH + "access-token", oauth.accessToken());
		add(given, OAUTH + "access-token-secret", oauth.accessTokenSecret());
		add(given, OAUTH + "application-name", oauth.applicationName());
		add(given, OAUTH + "realm", oauth.realm());
		add(given, OAUTH + "signature-method", oauth.signatureMethod());
		return given;
	}

	private static void add(Set<String> given, String property, @Nullable Object value) {
		if (value != null && !value.toString().isEmpty()) {
			given.add(property);
		}
	}

	private static HttpAuthorizer basic(HyperClientProperties.Basic basic, Set<String> given) {
		require(BASIC + "username", given);
		String password = basic.password();
		if (password == null) {
			throw missing(BASIC + "password", BASIC + "username");
		}
		return checked("'hyper-client.basic.username' or 'hyper-client.basic.password'",
				() -> new BasicHttpAuthorizer(orEmpty(basic.username()), password));
	}

	private static HttpAuthorizer oauth(HyperClientProperties.Oauth oauth, Set<String> given) {
		require(OAUTH + "consumer-key", given);
		AccessToken token = token(oauth, given);
		return checked("the property below 'hyper-client.oauth'", () -> {
			OAuthAuthorizer authorizer = new OAuthAuthorizer(orEmpty(oauth.consumerKey()), token)
				.withConsumerSecret(orEmpty(oauth.consumerSecret()))
				.withApplicationName(orEmpty(oauth.applicationName()).isEmpty() ? null : oauth.applicationName())
				.withSignatureMethod(method(oauth.signatureMethod()));
			String realm = orEmpty(oauth.realm());
			return realm.isEmpty() ? authorizer : authorizer.withRealm(realm);
		});
	}

	private static HttpAuthorizer oauth2(String registrationId,
			ObjectProvider<RegisteredClientAuthorizers> registeredClients) {
		RegisteredClientAuthorizers authorizers = registeredClients.getIfAvailable();
		if (authorizers == null) {
			throw new FailureAnalyzedException(
					"'%s' is set, but there are no client registrations of Spring Security.".formatted(REGISTRATION),
					"Add the dependency org.springframework.boot:spring-boot-starter-security-oauth2-client, and define 'spring.security.oauth2.client.registration.%s'."
						.formatted(registrationId));
		}
		return authorizers.authorizerFor(registrationId);
	}

	private static AccessToken token(HyperClientProperties.Oauth oauth, Set<String> given) {
		String key = OAUTH + "access-token";
		String secret = OAUTH + "access-token-secret";
		if (given.contains(secret) && !given.contains(key)) {
			throw missing(key, secret);
		}
		if (given.contains(key) && oauth.accessTokenSecret() == null) {
			throw missing(secret, key);
		}
		return checked("'%s' or '%s'".formatted(key, secret),
				() -> new AccessToken(orEmpty(oauth.accessToken()), orEmpty(oauth.accessTokenSecret())));
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

	private static String orEmpty(@Nullable String value) {
		return (value != null) ? value : "";
	}

	private static void require(String property, Set<String> given) {
		if (!given.contains(property)) {
			throw missing(property, given.iterator().next());
		}
	}

	private static FailureAnalyzedException missing(String property, String other) {
		return new FailureAnalyzedException(
				"The credentials for the service are incomplete: '%s' is set, but '%s' is not.".formatted(other,
						property),
				"Set '%s' too, or remove '%s'. Or define a bean of the type HttpAuthorizer.".formatted(property,
						other));
	}

	private static <T> T checked(String properties, Supplier<T> maker) {
		try {
			return maker.get();
		}
		catch (IllegalArgumentException ex) {
			throw new FailureAnalyzedException(
					"The credentials for the service cannot be sent: %s.".formatted(ex.getMessage()),
					"Correct %s.".formatted(properties), ex);
		}
	}

}
