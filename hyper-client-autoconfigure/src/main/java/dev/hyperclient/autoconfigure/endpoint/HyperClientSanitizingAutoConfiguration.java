package dev.hyperclient.autoconfigure.endpoint;

import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.autoconfigure.HyperClientProperties;
import dev.hyperclient.autoconfigure.HyperClientServicesProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
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

}
