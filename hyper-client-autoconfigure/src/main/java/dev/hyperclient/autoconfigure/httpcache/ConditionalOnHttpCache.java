package dev.hyperclient.autoconfigure.httpcache;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;

/**
 * Matches if the HTTP cache of the application's own clients is enabled.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ConditionalOnEnabled(ConditionalOnHttpCache.PROPERTY)
public @interface ConditionalOnHttpCache {

	/**
	 * The key of the property.
	 */
	String PROPERTY = HttpCacheProperties.PREFIX + ".enabled";

}
