package dev.hyperclient.autoconfigure;

import java.lang.reflect.Constructor;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.hyperclient.autoconfigure.httpcache.HttpCacheProperties;
import dev.hyperclient.internal.text.NameSuggestions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Logs a warning at the start for each property below {@code hyper-client} that does not
 * exist, with the existing ones of a similar name. Environment variables are not
 * reported, since platforms set variables of their own, such as
 * {@code HYPERCLIENT_SERVICE_HOST}. Values are not logged: they may be secrets.
 */
final class UnknownPropertyReporter implements BeanFactoryPostProcessor, EnvironmentAware {

	private static final Logger logger = LoggerFactory.getLogger(UnknownPropertyReporter.class);

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of(ServiceNames.PREFIX);

	/** Stands for the key of a map in the names of known properties. */
	private static final String ANY = "*";

	/** Property of the application, which does not exist for each service. */
	private static final List<String> PROBLEM_DETAILS = List.of("web", "problem-details", "enabled");

	/** As well as all properties of this group. */
	private static final List<String> HTTP_CACHE = List.of("http-cache");

	/** A group of a module that depends on this one. */
	private static final List<String> EXPLORER = List.of("explorer");

	private static final String EXPLORER_PROPERTIES = "dev.hyperclient.explorer.HyperClientExplorerProperties";

	private static final int MAX_COMPARED_LENGTH = 200;

	private static final int MAX_CANDIDATES = 3;

	private @Nullable Environment environment;

	@Override
	public void setEnvironment(Environment environment) {
		this.environment = environment;
	}

