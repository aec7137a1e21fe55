package dev.hyperclient.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Annotation for a Spring test class that separates the clients of the application from
 * the network:
 * <ul>
 * <li>The root of each service is fetched by its first use ({@code startup: lazy}), so
 * the application starts without the service.</li>
 * <li>Clients use a {@link dev.hyperclient.testservice.FakeService}: the service of a
 * static field of the test class, its superclasses, interfaces or enclosing classes, or
 * else a bean. The field or bean of a named service has a
 * {@link org.springframework.beans.factory.annotation.Qualifier} with its name.</li>
 * <li>Requests to other machines fail.</li>
 * <li>Responses are cached in a temporary directory, by the clock of the service, and
 * requests are retried without waits. Beans of the types {@code HttpCache} and
 * {@code ResponseStore} are used as they are.</li>
 * <li>Before each test method all services are reset and the temporary caches are
 * cleared, also in a cached application context. JUnit does not run test classes in
 * parallel that share a service.</li>
 * </ul>
 * Services in static fields are closed after the test class that declares them, beans
 * together with their application context. Properties of the test itself have precedence.
 * <pre class="code">
 * &#064;SpringBootTest
 * &#064;AutoConfigureFakeService
 * class ApplicationTests {
 *
 * 	&#064;Test
 * 	void contextLoads() {
 * 	}
 *
 * }
 * </pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ResourceLock(providers = FakeServiceLocks.class)
public @interface AutoConfigureFakeService {

}
