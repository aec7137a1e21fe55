package dev.hyperclient.autoconfigure.httpcache;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

import dev.hyperclient.autoconfigure.internal.BeanDecorator;
import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.registry.HttpServiceProxyRegistry;

/**
 * The clients that are cached. Fails the start if the properties name an HTTP service
 * group that does not exist, and logs which clients are cached and which are not.
 *
 * @param properties the properties
 * @param beans the beans of the application
 */
record HttpCacheClients(HttpCacheProperties properties,
		ConfigurableListableBeanFactory beans) implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(HttpCacheLog.LOGGER);

	@Override
	public void afterSingletonsInstantiated() {
		Set<String> known = groups();
		validateGroups(known);
		validateRules(known);
		if (logger.isInfoEnabled()) {
			List<String> uncached = this.properties.cachesAllClients() ? uncachedBeans() : List.of();
			logger.info("HTTP cache for {}{}", cached(known),
					uncached.isEmpty() ? "" : ". Clients without it: " + String.join(", ", uncached));
		}
	}

	/**
	 * Return the names of the groups. A registry that is initialized lazily is created
	 * only if the properties name groups.
	 */
	private Set<String> groups() {
		Set<String> groups = new TreeSet<>();
		boolean all = !this.properties.serviceGroups().isEmpty() || !this.properties.serviceGroupsOfRules().isEmpty();
		for (String name : this.beans.getBeanNamesForType(HttpServiceProxyRegistry.class, true, all)) {
			if (all || this.beans.containsSingleton(name)) {
				groups.addAll(this.beans.getBean(name, HttpServiceProxyRegistry.class).getGroupNames());
			}
		}
		return groups;
	}

	private void validateRules(Set<String> known) {
		int number = 0;
		for (CacheRuleProperties rule : this.properties.rules()) {
			number++;
			String group = rule.serviceGroup();
			if (StringUtils.hasText(group) && !known.contains(group)) {
				throw new ConfigurationException(
						"'%s' cannot be used: Rule %d: '%s' is not an HTTP service group"
							.formatted(HttpCachePropertiesValidator.key("rules"), number, group),
						known.isEmpty() ? "Declare the group with @ImportHttpServices, or remove this rule."
								: "Write one of these groups: %s.".formatted(String.join(", ", known)));
			}
		}
	}

	private void validateGroups(Set<String> known) {
		for (String group : this.properties.serviceGroups()) {
			if (!known.contains(group)) {
				String key = HttpCachePropertiesValidator.key("service-groups");
				throw new ConfigurationException(
						"'%s' contains '%s', which is not an HTTP service group".formatted(key, group),
						known.isEmpty() ? "Declare groups with @ImportHttpServices, or remove '%s'.".formatted(key)
								: "Set '%s' to some of these: %s.".formatted(key, String.join(", ", known)));
			}
		}
	}

	private String cached(Set<String> known) {
		boolean all = this.properties.cachesAllClients();
		Set<String> groups = all ? known : new TreeSet<>(this.properties.serviceGroups());
		return (all ? builders() : "the clients to which it is applied")
				+ (groups.isEmpty() ? "" : " and the HTTP service groups " + String.join(", ", groups));
	}

	private String builders() {
		boolean rest = this.beans.containsBean(RestClientHttpCacheAutoConfiguration.CUSTOMIZER);
		boolean web = this.beans.containsBean(WebClientHttpCacheAutoConfiguration.CUSTOMIZER);
		if (!rest && !web) {
			return "no builder of Spring Boot: spring-boot-starter-restclient or spring-boot-starter-webclient is missing";
		}
		return ((rest && decorates(RestClientHttpCacheAutoConfiguration.DECORATOR))
				|| (web && decorates(WebClientHttpCacheAutoConfiguration.DECORATOR)))
						? "the clients of Spring Boot's builders" : "no builder of Spring Boot";
	}

	private boolean decorates(String decorator) {
		return !this.beans.getBean(decorator, BeanDecorator.class).hasLeftOne();
	}

	/**
	 * Return the clients that exist and whose builder did not come from Spring Boot.
	 */
	private List<String> uncachedBeans() {
		List<String> names = new ArrayList<>();
		collect(RestClient.class, (client) -> !RestClientHttpCache.isMarked(client), names);
		collect(RestTemplate.class, (client) -> !RestClientHttpCache.isCached(client), names);
		if (ClassUtils.isPresent("org.springframework.web.reactive.function.client.WebClient",
				getClass().getClassLoader())) {
			WebClients.collect(this, names);
		}
		return names;
	}

	private <T> void collect(Class<T> type, Predicate<T> uncached, List<String> names) {
		for (String name : this.beans.getBeanNamesForType(type, false, false)) {
			Object client = this.beans.getSingleton(name);
			if (type.isInstance(client) && uncached.test(type.cast(client))) {
				names.add("'%s' (%s)".formatted(name, type.getSimpleName()));
			}
		}
	}

	/**
	 * Requires a library that may be missing.
	 */
	private static final class WebClients {

		static void collect(HttpCacheClients clients, List<String> names) {
			clients.collect(WebClient.class, (client) -> !WebClientHttpCache.isMarked(client), names);
		}

	}

}
