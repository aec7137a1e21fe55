package dev.hyperclient.autoconfigure;

import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if there is a default service: if it has a base URL or a preset, if there is a
 * {@link HyperClientConnectionDetails} bean for it, or if there is no named service
 * either, so that a use of the root fails because of the missing base URL. Does not match
 * if the service is disabled. Always matches during ahead-of-time processing, when the
 * properties of the start are unknown: {@link #removeUnused} evaluates it then.
 */
final class OnDefaultServiceCondition extends SpringBootCondition implements ConfigurationCondition {

	static final String CONNECTION_DETAILS = "hyperClientConnectionDetails";

	private static final String ENABLED = ServiceNames.PREFIX + ".enabled";

	private static final String BASE_URL = ServiceNames.PREFIX + ".base-url";

	private static final String PRESET = ServiceNames.PREFIX + ".preset";

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		return isAheadOfTime()
				? ConditionOutcome
					.match(ConditionMessage.forCondition("Default service").because("evaluated at the start"))
				: outcome(context.getBeanFactory(), context.getEnvironment());
	}

	private static boolean isAheadOfTime() {
		return Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING);
	}

	private static ConditionOutcome outcome(@Nullable ConfigurableListableBeanFactory beans, Environment environment) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Default service");
		if (!ServiceNames.isEnabled(ServiceNames.DEFAULT, environment)) {
			return ConditionOutcome.noMatch(message.because("'" + ENABLED + "' is false"));
		}
		Optional<String> source = sourceOfUrl(beans, environment);
		if (source.isPresent()) {
			return ConditionOutcome.match(message.foundExactly(source.get()));
		}
		return ServiceNames.in(environment).isEmpty()
				? ConditionOutcome.match(message.because("there is no named service"))
				: ConditionOutcome.noMatch(message.because("there are named services and no " + BASE_URL));
	}

	/**
	 * Return whether the default service is enabled and has a URL.
	 */
	static boolean isConfigured(ConfigurableListableBeanFactory beans, Environment environment) {
		return ServiceNames.isEnabled(ServiceNames.DEFAULT, environment) && sourceOfUrl(beans, environment).isPresent();
	}

	/**
	 * Return what has the URL of the service, for reports.
	 */
	private static Optional<String> sourceOfUrl(@Nullable ConfigurableListableBeanFactory beans,
			Environment environment) {
		return Stream.of(BASE_URL, PRESET)
			.filter((property) -> isSet(property, environment))
			.findFirst()
			.or(() -> (beans != null && hasConnectionDetailsOfItsOwn(beans, environment))
					? Optional.of("connection details") : Optional.empty());
	}

	/**
	 * Remove the beans of the default service at a start without that service.
	 * Ahead-of-time processing defines them always.
	 */
	static void removeUnused(BeanDefinitionRegistry registry, Environment environment) {
		if (registry instanceof DefaultListableBeanFactory beans && !isAheadOfTime()
				&& RootBeans.isAutoConfigured(ServiceNames.DEFAULT, beans) && !outcome(beans, environment).isMatch()) {
			beans.removeAlias(ServiceNames.DEFAULT_ALIAS);
			beans.removeBeanDefinition(ServiceNames.DEFAULT);
			if (beans.containsBeanDefinition(CONNECTION_DETAILS)) {
				beans.removeBeanDefinition(CONNECTION_DETAILS);
			}
		}
	}

	private static boolean hasConnectionDetailsOfItsOwn(ConfigurableListableBeanFactory beans,
			Environment environment) {
		return new QualifiedBeans(beans, environment).names(HyperClientConnectionDetails.class, ServiceNames.DEFAULT)
			.size() > beans.getBeanNamesForType(PropertiesHyperClientConnectionDetails.class, true, false).length;
	}

	private static boolean isSet(String property, Environment environment) {
		// With a default, since nested placeholders may be resolvable at run time only.
		return !environment.resolvePlaceholders("${" + property + ":}").isBlank();
	}

}
