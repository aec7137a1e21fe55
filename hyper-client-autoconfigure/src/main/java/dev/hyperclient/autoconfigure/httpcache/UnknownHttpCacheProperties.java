package dev.hyperclient.autoconfigure.httpcache;

import java.lang.reflect.Constructor;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Finds properties of the HTTP cache that do not exist. Spring Boot's own check also
 * refuses existing ones without a value. Environment variables are not checked, since
 * platforms set variables of their own.
 */
final class UnknownHttpCacheProperties {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of(HttpCacheProperties.PREFIX);

	private UnknownHttpCacheProperties() {
	}

	/**
	 * Fail if there is an unknown property.
	 * @param environment the environment of the application
	 * @throws HttpCacheConfigurationException if there is one
	 */
	static void requireNone(Environment environment) {
		Set<String> known = known();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source instanceof IterableConfigurationPropertySource iterable
					&& !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)) {
				iterable.stream()
					.filter((property) -> PREFIX.isAncestorOf(property) && !isKnown(property, known))
					.findFirst()
					.ifPresent((property) -> {
						throw new HttpCacheConfigurationException(
								"The property '%s' does not exist".formatted(property),
								"Remove it, or correct its name. These exist below '%s': %s."
									.formatted(HttpCacheProperties.PREFIX, String.join(", ", known)),
								null);
					});
			}
		}
	}

	private static boolean isKnown(ConfigurationPropertyName property, Set<String> known) {
		int last = property.getNumberOfElements() - 1;
		ConfigurationPropertyName name = property.isNumericIndex(last) ? property.getParent() : property;
		return known.stream().anyMatch((key) -> PREFIX.append(key).equals(name));
	}

	private static Set<String> known() {
		Set<String> names = new TreeSet<>();
		collect("", HttpCacheProperties.class, names);
		return names;
	}

	/**
	 * Collect the parameters of the constructor, which native images keep, unlike the
	 * components of a record.
	 */
	private static void collect(String prefix, Class<?> type, Set<String> names) {
		Constructor<?> constructor = Arrays.stream(type.getDeclaredConstructors())
			.max(Comparator.comparingInt(Constructor::getParameterCount))
			.orElseThrow();
		for (Parameter parameter : constructor.getParameters()) {
			String name = prefix + DataObjectPropertyName.toDashedForm(parameter.getName());
			if (type.equals(parameter.getType().getEnclosingClass()) && !parameter.getType().isEnum()) {
				collect(name + ".", parameter.getType(), names);
			}
			else {
				names.add(name);
			}
		}
	}

}
