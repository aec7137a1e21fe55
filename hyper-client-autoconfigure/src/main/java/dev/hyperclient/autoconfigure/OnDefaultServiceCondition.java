package dev.hyperclient.autoconfigure;

import java.util.List;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether there is a default service: because it has an address or a preset that has one,
 * or because there is no other service, so that the missing address is the thing to be
 * told about.
 */
final class OnDefaultServiceCondition extends SpringBootCondition implements ConfigurationCondition {

	private static final String ADDRESS = ServiceNames.PREFIX + ".base-url";

	private static final String PRESET = ServiceNames.PREFIX + ".preset";

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Default service");
		for (String property : List.of(ADDRESS, PRESET)) {
			// Not by a required placeholder: what it stands for may be known at run time
			// only.
			if (!context.getEnvironment().resolvePlaceholders("${" + property + ":}").isBlank()) {
				return ConditionOutcome.match(message.foundExactly(property));
			}
		}
		ConfigurableListableBeanFactory beans = context.getBeanFactory();
		if (beans != null && beans.getBeanNamesForType(HyperClientConnectionDetails.class, true, false).length > 0) {
			return ConditionOutcome.match(message.foundExactly("connection details"));
		}
		return ServiceNames.in(context.getEnvironment()).isEmpty()
				? ConditionOutcome.match(message.because("there is no other service"))
				: ConditionOutcome.noMatch(message.because("there are other services and no " + ADDRESS));
	}

}
