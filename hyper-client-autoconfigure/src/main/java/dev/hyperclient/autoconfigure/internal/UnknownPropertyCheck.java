package dev.hyperclient.autoconfigure.internal;

import java.lang.reflect.Constructor;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.internal.text.NameSuggestions;

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
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Fails the start if there is a property below {@code hyper-client} that does not exist,
 * and names its successors, or the existing ones with a similar name. Environment
 * variables are not checked, since platforms set variables of their own, such as
 * {@code HYPERCLIENT_SERVICE_HOST}. Values are not shown: they may be secrets.
 */
public final class UnknownPropertyCheck implements BeanFactoryPostProcessor {

	private static final String NAME = "hyper-client";

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of(NAME);

	/** Stands for the key of a map in the names of known properties. */
	private static final String ANY = "*";

	private static final String SERVICES = "services";

	private static final String HTTP_CACHE = "http-cache";

	/** Property of the application, which does not exist for each service. */
	private static final List<String> PROBLEM_DETAILS = List.of("web", "problem-details", "enabled");

	/** A group of a module that is often a dependency of the development only. */
	private static final String EXPLORER = "explorer";

	private static final String EXPLORER_PROPERTIES = "dev.hyperclient.explorer.HyperClientExplorerProperties";

	private static final String SERVICE_PROPERTIES = "dev.hyperclient.autoconfigure.HyperClientProperties";

	private static final String HTTP_CACHE_PROPERTIES = "dev.hyperclient.autoconfigure.httpcache.HttpCacheProperties";

	/** Successors of properties that have been renamed, by the name of a service's. */
	private static final Map<String, List<String>> RENAMED = Map.of("cache.memory", List.of("cache.memory-tier"),
			"cache.max-age", List.of("cache.max-idle-time", "cache.redis.max-stored-time"), "http-cache.max-age",
			List.of("http-cache.max-idle-time", "http-cache.redis.max-stored-time"), "cache.redis.max-response-size",
			List.of("cache.redis.max-body-size"));

	private static final int MAX_COMPARED_LENGTH = 200;

	private static final int MAX_CANDIDATES = 3;

