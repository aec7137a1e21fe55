package dev.hyperclient.test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.hyperclient.testservice.FakeService;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.support.TestPropertySourceUtils;

/**
 * Applies {@link AutoConfigureFakeService}.
 */
final class FakeServiceContextCustomizerFactory implements ContextCustomizerFactory {

	@Override
	public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> configurations) {
		return TestContextAnnotationUtils.hasAnnotation(testClass, AutoConfigureFakeService.class)
				? new FakeServiceContextCustomizer(FakeServiceFields.of(testClass)) : null;
	}

	/**
	 * Makes the services of the test known to an application context. Part of the key of
	 * cached contexts, so test classes share a context only if they share their services.
	 *
	 * @param fields the services in static fields of the test class, by their names
	 */
	private record FakeServiceContextCustomizer(Map<String, FakeService> fields) implements ContextCustomizer {

		@Override
		public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
			registerImports(context);
			FakeServices services = new FakeServices(this.fields, context.getBeanFactory(), context.getEnvironment());
			context.getBeanFactory().registerSingleton(FakeServices.class.getName(), services);
			MutablePropertySources sources = context.getEnvironment().getPropertySources();
			FakeServicePropertySource source = new FakeServicePropertySource(services);
			// The properties of the test itself have precedence.
			if (sources.contains(TestPropertySourceUtils.INLINED_PROPERTIES_PROPERTY_SOURCE_NAME)) {
				sources.addAfter(TestPropertySourceUtils.INLINED_PROPERTIES_PROPERTY_SOURCE_NAME, source);
			}
			else {
				sources.addFirst(source);
			}
		}

		/** A context that was processed ahead of time contains the imports. */
		private static void registerImports(ConfigurableApplicationContext context) {
			if (!AotDetector.useGeneratedArtifacts() && context instanceof BeanDefinitionRegistry registry) {
				new AnnotatedBeanDefinitionReader(registry, context.getEnvironment())
					.register(FakeServiceImports.class);
			}
		}

	}

	/**
	 * Properties of the clients in a test. A value that depends on a service in process
	 * is computed when the property is read, since the service may be a bean.
	 */
	private static final class FakeServicePropertySource extends EnumerablePropertySource<FakeServices> {

		private final Map<String, Supplier<@Nullable Object>> properties = new LinkedHashMap<>();

		FakeServicePropertySource(FakeServices services) {
			super("Hyper Client test properties", services);
			// Each cached context of the tests has event loops of its own. Their shutdown
			// waits two seconds for late requests.
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
			// Redis is not part of a slice, and may not be available to the test.
			this.properties.put(prefix + "cache.store", () -> "files");
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

}
