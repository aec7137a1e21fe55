package dev.hyperclient.autoconfigure;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.internal.error.ModuleVersions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;

/**
 * {@link ApplicationContextInitializer} that fails on a version of Spring Boot that is
 * too old, and on modules of different versions. Auto-configurations would fail on them
 * while they are loaded, with errors that name no version. Therefore this class and what
 * it uses depend only on types that Spring Boot 2 and 3 have as well.
 */
final class SpringBootRequirement implements ApplicationContextInitializer<ConfigurableApplicationContext>, Ordered {

	/** With the version of the POM, which a test verifies. */
	static final String HYPER_CLIENT_VERSION = "0.1.0-SNAPSHOT";

	static final String MINIMUM = "4.1";

	private static final Pattern NUMBERS = Pattern.compile("(\\d+)(?:\\.(\\d+))?.*");

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		require(SpringBootVersion.getVersion());
		ModuleVersions.conflict(context.getClassLoader()).ifPresent((conflict) -> {
			throw new ConfigurationException(conflict, ModuleVersions.ACTION);
		});
	}

	/**
	 * Check a version of Spring Boot.
	 * @param version the version, {@code null} if it is unknown
	 * @throws ConfigurationException if it is older than the minimum
	 */
	static void require(@Nullable String version) {
		if (version != null && !isSupported(version)) {
			throw new ConfigurationException(
					"Hyper Client %s needs Spring Boot %s or newer; this application runs on Spring Boot %s"
						.formatted(HYPER_CLIENT_VERSION, MINIMUM, version),
					"Upgrade the application to Spring Boot %s or newer, or remove the dependency 'hyper-client-spring-boot-starter'."
						.formatted(MINIMUM));
		}
	}

	/**
	 * Return whether a version is the minimum or newer. Milestones and snapshots count as
	 * their release; a text that is no version is supported, since nothing is known about
	 * it.
	 */
	static boolean isSupported(String version) {
		Matcher actual = NUMBERS.matcher(version);
		Matcher minimum = NUMBERS.matcher(MINIMUM);
		return !actual.matches() || !minimum.matches() || Arrays.compare(numbers(actual), numbers(minimum)) >= 0;
	}

	private static int[] numbers(Matcher version) {
		return new int[] { number(version.group(1)), number(version.group(2)) };
	}

	private static int number(@Nullable String digits) {
		// Limited, since a text with more digits is no number that can be compared.
		return (digits == null) ? 0 : Integer.parseInt(digits.substring(0, Math.min(9, digits.length())));
	}

}
