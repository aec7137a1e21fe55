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
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.internal.error.NameSuggestions;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Fails the start if there is a property below {@code hyper-client} that does not exist,
 * and names its successors, or the existing ones with a similar name. An existing one
 * that is written with {@code hyperclient} or {@code hyper-client.httpcache} fails as
 * well: Spring Boot binds it, but typing errors after that beginning would not be
 * noticed, since other tools have such names. Of environment variables, only the names of
 * renamed properties fail, since platforms set variables of their own, such as
 * {@code HYPERCLIENT_SERVICE_HOST}. Values are not shown: they may be secrets.
 */
public final class UnknownPropertyCheck implements BeanFactoryPostProcessor {

	private static final String NAME = "hyper-client";

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of(NAME);

	/** As in an environment variable that begins with {@code HYPER_CLIENT_}. */
	private static final ConfigurationPropertyName OF_VARIABLE = ConfigurationPropertyName.of("hyper.client");

	/** Stands for the key of a map in the names of known properties. */
	private static final String ANY = "*";

	private static final String SERVICES = "services";

	/** The only list whose elements have names. */
	private static final String RULES = "rules";

	private static final String HTTP_CACHE = "http-cache";

	private static final String ENABLED = HTTP_CACHE + ".enabled";

	private static final Pattern RULE_INDEX = Pattern.compile("(?<=\\brules\\.)\\d+(?=\\.)");

	/** Spring Boot binds these as well, and reads camel case as such a name. */
	private static final Pattern MISSPELT = Pattern.compile("hyperclient\\.|hyper-client\\.httpcache\\.");

	/** A group of a module that is often a dependency of the development only. */
	private static final String EXPLORER = "explorer";

	private static final String EXPLORER_PROPERTIES = "dev.hyperclient.explorer.HyperClientExplorerProperties";

	/** Without the client of services. */
	private static final String OF_A_SERVICE = ": the cache of RestClient, RestTemplate and WebClient has the properties "
			+ "'hyper-client.http-cache.*', and others, such as 'hyper-client.cache.*', are settings of a ServiceRoot, which "
			+ "needs the dependency 'dev.hyperclient:hyper-client-spring-boot-starter'.";

	private static final String SERVICE_PROPERTIES = "dev.hyperclient.autoconfigure.HyperClientProperties";

	private static final String HTTP_CACHE_PROPERTIES = "dev.hyperclient.autoconfigure.httpcache.HttpCacheProperties";

	/**
	 * Successors of properties that have been renamed, by the uniform name without dots,
	 * with 0 as the index of a rule.
	 */
	private static final Map<String, List<String>> RENAMED = Map.of("cachememory", List.of("cache.memory-tier"),
			"cachemaxage", List.of("cache.max-idle-time", "cache.redis.max-stored-time"), "httpcachemaxage",
			List.of("http-cache.rules.0.max-age"), "httpcachettl", List.of("http-cache.rules.0.max-age"),
			"cacheredismaxresponsesize", List.of("cache.redis.max-body-size"), "httpcachegroups",
			List.of("http-cache.service-groups"), "httpcacherules0group", List.of("http-cache.rules.0.service-group"),
			"httpcacherules0cache", List.of("http-cache.rules.0.bypass", "http-cache.rules.0.safe-post"),
			"cacherules0cache", List.of("cache.rules.0.bypass"));

