package dev.hyperclient.test;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import dev.hyperclient.CollectionType;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.Startup;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

import org.springframework.beans.factory.annotation.Qualifier;

/**
 * JUnit extension for tests without Spring that call a {@link FakeService} in a static
 * field of the test class. Before each test the service is {@link FakeService#reset()
 * reset}. Test methods, constructors and lifecycle methods can have parameters of the
 * types {@link FakeService} and {@link ServiceRoot}. The root is created for one test and
 * closed after it; it has an empty cache that uses the clock of the service, looks
 * entries up by their keys, has the user name and the password of
 * {@code FakeServiceBuilder.basic}, and retries without waits. It is fetched when the
 * parameter is resolved, so faults apply to the requests of the test. A root that was
 * created before all tests, or with a test instance for the whole class, is used by all
 * tests of the class and has an empty cache in each. A test that uses a service at the
 * same time as another test fails. After all tests the services that the test class
 * itself declares are closed.
 * <p>
 * Fields and parameters for a second service have a {@link Qualifier} with its name.
 * Thread-safe. <pre class="code">
 * &#064;ExtendWith(FakeServiceExtension.class)
 * class RecipeTests {
 *
 * 	static final FakeService service = FakeService.builder("kitchen")
 * 		.type("recipe", "recipes", (recipe) -&gt; recipe.integer("id")
 * 			.text("instructions")
 * 			.entry(Map.of("id", 1, "instructions", "Roast it")))
 * 		.start();
 *
 * 	&#064;Test
 * 	void readsInstructions(ServiceRoot root) {
 * 		assertEquals("Roast it", root.collection("recipes").get(1).getString("instructions"));
 * 	}
 *
 * }
 * </pre>
 */
public final class FakeServiceExtension
		implements BeforeEachCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {

	private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace
		.create(FakeServiceExtension.class);

	/** The running tests, by the services that they use. */
	private static final Map<FakeService, ExtensionContext> running = new ConcurrentHashMap<>();

	private final Consumer<ServiceRootBuilder> customizer;

	/**
	 * Create the extension. JUnit calls this constructor.
	 */
	public FakeServiceExtension() {
		this((builder) -> {
		});
	}

	private FakeServiceExtension(Consumer<ServiceRootBuilder> customizer) {
		this.customizer = customizer;
	}

	/**
	 * Create an extension for a static field with
	 * {@link org.junit.jupiter.api.extension.RegisterExtension}.
	 * @param customizer changes the builder of each root, for example its authorizer for
	 * a service with a guard. Called last
	 * @return the extension
	 */
	public static FakeServiceExtension with(Consumer<ServiceRootBuilder> customizer) {
		return new FakeServiceExtension(customizer);
	}

	@Override
	public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext rootContext) {
		// A root in a parameter of the constructor belongs to one test, too.
		return ExtensionContextScope.TEST_METHOD;
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		FakeServiceFields.of(context.getRequiredTestClass()).forEach((name, service) -> {
			requireOneTest(service, context);
			service.reset();
			Client client = context.getStore(NAMESPACE).get(name, Client.class);
			if (client != null) {
				// Of a constructor or of a method before all tests.
				client.cache.clear();
			}
		});
	}

	private static void requireOneTest(FakeService service, ExtensionContext context) {
		ExtensionContext other = running.putIfAbsent(service, context);
		if (other != null && !other.getUniqueId().equals(context.getUniqueId())) {
			throw new IllegalStateException(
					"%s and %s use the same FakeService at the same time, but each test resets it. Add @Execution(ExecutionMode.SAME_THREAD) for the tests of one class, and the same @ResourceLock to all classes that share the service."
						.formatted(text(other), text(context)));
		}
	}

	private static String text(ExtensionContext test) {
		return test.getRequiredTestClass().getSimpleName() + "." + test.getRequiredTestMethod().getName();
	}

	@Override
	public void afterEach(ExtensionContext context) {
		running.values().removeIf((test) -> test.getUniqueId().equals(context.getUniqueId()));
	}

	@Override
	public void afterAll(ExtensionContext context) {
		FakeServiceFields.closeDeclaredIn(context.getRequiredTestClass());
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		Class<?> type = parameter.getParameter().getType();
		return (FakeService.class.isAssignableFrom(type) || type == ServiceRoot.class)
				&& context.getTestClass().isPresent();
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		String name = parameter.findAnnotation(Qualifier.class)
			.map(Qualifier::value)
			.orElse(FakeServiceFields.DEFAULT_SERVICE);
		Map<String, FakeService> services = FakeServiceFields.of(context.getRequiredTestClass());
		FakeService service = services.get(name);
		if (service == null) {
			throw new ParameterResolutionException(
					"No FakeService for the service '%s'. Declare a static field of the type FakeService in %s%s."
						.formatted(name, context.getRequiredTestClass().getSimpleName(),
								name.equals(FakeServiceFields.DEFAULT_SERVICE) ? ""
										: " with @Qualifier(\"%s\")".formatted(name)));
		}
		if (parameter.getParameter().getType() != ServiceRoot.class) {
			return service;
		}
		return context.getStore(NAMESPACE)
			.computeIfAbsent(name, (key) -> new Client(service, this.customizer), Client.class)
			.root();
	}

	/**
	 * The client of a service in one test. JUnit closes it after the test.
	 */
	private static final class Client implements AutoCloseable {

		private final HttpCache cache;

		private final ServiceRoot root;

		private Client(FakeService service, Consumer<ServiceRootBuilder> customizer) {
			this.cache = HttpCache.builder().clock(service.clock()).build();
			ServiceRootBuilder builder = ServiceRoot.builder();
			service.collections().forEach((name) -> builder.collection(name, CollectionType.keyedBy(name + "/{key}")));
			service.credentials()
				.map((basic) -> new BasicHttpAuthorizer(basic.getUserName(), new String(basic.getPassword())))
				.ifPresent(builder::authorizer);
			builder.serviceRoot(service.baseUrl())
				.cache(this.cache)
				.addListener(CacheOutcomes.of(service).listener())
				.customizeRetryPolicy(
						(policy) -> policy.withWaits((retry) -> Duration.ZERO).withMaxRetryAfter(Duration.ZERO))
				.startup(Startup.LAZY);
			customizer.accept(builder);
			this.root = builder.build();
			FakeServices.fetch(this.root);
		}

		private ServiceRoot root() {
			return this.root;
		}

		@Override
		public void close() {
			this.root.close();
			this.cache.close();
		}

	}

}
