package dev.hyperclient.autoconfigure.httpcache;

import dev.hyperclient.autoconfigure.internal.UnknownPropertyCheck;
import dev.hyperclient.cache.HttpCache;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration that fails the start if a property does not exist, also if the cache
 * is off: the name of the one that enables it may be misspelt.
 */
@AutoConfiguration
@ConditionalOnClass(HttpCache.class)
@Import(UnknownPropertyCheck.class)
public final class PropertyCheckAutoConfiguration {

}
