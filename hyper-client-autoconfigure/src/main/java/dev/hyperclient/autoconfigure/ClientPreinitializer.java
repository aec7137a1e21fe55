package dev.hyperclient.autoconfigure;

import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.Startup;
import dev.hyperclient.cache.HttpCache;

import org.springframework.boot.autoconfigure.preinitialize.BackgroundPreinitializer;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

/**
 * Loads the classes of the client while the application starts, in the thread of Spring
 * Boot that does the same for its own. Sends no request, opens no file, and has no effect
 * otherwise. {@code spring.backgroundpreinitializer.ignore} disables it, as well as a
 * single processor.
 */
final class ClientPreinitializer implements BackgroundPreinitializer {

	@Override
	public void preinitialize() {
		new Binder(new MapConfigurationPropertySource(Map.of())).bindOrCreate(ServiceNames.PREFIX,
				HyperClientProperties.class);
		ServiceRoot.builder(null)
			.serviceRoot("http://localhost/")
			.cache(HttpCache.builder().inMemory(DataSize.ofKilobytes(1)))
			.startup(Startup.LAZY)
			.build()
			.close();
	}

}
