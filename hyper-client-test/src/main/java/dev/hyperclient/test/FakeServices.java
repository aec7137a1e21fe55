package dev.hyperclient.test;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.RootBeans;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.testservice.FakeService;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.test.context.support.TestPropertySourceUtils;

/**
 * The services in process of an application context: those in fields of the test class,
 * and beans.
 */
final class FakeServices {

	private static final Log logger = LogFactory.getLog(FakeServices.class);

	private final Map<String, FakeService> fields;

	private final ConfigurableListableBeanFactory beans;

	private final ConfigurableEnvironment environment;

	private final Set<String> named;

	private final Set<String> clients = ConcurrentHashMap.newKeySet();

	/**
	 * Create the services.
	 * @param fields the services in fields, by their names
	 * @param beans the bean factory of the context
	 * @param environment has the names of the named services, and the properties of the
	 * test
	 */
	FakeServices(Map<String, FakeService> fields, ConfigurableListableBeanFactory beans,
			ConfigurableEnvironment environment) {
		this.fields = fields;
		this.beans = beans;
		this.environment = environment;
		this.named = new LinkedHashSet<>(Binder.get(environment)
			.bind("hyper-client.services", Bindable.mapOf(String.class, Object.class))
			.map(Map::keySet)
			.orElse(Set.of()));
		this.named.addAll(fields.keySet());
		this.named.remove(FakeServiceFields.DEFAULT_SERVICE);
	}

	/**
	 * Return the names of the named services that are configured or have a field.
	 */
	Set<String> named() {
		return this.named;
	}

	/**
	 * Return whether there is a service in process for a name. Creates no bean.
	 */
	boolean contains(String name) {
		return this.fields.containsKey(name) || !beanNames(name).isEmpty();
	}

	/**
	 * Return whether the test itself sets the user name of a client, which has precedence
	 * over the user name of the service.
	 */
	boolean hasCredentialsOfTest(String name) {
		String key = name.equals(FakeServiceFields.DEFAULT_SERVICE) ? "hyper-client.basic.username"
				: "hyper-client.services.%s.basic.username".formatted(name);
		PropertySource<?> inlined = this.environment.getPropertySources()
			.get(TestPropertySourceUtils.INLINED_PROPERTIES_PROPERTY_SOURCE_NAME);
		return inlined != null && inlined.containsProperty(key);
	}

	/**
	 * Return the service in process for a name. May create its bean.
	 * @return the service, or {@code null} if there is none
	 * @throws IllegalStateException if there are several beans for the name
	 */
	@Nullable FakeService find(String name) {
		FakeService field = this.fields.get(name);
		if (field != null) {
			return field;
		}
		List<String> found = beanNames(name);
		if (found.size() > 1) {
			throw new IllegalStateException(
					"Several beans of the type FakeService for the service '%s': %s. Qualify the bean of a named service with its name, as in @Qualifier(\"bugs\")."
						.formatted(name, String.join(", ", found)));
		}
		return found.isEmpty() ? null : this.beans.getBean(found.get(0), FakeService.class);
	}

	/**
	 * Reset all services.
	 */
	void reset() {
		Collection<FakeService> all = this.beans.getBeansOfType(FakeService.class).values();
		Stream.concat(this.fields.values().stream(), all.stream()).forEach(FakeService::reset);
	}

	/**
	 * Note that the client of a service is being created.
	 */
	void addClient(String name) {
		this.clients.add(name);
	}

	/**
	 * Fetch the roots that have not been fetched yet, so that faults and counted requests
	 * do not depend on the order of the tests. Roots that are mocks are not called.
	 */
	void fetchRoots() {
		RootBeans.created(this.beans).forEach((name, created) -> created.ifPresent((root) -> {
			if (this.clients.contains(name) && contains(name) && !root.isFetched()) {
				fetch(root);
			}
		}));
	}

	/** Fetch a root, unless that fails. */
	static void fetch(ServiceRoot root) {
		try {
			root.type();
		}
		catch (HyperClientException ex) {
			// The test has this failure itself, if it uses the root.
			logger.debug("The root of the service was not fetched before the test", ex);
		}
	}

	private List<String> beanNames(String name) {
		return Stream.of(this.beans.getBeanNamesForType(FakeService.class, true, false))
			.filter((bean) -> name.equals(FakeServiceFields.DEFAULT_SERVICE)
					? this.named.stream().noneMatch((other) -> isQualified(bean, other)) : isQualified(bean, name))
			.toList();
	}

	/**
	 * Return whether a bean is qualified with the name of a service.
	 */
	boolean isQualified(String bean, String name) {
		return BeanFactoryAnnotationUtils.isQualifierMatch(name::equals, bean, this.beans);
	}

}
