package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRoot;

import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.core.env.Environment;

/**
 * Registers a root for each service that the environment names. Runs at each start, also
 * after ahead-of-time processing.
 */
final class NamedServicesRegistrar implements BeanRegistrar {

	@Override
	public void register(BeanRegistry registry, Environment environment) {
		for (String name : ServiceNames.in(environment)) {
			registry.registerBean(name, ServiceRoot.class,
					(bean) -> bean.supplier((context) -> context.bean(ServiceRootFactory.class).create(name)));
		}
	}

}
