package dev.hyperclient.explorer;

import java.util.regex.Pattern;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the explorer.
 *
 * @param enabled Whether the explorer is available. For development: its pages show what
 * the credentials of the application can read.
 * @param path Path of the pages below the context path of the application.
 * @param writable Whether the pages can change entries and invoke operations that write.
 * @param allowRemote Whether other machines can use the pages. Otherwise, only requests
 * from a loopback address to a name of this machine such as localhost are answered.
 */
@ConfigurationProperties("hyper-client.explorer")
record HyperClientExplorerProperties(@DefaultValue("false") boolean enabled, @DefaultValue("/hyper-client") String path,
		@DefaultValue("false") boolean writable, @DefaultValue("false") boolean allowRemote) {

	private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+");

	HyperClientExplorerProperties {
		if (!PATH.matcher(path).matches()) {
			throw new IllegalArgumentException(
					"'hyper-client.explorer.path' is '%s'. It must begin with a slash and not end with one, and have only letters, digits and .-_~, for instance /hyper-client"
						.formatted(path));
		}
	}

}
