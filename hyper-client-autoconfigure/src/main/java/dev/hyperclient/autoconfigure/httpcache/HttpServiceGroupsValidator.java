package dev.hyperclient.autoconfigure.httpcache;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.web.service.registry.HttpServiceProxyRegistry;

/**
 * Fails the start if the properties name an HTTP service group that does not exist.
 *
 * @param groups the names in the properties
 * @param registries provider of the groups of the application
 */
record HttpServiceGroupsValidator(List<String> groups,
		ObjectProvider<HttpServiceProxyRegistry> registries) implements SmartInitializingSingleton {

	@Override
	public void afterSingletonsInstantiated() {
		if (this.groups.isEmpty()) {
			return;
		}
		Set<String> known = new TreeSet<>();
		this.registries.forEach((registry) -> known.addAll(registry.getGroupNames()));
		for (String group : this.groups) {
			if (!known.contains(group)) {
				String key = HttpCachePropertiesValidator.key("groups");
				throw new HttpCacheConfigurationException(
						"'%s' contains '%s', which is not an HTTP service group".formatted(key, group),
						known.isEmpty() ? "Declare groups with @ImportHttpServices, or remove '%s'.".formatted(key)
								: "Set '%s' to some of these: %s.".formatted(key, String.join(", ", known)),
						null);
			}
		}
	}

}
