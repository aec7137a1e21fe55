package dev.hyperclient.test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.hyperclient.testservice.FakeService;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.EnumerablePropertySource;

/**
 * Properties of the clients in a test. A value that depends on a service in process is
 * computed when the property is read, since the service may be a bean.
 */
final class FakeServicePropertySource extends EnumerablePropertySource<FakeServices> {

	private final Map<String, Supplier<@Nullable Object>> properties = new LinkedHashMap<>();

	FakeServicePropertySource(FakeServices services) {
		super("Hyper Client test properties", services);
		// Spring Boot gives each cached context of the tests event loops of its own,
		// whose
		// shutdown waits two seconds for late requests.
		this.properties.put("spring.reactor.netty.shutdown-quiet-period", () -> "0s");
		addCommon("hyper-client.");
		for (String name : services.named()) {
			String prefix = "hyper-client.services." + name + ".";
			addCommon(prefix);
			this.properties.put(prefix + "base-url", () -> {
				FakeService service = services.find(name);
				return (service != null) ? service.baseUrl().toString() : null;
			});
			// The base URL contains the version.
			this.properties.put(prefix + "version", () -> services.contains(name) ? "" : null);
		}
	}

	/** A proxy would be asked for localhost, and may not be available to the test. */
	private void addCommon(String prefix) {
		this.properties.put(prefix + "startup", () -> "lazy");
		// Tests count requests.
		this.properties.put(prefix + "validation-interval", () -> "0s");
		for (String name : List.of("host", "port", "username", "password")) {
			this.properties.put(prefix + "proxy." + name, () -> "");
		}
	}

	@Override
	public String[] getPropertyNames() {
		return this.properties.keySet().toArray(String[]::new);
	}

	@Override
	public @Nullable Object getProperty(String name) {
		Supplier<@Nullable Object> property = this.properties.get(name);
		return (property != null) ? property.get() : null;
	}

}
