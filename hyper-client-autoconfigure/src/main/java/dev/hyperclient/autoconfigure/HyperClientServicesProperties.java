package dev.hyperclient.autoconfigure;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The services beside the default one.
 *
 * @param services Further services by their names. Each has the same properties as the
 * default one.
 */
@ConfigurationProperties("hyper-client")
public record HyperClientServicesProperties(@DefaultValue Map<String, HyperClientProperties> services) {

	public HyperClientServicesProperties {
		services = Map.copyOf(services);
	}

}
