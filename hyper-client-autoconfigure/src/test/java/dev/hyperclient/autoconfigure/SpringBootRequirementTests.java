package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The check of the version of Spring Boot.
 */
class SpringBootRequirementTests {

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "4.1.0", "4.1.0-SNAPSHOT", "4.1.0-M1", "4.1", "4.10.2", "5", "5.0.0-RC1", "10.0.0", "",
			"unknown", "99999999999.1" })
	void supportedVersionsPass(String version) {
		assertThatCode(() -> SpringBootRequirement.require(version)).doesNotThrowAnyException();
	}

	@ParameterizedTest
	@ValueSource(strings = { "4.0.0", "4.0.7", "4.0.0-SNAPSHOT", "4", "3.5.6", "3.10.0", "2.7.18", "0.9" })
	void olderVersionsAreReportedWithBothVersions(String version) {
		assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> SpringBootRequirement.require(version))
			.satisfies((failure) -> StartupFailures.assertAnalyzed(failure,
					"Hyper Client %s needs Spring Boot 4.1 or newer; this application runs on Spring Boot %s."
						.formatted(SpringBootRequirement.HYPER_CLIENT_VERSION, version),
					"Upgrade the application to Spring Boot 4.1 or newer, or remove the dependency"));
	}

	@Test
	void modulesOfDifferentVersionsAreReportedBeforeTheApplicationIsCreated(@TempDir Path directory)
			throws IOException {
		module(directory, "core", "ServiceRoot", "0.2.0");
		module(directory, "http-cache", "cache/HttpCache", "0.1.0");
		GenericApplicationContext context = new GenericApplicationContext();
		context.setClassLoader(new URLClassLoader(new URL[] { directory.toUri().toURL() }, null));
		assertThatExceptionOfType(ConfigurationException.class)
			.isThrownBy(() -> new SpringBootRequirement().initialize(context))
			.satisfies((failure) -> StartupFailures.assertAnalyzed(failure,
					"Modules of Hyper Client have different versions: {hyper-client-core=0.2.0, hyper-client-http-cache=0.1.0}.",
					"import 'dev.hyperclient:hyper-client-bom'"));
		module(directory, "core", "ServiceRoot", "0.1.0");
		assertThatCode(() -> new SpringBootRequirement().initialize(context)).doesNotThrowAnyException();
	}

	private static void module(Path directory, String name, String type, String version) throws IOException {
		Path code = directory.resolve("dev/hyperclient/" + type + ".class");
		Files.createDirectories(code.getParent());
		Files.write(code, new byte[0]);
		Path file = directory.resolve("META-INF/maven/dev.hyperclient/hyper-client-%s/pom.properties".formatted(name));
		Files.createDirectories(file.getParent());
		Files.writeString(file, "artifactId=hyper-client-" + name + "\nversion=" + version + "\n");
	}

	@Test
	void versionIsThatOfTheProject() {
		assertThat(SpringBootRequirement.HYPER_CLIENT_VERSION).isEqualTo(System.getProperty("expected-version"));
	}

	@Test
	void checkIsRegisteredForEveryApplication() {
		List<?> initializers = SpringFactoriesLoader.forDefaultResourceLocation()
			.load(ApplicationContextInitializer.class,
					SpringFactoriesLoader.FailureHandler.handleMessage((message, cause) -> {
					}));
		assertThat(initializers).hasAtLeastOneElementOfType(SpringBootRequirement.class);
	}

}