	/**
	 * Report unknown properties before any bean is created, since one of them may be the
	 * reason why a bean cannot be.
	 */
	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
		if (this.environment != null) {
			report(this.environment);
		}
	}

	static void report(Environment environment) {
		unknown(environment).forEach((property, candidates) -> logger.warn("Unknown property {} has no effect{}",
				property, candidates.isEmpty() ? "." : "; did you mean " + candidates + "?"));
	}

	private static Map<String, String> unknown(Environment environment) {
		Map<String, String> unknown = new LinkedHashMap<>();
		Supplier<Set<List<String>>> ofServices = SingletonSupplier.of(UnknownPropertyReporter::known);
		Supplier<Set<List<String>>> ofDefault = SingletonSupplier.of(() -> ofDefaultService(ofServices.get()));
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (!(source instanceof IterableConfigurationPropertySource iterable)
					|| source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource) {
				continue;
			}
			for (ConfigurationPropertyName property : (Iterable<ConfigurationPropertyName>) iterable.stream()
				.filter(PREFIX::isAncestorOf)::iterator) {
				List<String> name = elements(property, serviceLength(property));
				if (ofServices.get().contains(name)) {
					// As most are, without another look at each known one.
					continue;
				}
				Set<List<String>> allowed = ((serviceLength(property) == 1) ? ofDefault : ofServices).get();
				ConfigurationProperty found = source.getConfigurationProperty(property);
				// A YAML key without a value, such as "cache:", is the empty text.
				if (!isKnown(name, allowed) && found != null && !found.getValue().toString().isEmpty()) {
					String prefix = PREFIX.append(property.subName(1).chop(serviceLength(property) - 1)).toString();
					unknown.put(described(found),
							candidates(name, allowed).stream()
								.map((candidate) -> "'%s.%s'".formatted(prefix, candidate))
								.collect(Collectors.joining(" or ")));
				}
			}
		}
		return unknown;
	}

	private static String described(ConfigurationProperty property) {
		return "'%s'%s".formatted(property.getName(),
				(property.getOrigin() instanceof TextResourceOrigin origin) ? " (" + origin + ")" : "");
	}

	private static Set<List<String>> ofDefaultService(Set<List<String>> known) {
		Set<List<String>> all = new LinkedHashSet<>(known);
		all.add(PROBLEM_DETAILS);
		collect(HttpCacheProperties.class, HTTP_CACHE, all);
		ClassLoader loader = UnknownPropertyReporter.class.getClassLoader();
		if (ClassUtils.isPresent(EXPLORER_PROPERTIES, loader)) {
			collect(ClassUtils.resolveClassName(EXPLORER_PROPERTIES, loader), EXPLORER, all);
		}
		return all;
	}

	/** Return the number of elements of the prefix of the service of a property. */
	private static int serviceLength(ConfigurationPropertyName property) {
		return property.getElement(1, Form.UNIFORM).equals("services") ? Math.min(3, property.getNumberOfElements())
				: 1;
	}

	private static List<String> elements(ConfigurationPropertyName property, int begin) {
		List<String> elements = new ArrayList<>();
		for (int i = begin; i < property.getNumberOfElements(); i++) {
			if (!property.isNumericIndex(i)) {
				elements.add(property.getElement(i, Form.DASHED));
			}
		}
		return elements;
	}

	private static boolean isKnown(List<String> name, Set<List<String>> known) {
		return known.stream().anyMatch((property) -> {
			if (property.size() != name.size()) {
				return false;
			}
			for (int i = 0; i < name.size(); i++) {
				if (!property.get(i).equals(ANY) && !uniform(property.get(i)).equals(uniform(name.get(i)))) {
					return false;
				}
			}
			return true;
		});
	}

	private static String uniform(String element) {
		return element.replace("-", "").toLowerCase(Locale.ROOT);
	}

	/** Return the most similar names: few edits away, or with the same last element. */
	private static List<String> candidates(List<String> name, Set<List<String>> known) {
		String text = String.join(".", name);
		if (text.isEmpty() || text.length() > MAX_COMPARED_LENGTH) {
			return List.of();
		}
		Map<String, Integer> distances = new LinkedHashMap<>();
		for (List<String> property : known) {
			List<String> candidate = new ArrayList<>(property);
			for (int i = 0; i < candidate.size(); i++) {
				if (candidate.get(i).equals(ANY)) {
					candidate.set(i, (i < name.size()) ? name.get(i) : "<name>");
				}
			}
			int distance = NameSuggestions.distance(text, String.join(".", candidate));
			if (distance <= Math.max(2, text.length() / 5)) {
				distances.put(String.join(".", candidate), distance);
			}
			else if (candidate.get(candidate.size() - 1).equals(name.get(name.size() - 1))) {
				distances.put(String.join(".", candidate), text.length() + distance);
			}
		}
		int best = distances.values().stream().min(Comparator.naturalOrder()).orElse(0);
		return distances.entrySet()
			.stream()
			.filter((entry) -> entry.getValue() == best || (best > text.length()))
			.sorted(Map.Entry.comparingByValue())
			.map(Map.Entry::getKey)
			.limit(MAX_CANDIDATES)
			.toList();
	}

	private static Set<List<String>> known() {
		Set<List<String>> names = new LinkedHashSet<>();
		collect(HyperClientProperties.class, List.of(), names);
		return names;
	}

	/**
	 * Collect the names that the binder reads: the parameters of constructors, which
	 * native images keep for it, unlike the components of records.
	 */
	private static void collect(Type type, List<String> parent, Set<List<String>> names) {
		if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
			collect(map.getActualTypeArguments()[1], child(parent, ANY), names);
		}
		else if (type instanceof Class<?> group && group.isRecord()) {
			Constructor<?> constructor = Arrays.stream(group.getDeclaredConstructors())
				.max(Comparator.comparingInt(Constructor::getParameterCount))
				.orElseThrow();
			for (Parameter parameter : constructor.getParameters()) {
				collect(parameter.getParameterizedType(),
						child(parent, DataObjectPropertyName.toDashedForm(parameter.getName())), names);
			}
		}
		else {
			names.add(parent);
		}
	}

	private static List<String> child(List<String> parent, String name) {
		List<String> child = new ArrayList<>(parent);
		child.add(name);
		return child;
	}

}