	/**
	 * Check the properties before any bean is created, since an unknown one may be the
	 * reason why a bean cannot be. Warn of those of a cache that is not switched on.
	 */
	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
		Environment environment = beans.getBean(Environment.class);
		check(environment);
		PropertyChecks checks = new PropertyChecks(NAME);
		checks.effective(checks.isSet(HTTP_CACHE, environment) && !checks.isSet(ENABLED, environment), HTTP_CACHE,
				"'" + checks.key(ENABLED) + "' is not set");
	}

	/**
	 * Check the properties. Without the client of services, only properties of the HTTP
	 * cache exist.
	 * @param environment the environment of the application
	 * @throws ConfigurationException if there are unknown ones
	 */
	public static void check(Environment environment) {
		Supplier<Set<List<String>>> known = SingletonSupplier.of(UnknownPropertyCheck::known);
		Map<String, String> unknown = new LinkedHashMap<>();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			boolean isOfVariables = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
			if (source instanceof IterableConfigurationPropertySource iterable) {
				iterable.stream().filter(UnknownPropertyCheck::isChecked).forEach((property) -> {
					List<String> name = elements(property);
					ConfigurationProperty found = source.getConfigurationProperty(property);
					// Properties of other tools may begin with "hyperclient".
					boolean isUnknown = isOfVariables ? RENAMED.containsKey(formerName(name))
							: isKnown(name, known.get()) ? isMisspelt(source, property) : hasPrefix(property);
					// A YAML key without a value, such as "cache:", is the empty text.
					if (isUnknown && found != null && !found.getValue().toString().isEmpty()) {
						unknown.put(described(found, isOfVariables), action(name, known.get()));
					}
				});
			}
		}
		if (!unknown.isEmpty()) {
			boolean one = unknown.size() == 1;
			throw new ConfigurationException(
					"The %s %s %s not exist".formatted(one ? "property" : "properties",
							String.join(", ", unknown.keySet()), one ? "does" : "do"),
					unknown.entrySet()
						.stream()
						.map((property) -> "Remove %s, or correct its name%s"
							.formatted(one ? "it" : property.getKey().replaceFirst(" \\(.*", ""), property.getValue()))
						.collect(Collectors.joining(" ")));
		}
	}

	private static String described(ConfigurationProperty property, boolean withOrigin) {
		Origin origin = property.getOrigin();
		return "'%s'%s".formatted(property.getName(),
				(withOrigin || origin instanceof TextResourceOrigin) ? " (" + origin + ")" : "");
	}

	/** Return the key of {@link #RENAMED} for a property. */
	private static String formerName(List<String> name) {
		String text = String.join(".", name.subList(begin(name), name.size()));
		return RULE_INDEX.matcher(uniform(text)).replaceFirst("0").replace(".", "");
	}

	/** Return where the name of a property begins, after the name of its service. */
	private static int begin(List<String> name) {
		return (name.size() > 2 && name.get(0).equals(SERVICES)) ? 2 : 0;
	}

	/** A property of a service is compared with properties of services only. */
	private static String action(List<String> name, Set<List<String>> known) {
		int begin = begin(name);
		List<String> candidates = known.stream()
			.filter((property) -> begin == 0 || property.get(0).equals(SERVICES))
			.map((property) -> IntStream.range(begin, property.size())
				.mapToObj((i) -> key(property, i, name))
				.collect(Collectors.joining(".")))
			.toList();
		String prefix = NAME + ((begin == 0) ? "" : "." + SERVICES + "." + name.get(1));
		String text = String.join(".", name.subList(begin, name.size()));
		if (!hasServices() && name.get(0).equals("cache")) {
			return OF_A_SERVICE;
		}
		String index = RULE_INDEX.matcher(text).results().map(MatchResult::group).findFirst().orElse("0");
		List<String> successors = RENAMED.getOrDefault(formerName(name),
				NameSuggestions.closest(text, candidates).stream().toList());
		return successors.stream()
			.map((successor) -> "'%s.%s'".formatted(prefix,
					successor.replaceFirst("rules\\.\\d+\\.", "rules[" + index + "].")))
			.reduce((one, other) -> one + " or " + other)
			.map(": did you mean %s?"::formatted)
			.orElse(hasServices() ? "." : OF_A_SERVICE);
	}

	/** Return an element of a property, with the keys and indexes of a similar name. */
	private static String key(List<String> property, int i, List<String> name) {
		if (!property.get(i).equals(ANY)) {
			return property.get(i);
		}
		boolean isIndex = property.get(i - 1).equals(RULES);
		return (i < name.size() && (!isIndex || name.get(i).matches("\\d+"))) ? name.get(i) : isIndex ? "0" : ANY;
	}

	/**
	 * Whether the properties of a group are known: the properties of the explorer are not
	 * in an application that has it during development only.
	 */
	private static boolean isChecked(ConfigurationPropertyName property) {
		if (!PREFIX.isAncestorOf(property) && !OF_VARIABLE.isAncestorOf(property)) {
			return false;
		}
		String group = property.getElement(1, Form.DASHED);
		return !group.equals(EXPLORER) || ClassUtils.isPresent(EXPLORER_PROPERTIES, null);
	}

	private static boolean isMisspelt(ConfigurationPropertySource source, ConfigurationPropertyName property) {
		return source.getUnderlyingSource() instanceof EnumerablePropertySource<?> written
				&& Arrays.stream(written.getPropertyNames())
					.anyMatch((name) -> MISSPELT.matcher(name).lookingAt()
							&& ConfigurationPropertyName.adapt(name, '.').equals(property));
	}

	private static boolean hasPrefix(ConfigurationPropertyName property) {
		return property.getElement(0, Form.ORIGINAL).equals(NAME);
	}

	private static boolean hasServices() {
		return ClassUtils.isPresent("dev.hyperclient.ServiceRoot", null);
	}

	/** Return the elements without the index of a list, which is the last one. */
	private static List<String> elements(ConfigurationPropertyName property) {
		return IntStream.range(PREFIX.isAncestorOf(property) ? 1 : 2, property.getNumberOfElements())
			.filter((i) -> i < property.getNumberOfElements() - 1 || !property.isNumericIndex(i))
			.mapToObj((i) -> property.getElement(i, Form.DASHED))
			.toList();
	}

	private static boolean isKnown(List<String> name, Set<List<String>> known) {
		return known.contains(name) || known.stream()
			.anyMatch((property) -> property.size() == name.size() && IntStream.range(0, name.size())
				.allMatch((i) -> property.get(i).equals(ANY) || uniform(property.get(i)).equals(uniform(name.get(i)))));
	}

	private static String uniform(String element) {
		return element.replace("-", "").toLowerCase(Locale.ROOT);
	}

	private static Set<List<String>> known() {
		Set<List<String>> known = new LinkedHashSet<>();
		if (hasServices()) {
			collect(ClassUtils.resolveClassName(SERVICE_PROPERTIES, null), List.of(), known);
			collect(ClassUtils.resolveClassName(SERVICE_PROPERTIES, null), List.of(SERVICES, ANY), known);
			known.add(List.of("web", "problem-details", "enabled"));
		}
		collect(ClassUtils.resolveClassName(HTTP_CACHE_PROPERTIES, null), List.of(HTTP_CACHE), known);
		if (ClassUtils.isPresent(EXPLORER_PROPERTIES, null)) {
			collect(ClassUtils.resolveClassName(EXPLORER_PROPERTIES, null), List.of(EXPLORER), known);
		}
		return known;
	}

	/**
	 * Collect the names that the binder reads: the parameters of constructors, which
	 * native images keep for it, unlike the components of records.
	 */
	private static void collect(Type type, List<String> parent, Set<List<String>> names) {
		if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
			collect(map.getActualTypeArguments()[1], child(parent, ANY), names);
		}
		else if (type instanceof ParameterizedType list && list.getRawType() == List.class
				&& list.getActualTypeArguments()[0] instanceof Class<?> element && element.isRecord()) {
			names.add(parent);
			collect(element, child(parent, ANY), names);
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
