package dev.hyperclient.autoconfigure.internal;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if a property is true. Unlike {@link ConditionalOnBooleanProperty}, it accepts
 * all values of a boolean property, such as {@code on}, and fails the start for others.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(ConditionalOnEnabled.EnabledCondition.class)
public @interface ConditionalOnEnabled {

	/**
	 * The key of the property that enables the cache of the application's own clients.
	 */
	String HTTP_CACHE = "hyper-client.http-cache.enabled";

	/**
	 * Return the key of the property.
	 * @return the key
	 */
	String value();

	/**
	 * Evaluates the annotation before the other properties are bound.
	 */
	final class EnabledCondition extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			String key = metadata.getAnnotations().get(ConditionalOnEnabled.class).getString("value");
			boolean enabled = isEnabled(key, false, context.getEnvironment());
			return new ConditionOutcome(enabled, ConditionMessage.forCondition(ConditionalOnEnabled.class)
				.because("'" + key + "' is " + (enabled ? "" : "not ") + "true"));
		}

		/**
		 * Return the value of a property. One that is not a boolean fails: a typing error
		 * must not disable anything silently.
		 * @param key the key, which may have capitals and underscores in the name of a
		 * service
		 * @param defaultValue the value if the property is missing or empty
		 * @param environment the environment of the application
		 * @return the value
		 * @throws org.springframework.boot.context.properties.bind.BindException if the
		 * value is not a boolean
		 */
		public static boolean isEnabled(String key, boolean defaultValue, Environment environment) {
			return Binder.get(environment)
				.bind(ConfigurationPropertyName.adapt(key, '.'), Bindable.of(Boolean.class))
				.orElse(defaultValue);
		}

	}

}
