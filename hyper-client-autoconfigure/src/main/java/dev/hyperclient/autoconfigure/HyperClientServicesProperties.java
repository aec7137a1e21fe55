package dev.hyperclient.autoconfigure;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the named services.
 *
 * @param services Named services. Each has the same properties as the default service.
 */
@ConfigurationProperties("hyper-client")
public record HyperClientServicesProperties(@DefaultValue Map<String, HyperClientProperties> services) {

	public HyperClientServicesProperties {
		services = Map.copyOf(services);
	}

}
