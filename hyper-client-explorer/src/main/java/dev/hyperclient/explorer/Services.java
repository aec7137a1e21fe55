package dev.hyperclient.explorer;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.ServiceRootBeans;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The services of the application by name.
 */
final class Services {

	private final ConfigurableListableBeanFactory beans;

	Services(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	List<String> names() {
		return List.copyOf(ServiceRootBeans.byService(this.beans).keySet());
	}

	/** Return the root of a service, which is created if necessary. */
	Optional<ServiceRoot> find(String name) {
		return Optional.ofNullable(ServiceRootBeans.byService(this.beans).get(name)).map(Supplier::get);
	}

}
