package dev.hyperclient.autoconfigure;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import dev.hyperclient.Startup;
import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.autoconfigure.internal.PropertyChecks;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The names of the services that are configured in an environment. Bean definitions are
 * registered by these names before any properties are bound.
 */
final class ServiceNames {

	/** The name of the service whose property keys contain no name. */
	static final String DEFAULT = ServiceRootBuilderCustomizer.DEFAULT_SERVICE;

	/** The alias of the bean of that service, whose name is the name of the service. */
	static final String DEFAULT_ALIAS = "serviceRoot";

	static final String PREFIX = "hyper-client";

	private static final String SERVICES = PREFIX + ".services";

	private static final ConfigurationPropertyName PARENT = ConfigurationPropertyName.of(SERVICES);

	private ServiceNames() {
	}

	/**
	 * Return the common prefix of the property keys of a service.
	 */
	static String prefix(String service) {
		return service.equals(DEFAULT) ? PREFIX : SERVICES + "." + service;
	}

	/**
	 * Return the names of the services in an environment, without the default service.
	 * @throws ConfigurationException if a name cannot be used
	 */
	static Collection<String> in(Environment environment) {
		Map<String, Set<String>> spellings = new TreeMap<>();
		Map<String, String> variables = new LinkedHashMap<>();
		// The attached sources, which have read the names of their properties already.
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				boolean variable = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
				iterable.stream().filter(PARENT::isAncestorOf).forEach((property) -> {
					int index = PARENT.getNumberOfElements();
					String same = property.getElement(index, ConfigurationPropertyName.Form.UNIFORM);
					String name = property.getElement(index, ConfigurationPropertyName.Form.ORIGINAL);
					if (variable) {
						variables.putIfAbsent(same, name);
					}
					else {
						spellings.computeIfAbsent(same, (key) -> new TreeSet<>()).add(name);
					}
				});
			}
		}
		// The name of an environment variable has no dashes or capitals. It belongs to
		// the name that has the same uniform form.
		variables.forEach((same, name) -> spellings.putIfAbsent(same, Set.of(name)));
		return spellings.values().stream().map(ServiceNames::only).toList();
	}

	/**
	 * Return the name of the service whose root a bean is.
	 */
	static String ofBean(String bean) {
		return bean.equals(DEFAULT_ALIAS) ? DEFAULT : bean;
	}

	/**
	 * Return whether a service is enabled.
	 */
	static boolean isEnabled(String service, Environment environment) {
		return PropertyChecks.isEnabled(prefix(service) + ".enabled", true, environment);
	}

	/**
	 * Return the keys of the property that disables a service, for all services that are
	 * disabled.
	 */
	static List<String> disabled(Environment environment) {
		return Stream.concat(Stream.of(DEFAULT), in(environment).stream())
			.filter((service) -> !isEnabled(service, environment))
			.map((service) -> prefix(service) + ".enabled")
			.toList();
	}

	/**
	 * Return whether the root of a bean is fetched by a separate thread.
	 */
	static boolean startsInBackground(String bean, Environment environment) {
		String service = ofBean(bean);
		return Binder.get(environment)
			.bind(key(service, "startup"), Bindable.of(Startup.class))
			.map(Startup.BACKGROUND::equals)
			.orElse(false);
	}

	/** A name may have capitals and underscores, which a property name must not. */
	private static ConfigurationPropertyName key(String service, String property) {
		return ConfigurationPropertyName.adapt(prefix(service) + "." + property, '.');
	}

	private static String only(Set<String> spellings) {
		String name = spellings.iterator().next();
		if (spellings.size() > 1) {
			String keys = spellings.stream()
				.map((spelling) -> "'" + prefix(spelling) + "'")
				.reduce((first, second) -> first + " and " + second)
				.orElse("");
			throw new ConfigurationException("Several spellings of one service name: " + keys,
					"Use one spelling of the name everywhere, or give another name to another service.");
		}
		if (name.equals(DEFAULT) || name.equals(DEFAULT_ALIAS)) {
			throw new ConfigurationException(
					"'%s.%s' has a name that is reserved for the default service".formatted(SERVICES, name),
					"Remove '.services.%s' from the keys of its properties, as in '%s.base-url', or give the service another name."
						.formatted(name, PREFIX));
		}
		return name;
	}

}
