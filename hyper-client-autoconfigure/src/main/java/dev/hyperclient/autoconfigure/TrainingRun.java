package dev.hyperclient.autoconfigure;

import java.io.IOException;

import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.Startup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.core.SpringProperties;

/**
 * In a training run for an AOT cache or for class-data sharing
 * ({@code spring.context.exit=onRefresh}), uses the client once against a small service
 * in this process, so that its classes are in the archive. Services of the application
 * are not called in such a run: it may be part of a build.
 */
final class TrainingRun implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(TrainingRun.class);

	/**
	 * Whether the application exits as soon as its context is refreshed.
	 */
	static boolean isActive() {
		return DefaultLifecycleProcessor.ON_REFRESH_VALUE
			.equalsIgnoreCase(SpringProperties.getProperty(DefaultLifecycleProcessor.EXIT_PROPERTY_NAME));
	}

	/**
	 * Prevent all requests of a root, whatever the properties and customizers say.
	 */
	static void isolate(ServiceRootBuilder builder) {
		builder.startup(Startup.LAZY).webClient(() -> {
			throw new IllegalStateException(
					"A service is called in a training run (%s=%s). Call it after the start of the application, for instance in a CommandLineRunner."
						.formatted(DefaultLifecycleProcessor.EXIT_PROPERTY_NAME,
								DefaultLifecycleProcessor.ON_REFRESH_VALUE));
		});
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (!isActive()) {
			return;
		}
		try {
			TrainingService.run();
			logger.info("Training run: the classes of the client are loaded. No service was called");
		}
		// Without the JDK's server there is a NoClassDefFoundError.
		catch (IOException | RuntimeException | LinkageError ex) {
			logger.warn("Training run: not all classes of the client are loaded, so the archive saves less time", ex);
		}
	}

}
