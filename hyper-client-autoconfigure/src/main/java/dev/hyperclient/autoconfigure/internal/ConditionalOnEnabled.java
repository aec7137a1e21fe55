package dev.hyperclient.autoconfigure.internal;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Conditional;

/**
 * Matches if a property is true. Unlike {@link ConditionalOnBooleanProperty}, it accepts
 * all values of a boolean property, such as {@code on}, and fails the start for others.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnEnabledCondition.class)
public @interface ConditionalOnEnabled {

	/**
	 * The key of the property that enables the HTTP cache.
	 */
	String HTTP_CACHE = "hyper-client.http-cache.enabled";

	/**
	 * Return the key of the property.
	 * @return the key
	 */
	String value();

}
