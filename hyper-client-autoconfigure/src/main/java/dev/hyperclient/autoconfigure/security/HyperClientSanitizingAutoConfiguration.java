package dev.hyperclient.autoconfigure.security;

import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of what masks the secrets under {@code hyper-client} in the
 * actuator's answers, also where it is told to show all values.
 */
@AutoConfiguration
@ConditionalOnClass(SanitizingFunction.class)
public final class HyperClientSanitizingAutoConfiguration {

	@Bean
	HyperClientSanitizingFunction hyperClientSanitizingFunction() {
		return new HyperClientSanitizingFunction();
	}

}
