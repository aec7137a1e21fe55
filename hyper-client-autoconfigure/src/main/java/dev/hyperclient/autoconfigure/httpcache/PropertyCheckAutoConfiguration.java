package dev.hyperclient.autoconfigure.httpcache;

import dev.hyperclient.autoconfigure.internal.UnknownPropertyCheck;
import dev.hyperclient.cache.HttpCache;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration that makes the start fail if a property does not exist, even if the
 * cache is off: the name of the property that enables it may be misspelt.
 */
@AutoConfiguration
@ConditionalOnClass(HttpCache.class)
@Import(UnknownPropertyCheck.class)
public final class PropertyCheckAutoConfiguration {

}
