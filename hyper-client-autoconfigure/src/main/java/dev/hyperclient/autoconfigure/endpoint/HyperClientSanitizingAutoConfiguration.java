package dev.hyperclient.autoconfigure.endpoint;

import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.autoconfigure.HyperClientProperties;
import dev.hyperclient.autoconfigure.HyperClientServicesProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;

/**
 * Auto-configuration for {@link HyperClientSanitizingFunction}, which masks the secrets
 * below {@code hyper-client} in the responses of the actuator, even if it is configured
 * to show all values.
 */
@AutoConfiguration
@ConditionalOnClass(SanitizingFunction.class)
public final class HyperClientSanitizingAutoConfiguration {

	@Bean
	HyperClientSanitizingFunction hyperClientSanitizingFunction(ObjectProvider<HyperClientProperties> defaults,
			ObjectProvider<HyperClientServicesProperties> others) {
		return new HyperClientSanitizingFunction(SingletonSupplier.of(() -> secrets(defaults, others)));
	}

	private static Set<String> secrets(ObjectProvider<HyperClientProperties> defaults,
			ObjectProvider<HyperClientServicesProperties> others) {
		return Stream
			.concat(defaults.stream(), others.stream().flatMap((services) -> services.services().values().stream()))
			.flatMap(HyperClientSanitizingAutoConfiguration::secrets)
			.filter(Objects::nonNull)
			.collect(Collectors.toUnmodifiableSet());
	}

	private static Stream<@Nullable String> secrets(HyperClientProperties service) {
		return Stream.of(service.basic().password(), service.proxy().password(), service.oauth().consumerSecret(),
				service.oauth().accessToken(), service.oauth().accessTokenSecret());
	}

	/**
	 * Masks passwords, tokens and secrets below {@code hyper-client} in every spelling of
	 * the key and with any prefix, such as the name of an environment. Masks too much
	 * rather than too little, for instance the URL of a service with the name
	 * {@code tokens}. A secret is also masked as the value of any other key, such as the
	 * variable that a placeholder refers to.
	 *
	 * @param secrets supplier of the secrets in the properties
	 */
	record HyperClientSanitizingFunction(Supplier<Set<String>> secrets) implements SanitizingFunction {

		/**
		 * A key of a secret: in a command line, JVM options or JSON, which are values of
		 * other keys, and in all spellings of a key without what they differ in.
		 */
		private static final Pattern ASSIGNMENT = Pattern.compile(
				"hyper[-_.]?client.*((password|passwd|passphrase|secret|token)[-\\w\\[\\]]*|identity[-_]?key)[\"']?\\s*[=:]",
				Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

		private static final Pattern URL = Pattern.compile("hyperclient.*(url|uri|origins?|host)\\d*");

		private static final Pattern USER_INFO = Pattern.compile("^([^:/?#]+://)?.*@");

		/** Shorter secrets may also be ordinary values. */
		private static final int MIN_SECRET_LENGTH = 6;

		@Override
		public SanitizableData apply(SanitizableData data) {
			Object value = data.getValue();
			if (value == null) {
				return data;
			}
			// What all spellings of a key have in common.
			String key = data.getKey().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
			String text = (value instanceof CharSequence || value instanceof URI) ? value.toString() : "";
			if (isAssignment(key + "=") || isAssignment(text) || isSecret(text)) {
				return data.withSanitizedValue();
			}
			return URL.matcher(key).find() ? maskUserInfo(data, text) : data;
		}

		private static boolean isAssignment(String text) {
			return ASSIGNMENT.matcher(text).find();
		}

		private boolean isSecret(String value) {
			return value.length() >= MIN_SECRET_LENGTH && this.secrets.get().contains(value);
		}

		/**
		 * Mask everything up to the last at sign, since an unescaped password may contain
		 * any character.
		 */
		private static SanitizableData maskUserInfo(SanitizableData data, String value) {
			return (value.indexOf('@') >= 0) ? data
				.withValue(USER_INFO.matcher(value).replaceFirst("$1" + SanitizableData.SANITIZED_VALUE + "@")) : data;
		}

	}

}
