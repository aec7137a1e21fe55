package dev.hyperclient.maven;

import org.apache.maven.plugin.MojoFailureException;
import org.jspecify.annotations.Nullable;

/**
 * Checks of parameters.
 */
final class Parameters {

	private Parameters() {
	}

	/** Maven checks required parameters itself, unless a goal is run by other means. */
	static <T> T require(@Nullable T value, String name) throws MojoFailureException {
		if (value == null) {
			throw new MojoFailureException(
					"'%s' is missing: set it in the configuration of the plugin, or with -Dhyperclient.%s"
						.formatted(name, name));
		}
		return value;
	}

}
