package dev.hyperclient.autoconfigure;

import java.util.List;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if there is a default service: if it has a base URL or a preset, if there is a
 * {@link HyperClientConnectionDetails} bean, or if there is no named service either, so
 * that a use of the root fails because of the missing base URL. Does not match if the
 * service is disabled.
 */
final class OnDefaultServiceCondition extends SpringBootCondition implements ConfigurationCondition {

	private static final String ENABLED = ServiceNames.PREFIX + ".enabled";

	private static final String BASE_URL = ServiceNames.PREFIX + ".base-url";

	private static final String PRESET = ServiceNames.PREFIX + ".preset";

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Default service");
		if (!ServiceNames.isEnabled(ServiceNames.DEFAULT, context.getEnvironment())) {
			return ConditionOutcome.noMatch(message.because("'" + ENABLED + "' is false"));
		}
		for (String property : List.of(BASE_URL, PRESET)) {
			if (isSet(property, context.getEnvironment())) {
				return ConditionOutcome.match(message.foundExactly(property));
			}
		}
		ConfigurableListableBeanFactory beans = context.getBeanFactory();
		if (beans != null && beans.getBeanNamesForType(HyperClientConnectionDetails.class, true, false).length > 0) {
			return ConditionOutcome.match(message.foundExactly("connection details"));
		}
		return ServiceNames.in(context.getEnvironment()).isEmpty()
				? ConditionOutcome.match(message.because("there is no named service"))
				: ConditionOutcome.noMatch(message.because("there are named services and no " + BASE_URL));
	}

	/**
	 * Return whether the default service is enabled and has a URL. Evaluated at run time,
	 * unlike the condition, which ahead-of-time processing evaluates during the build.
	 */
	static boolean isConfigured(ConfigurableListableBeanFactory beans, Environment environment) {
		return ServiceNames.isEnabled(ServiceNames.DEFAULT, environment)
				&& (isSet(BASE_URL, environment) || isSet(PRESET, environment) || hasConnectionDetailsOfItsOwn(beans));
	}

	private static boolean hasConnectionDetailsOfItsOwn(ConfigurableListableBeanFactory beans) {
		return beans.getBeanNamesForType(HyperClientConnectionDetails.class, true, false).length > beans
			.getBeanNamesForType(PropertiesHyperClientConnectionDetails.class, true, false).length;
	}

	private static boolean isSet(String property, Environment environment) {
		// With a default, since nested placeholders may be resolvable at run time only.
		return !environment.resolvePlaceholders("${" + property + ":}").isBlank();
	}

}
