package dev.hyperclient.explorer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.RootBeans;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The services of the application by name, and what was computed from their descriptions.
 * Thread-safe.
 */
final class Services {

	private final ConfigurableListableBeanFactory beans;

	private final Map<String, ServiceModel> models = new ConcurrentHashMap<>();

	Services(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	List<String> names() {
		return List.copyOf(RootBeans.byService(this.beans).keySet());
	}

	/** Return the root of a service, which is created if necessary. */
	Optional<ServiceRoot> find(String name) {
		@Nullable Supplier<ServiceRoot> root = RootBeans.byService(this.beans).get(name);
		return Optional.ofNullable(root).map(Supplier::get);
	}

	/** Return the root of a service if it has been created. */
	Optional<ServiceRoot> created(String name) {
		return RootBeans.created(this.beans).getOrDefault(name, Optional.empty());
	}

	/**
	 * Return what the description contains, computed once for each description. The
	 * description is fetched if necessary.
	 */
	ServiceModel model(String name, ServiceRoot root) {
		@Nullable ServiceModel known = this.models.get(name);
		if (known != null && known.isCurrent(root)) {
			return known;
		}
		ServiceModel model = new ServiceModel(root);
		this.models.put(name, model);
		return model;
	}

}
