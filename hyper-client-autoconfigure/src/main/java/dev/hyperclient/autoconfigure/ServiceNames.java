package dev.hyperclient.autoconfigure;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.hyperclient.Startup;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The names of the services that the environment has properties of. Their beans must be
 * known before any properties are bound.
 */
final class ServiceNames {

	/** The name of the service whose properties have none in their keys. */
	static final String DEFAULT = ServiceRootBuilderCustomizer.DEFAULT_SERVICE;

	/** The bean of that service. */
	static final String DEFAULT_BEAN = "serviceRoot";

	static final String PREFIX = "hyper-client";

	private static final String SERVICES = PREFIX + ".services";

	private static final ConfigurationPropertyName PARENT = ConfigurationPropertyName.of(SERVICES);

	private ServiceNames() {
	}

	static String prefix(String service) {
		return service.equals(DEFAULT) ? PREFIX : SERVICES + "." + service;
	}

	static Collection<String> in(Environment environment) {
		Map<String, Set<String>> spellings = new TreeMap<>();
		Map<String, String> variables = new LinkedHashMap<>();
		for (ConfigurationPropertySource source : ConfigurationPropertySources
			.from(((ConfigurableEnvironment) environment).getPropertySources())) {
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
		// A variable cannot carry dashes or capitals: it belongs to whatever name it
		// fits.
		variables.forEach((same, name) -> spellings.putIfAbsent(same, Set.of(name)));
		return spellings.values().stream().map(ServiceNames::only).toList();
	}

	/** Whether the root of a bean is to be fetched by a thread of its own. */
	static boolean startsInBackground(String bean, Environment environment) {
		String service = bean.equals(DEFAULT_BEAN) ? DEFAULT : bean;
		return ConfigurationPropertyName.isValid(prefix(service)) && Binder.get(environment)
			.bind(prefix(service) + ".startup", Startup.class)
			.map(Startup.BACKGROUND::equals)
			.orElse(false);
	}

	private static String only(Set<String> spellings) {
		String name = spellings.iterator().next();
		if (spellings.size() > 1) {
			String keys = spellings.stream()
				.map((spelling) -> "'" + prefix(spelling) + "'")
				.reduce((first, second) -> first + " and " + second)
				.orElse("");
			throw new FailureAnalyzedException("There are several spellings of one service: %s.".formatted(keys),
					"Write the name in the same way everywhere, or give another name to another service.");
		}
		if (name.equals(DEFAULT) || name.equals(DEFAULT_BEAN)) {
			throw new FailureAnalyzedException(
					"The name of a service is taken: '%s.%s' would be the default one.".formatted(SERVICES, name),
					"Write its properties without '.services.%s', as '%s.base-url', or give it another name."
						.formatted(name, PREFIX));
		}
		return name;
	}

}
