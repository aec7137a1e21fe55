package dev.hyperclient.test;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/**
 * Imports the auto-configuration of the clients into every application context with
 * {@link AutoConfigureFakeService}, also into slices and into contexts whose
 * auto-configurations are listed by the test.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration
class FakeServiceImports {

}
