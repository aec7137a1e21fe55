package dev.hyperclient.autoconfigure;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.authorizer.SignatureMethod;
import dev.hyperclient.error.CredentialsFileException;
import dev.hyperclient.token.CredentialsFile;
import dev.hyperclient.token.StoredCredentials;
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

	private final String basicKey;

	private final String oauthKey;

	private final String registrationKey;

	private final ObjectProvider<RegisteredClientAuthorizers> registeredClients;

	private PropertiesHttpAuthorizer(ServiceSettings service,
			ObjectProvider<RegisteredClientAuthorizers> registeredClients) {
		this.basicKey = service.key("basic.");
		this.oauthKey = service.key("oauth.");
		this.registrationKey = service.key("oauth2.registration-id");
		this.registeredClients = registeredClients;
	}

	static @Nullable HttpAuthorizer of(ServiceSettings service,
			ObjectProvider<RegisteredClientAuthorizers> registeredClients) {
		return new PropertiesHttpAuthorizer(service, registeredClients).of(service.properties());
	}

	private @Nullable HttpAuthorizer of(HyperClientProperties properties) {
		Set<String> basic = given(properties.basic());
		Set<String> oauth = given(properties.oauth());
		Set<String> oauth2 = new LinkedHashSet<>();
		add(oauth2, this.registrationKey, properties.oauth2().registrationId());
		MutuallyExclusiveConfigurationPropertiesException
			.throwIfMultipleNonNullValuesIn((entries) -> Stream.of(basic, oauth, oauth2)
				.filter((given) -> !given.isEmpty())
				.forEach((given) -> entries.put(given.iterator().next(), true)));
		if (!oauth2.isEmpty()) {
			return oauth2(orEmpty(properties.oauth2().registrationId()), properties);
		}
		if (!basic.isEmpty()) {
			return basic(properties.basic(), basic);
		}
		return oauth.isEmpty() ? null : oauth(properties.oauth(), oauth);
	}

	private Set<String> given(HyperClientProperties.Basic basic) {
		Set<String> given = new LinkedHashSet<>();
		add(given, this.basicKey + "username", basic.username());
		add(given, this.basicKey + "password", basic.password());
		return given;
	}

	private Set<String> given(HyperClientProperties.Oauth oauth) {
		Set<String> given = new LinkedHashSet<>();
		add(given, this.oauthKey + "consumer-key", oauth.consumerKey());
		add(given, this.oauthKey + "consumer-secret", oauth.consumerSecret());
		add(given, this.oauthKey + "access-token", oauth.accessToken());
		add(given, this.oauthKey + "access-token-secret", oauth.accessTokenSecret());
		add(given, this.oauthKey + "credentials-file", oauth.credentialsFile());
		add(given, this.oauthKey + "application-name", oauth.applicationName());
		add(given, this.oauthKey + "realm", oauth.realm());
		add(given, this.oauthKey + "signature-method", oauth.signatureMethod());
		return given;
	}

	private static void add(Set<String> given, String property, @Nullable Object value) {
		if (value != null && !value.toString().isEmpty()) {
			given.add(property);
		}
	}

	private HttpAuthorizer basic(HyperClientProperties.Basic basic, Set<String> given) {
		require(this.basicKey + "username", given);
		String password = basic.password();
		if (password == null) {
			throw missing(this.basicKey + "password", this.basicKey + "username");
		}
		return checked("'%1$susername' or '%1$spassword'".formatted(this.basicKey),
				() -> new BasicHttpAuthorizer(orEmpty(basic.username()), password));
	}

	private HttpAuthorizer oauth(HyperClientProperties.Oauth oauth, Set<String> given) {
		Path file = given.contains(this.oauthKey + "credentials-file") ? oauth.credentialsFile() : null;
		OAuthAuthorizer credentials = (file != null) ? stored(file, oauth, given) : given(oauth, given);
		return checkedOAuth(() -> {
			OAuthAuthorizer authorizer = credentials
				.withApplicationName(orEmpty(oauth.applicationName()).isEmpty() ? null : oauth.applicationName())
				.withSignatureMethod(method(oauth.signatureMethod()));
			String realm = orEmpty(oauth.realm());
			return realm.isEmpty() ? authorizer : authorizer.withRealm(realm);
		});
	}

	private OAuthAuthorizer given(HyperClientProperties.Oauth oauth, Set<String> given) {
		require(this.oauthKey + "consumer-key", given);
		AccessToken token = token(oauth, given);
		return checkedOAuth(() -> new OAuthAuthorizer(orEmpty(oauth.consumerKey()), token)
			.withConsumerSecret(orEmpty(oauth.consumerSecret())));
	}

	private OAuthAuthorizer stored(Path file, HyperClientProperties.Oauth oauth, Set<String> given) {
		String property = this.oauthKey + "credentials-file";
		MutuallyExclusiveConfigurationPropertiesException.throwIfMultipleNonNullValuesIn((entries) -> {
			entries.put(property, true);
			Stream.of("access-token", "access-token-secret", "consumer-secret")
				.map((key) -> this.oauthKey + key)
				.filter(given::contains)
				.forEach((key) -> entries.put(key, true));
		});
		StoredCredentials credentials = read(file, property);
		String consumer = orEmpty(oauth.consumerKey());
		if (!consumer.isEmpty() && !consumer.equals(credentials.consumer().key())) {
			throw new FailureAnalyzedException(
					"'%sconsumer-key' is '%s', but the file '%s' in '%s' has the credentials of another consumer."
						.formatted(this.oauthKey, consumer, file, property),
					"Set '%s' to a file with credentials of '%s', or remove '%sconsumer-key'.".formatted(property,
							consumer, this.oauthKey));
		}
		return credentials.authorizer();
	}

	private static StoredCredentials read(Path file, String property) {
		try {
			return new CredentialsFile(file).read();
		}
		catch (CredentialsFileException ex) {
			throw new FailureAnalyzedException(
					"The credentials for the service cannot be read: " + ex.getMessage() + ".",
					"Set '%s' to a file as launchpadlib or an OAuthTokenFlow leaves it, which this application may read."
						.formatted(property),
					ex);
		}
	}

	private <T> T checkedOAuth(Supplier<T> maker) {
		return checked("the property below '%s'".formatted(this.oauthKey.substring(0, this.oauthKey.length() - 1)),
				maker);
	}

	private HttpAuthorizer oauth2(String registrationId, HyperClientProperties properties) {
		RegisteredClientAuthorizers authorizers = this.registeredClients.getIfAvailable();
		if (authorizers == null) {
			throw new FailureAnalyzedException(
					"'%s' is set, but there are no client registrations of Spring Security, or several repositories of them."
						.formatted(this.registrationKey),
					"Add the dependency org.springframework.boot:spring-boot-starter-security-oauth2-client, and define 'spring.security.oauth2.client.registration.%s'; or mark one ClientRegistrationRepository and one OAuth2AuthorizedClientService as @Primary."
						.formatted(registrationId));
		}
		return authorizers.authorizerFor(registrationId, properties);
	}

	private AccessToken token(HyperClientProperties.Oauth oauth, Set<String> given) {
		String key = this.oauthKey + "access-token";
		String secret = this.oauthKey + "access-token-secret";
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