	/**
	 * Check the properties before any bean is created, since an unknown one may be the
	 * reason why a bean cannot be.
	 */
	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
		check(beans.getBean(Environment.class));
	}

	/**
	 * Check the properties.
	 * @param environment the environment of the application
	 * @throws ConfigurationException if there are unknown ones
	 */
	public static void check(Environment environment) {
		Map<String, List<String>> unknown = unknown(environment);
		if (!unknown.isEmpty()) {
			throw new ConfigurationException(
					unknown.keySet()
						.stream()
						.collect(Collectors.joining(", ", (unknown.size() == 1) ? "The property " : "The properties ",
								(unknown.size() == 1) ? " does not exist" : " do not exist")),
					unknown.values().stream().map(UnknownPropertyCheck::action).collect(Collectors.joining(" ")));
		}
	}

	private static String action(List<String> candidates) {
		return candidates.isEmpty() ? "Remove it, or correct its name."
				: "Remove it, or correct its name: did you mean " + String.join(" or ", candidates) + "?";
	}

	/**
	 * Return the unknown properties with similar ones. Without the client of services,
	 * only properties of the HTTP cache are checked.
	 */
	private static Map<String, List<String>> unknown(Environment environment) {
		boolean services = ClassUtils.isPresent("dev.hyperclient.ServiceRoot", null);
		Map<String, List<String>> unknown = new LinkedHashMap<>();
		Supplier<Set<List<String>>> ofServices = SingletonSupplier
			.of(() -> services ? names(SERVICE_PROPERTIES, List.of()) : Set.of());
		Supplier<Set<List<String>>> ofApplication = SingletonSupplier.of(() -> ofApplication(ofServices.get()));
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (!(source instanceof IterableConfigurationPropertySource iterable)
					|| source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource) {
				continue;
			}
			for (ConfigurationPropertyName property : (Iterable<ConfigurationPropertyName>) iterable.stream()
				.filter((name) -> PREFIX.isAncestorOf(name) && isChecked(name, services))::iterator) {
				int begin = serviceLength(property);
				List<String> name = elements(property, begin);
				if (ofServices.get().contains(name)) {
					// As most are, without another look at each known one.
					continue;
				}
				Set<List<String>> allowed = ((begin == 1) ? ofApplication : ofServices).get();
				ConfigurationProperty found = source.getConfigurationProperty(property);
				// A YAML key without a value, such as "cache:", is the empty text.
				if (!isKnown(name, allowed) && found != null && !found.getValue().toString().isEmpty()) {
					String prefix = PREFIX.append(property.subName(1).chop(begin - 1)).toString();
					unknown.put(described(found),
							elsewhere(name, begin, ofServices, ofApplication)
								.map((other) -> List.of("'%s.%s'".formatted(PREFIX, other)))
								.orElseGet(() -> (services ? candidates(name, allowed)
										: allowed.stream().map((other) -> String.join(".", other)))
									.map((candidate) -> "'%s.%s'".formatted(prefix, candidate))
									.toList()));
				}
			}
		}
		return unknown;
	}

	/**
	 * Return a property of the application that is set for a service, or a property of a
	 * service below a name that is similar to that of the services.
	 */
	private static Optional<String> elsewhere(List<String> name, int begin, Supplier<Set<List<String>>> ofServices,
			Supplier<Set<List<String>>> ofApplication) {
		if (begin > 1) {
			return isKnown(name, ofApplication.get()) ? Optional.of(String.join(".", name)) : Optional.empty();
		}
		return (name.size() > 2 && NameSuggestions.distance(name.get(0), SERVICES) <= 2
				&& isKnown(name.subList(2, name.size()), ofServices.get()))
						? Optional.of(SERVICES + "." + String.join(".", name.subList(1, name.size())))
						: Optional.empty();
	}

	private static String described(ConfigurationProperty property) {
		return "'%s'%s".formatted(property.getName(),
				(property.getOrigin() instanceof TextResourceOrigin origin) ? " (" + origin + ")" : "");
	}

	private static Set<List<String>> ofApplication(Set<List<String>> ofServices) {
		Set<List<String>> all = new LinkedHashSet<>(ofServices);
		all.add(PROBLEM_DETAILS);
		all.addAll(names(HTTP_CACHE_PROPERTIES, List.of(HTTP_CACHE)));
		if (ClassUtils.isPresent(EXPLORER_PROPERTIES, null)) {
			all.addAll(names(EXPLORER_PROPERTIES, List.of(EXPLORER)));
		}
		return all;
	}

	/**
	 * Whether the properties of a group are known: the properties of the explorer are not
	 * in an application that has it during development only. Names that begin with
	 * {@code hyperclient}, which are bound as well, may belong to other tools.
	 */
	private static boolean isChecked(ConfigurationPropertyName property, boolean services) {
		String group = property.getElement(1, Form.DASHED);
		return property.getElement(0, Form.ORIGINAL).equals(NAME)
				&& (services ? !group.equals(EXPLORER) || ClassUtils.isPresent(EXPLORER_PROPERTIES, null)
						: group.equals(HTTP_CACHE));
	}

	/** Return the number of elements of the prefix of the service of a property. */
	private static int serviceLength(ConfigurationPropertyName property) {
		return property.getElement(1, Form.UNIFORM).equals(SERVICES) ? Math.min(3, property.getNumberOfElements()) : 1;
	}

	/** Return the elements without the index of a list, which is the last one. */
	private static List<String> elements(ConfigurationPropertyName property, int begin) {
		return IntStream.range(begin, property.getNumberOfElements())
			.filter((i) -> i < property.getNumberOfElements() - 1 || !property.isNumericIndex(i))
			.mapToObj((i) -> property.getElement(i, Form.DASHED))
			.toList();
	}

	private static boolean isKnown(List<String> name, Set<List<String>> known) {
		return known.stream()
			.anyMatch((property) -> property.size() == name.size() && IntStream.range(0, name.size())
				.allMatch((i) -> property.get(i).equals(ANY) || uniform(property.get(i)).equals(uniform(name.get(i)))));
	}

	private static String uniform(String element) {
		return element.replace("-", "").toLowerCase(Locale.ROOT);
	}

	/** Return the most similar names: few edits away, or with the same last element. */
	private static Stream<String> candidates(List<String> name, Set<List<String>> known) {
		String text = String.join(".", name);
		List<String> successors = RENAMED.entrySet()
			.stream()
			.filter((renamed) -> uniform(renamed.getKey()).equals(uniform(text)))
			.flatMap((renamed) -> renamed.getValue().stream())
			.toList();
		if (!successors.isEmpty()) {
			return successors.stream();
		}
		if (text.isEmpty() || text.length() > MAX_COMPARED_LENGTH) {
			return Stream.empty();
		}
		Map<String, Integer> distances = new LinkedHashMap<>();
		for (List<String> property : known) {
			String candidate = IntStream.range(0, property.size())
				.mapToObj((i) -> !property.get(i).equals(ANY) ? property.get(i)
						: (i < name.size()) ? name.get(i) : "<name>")
				.collect(Collectors.joining("."));
			int distance = NameSuggestions.distance(text, candidate);
			if (distance <= Math.max(2, text.length() / 5)) {
				distances.put(candidate, distance);
			}
			else if (("." + candidate).endsWith("." + name.get(name.size() - 1))) {
				distances.put(candidate, text.length() + distance);
			}
		}
		int best = distances.values().stream().min(Comparator.naturalOrder()).orElse(0);
		return distances.entrySet()
			.stream()
			.filter((entry) -> entry.getValue() == best || (best > text.length()))
			.sorted(Map.Entry.comparingByValue())
			.map(Map.Entry::getKey)
			.limit(MAX_CANDIDATES);
	}

	private static Set<List<String>> names(String type, List<String> group) {
		Set<List<String>> names = new LinkedHashSet<>();
		collect(ClassUtils.resolveClassName(type, null), group, names);
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
		return Stream.concat(parent.stream(), Stream.of(name)).toList();
	}

}
