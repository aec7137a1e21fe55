package dev.hyperclient.internal.files;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads and names the directories of caches to be built. Apart from
 * {@link CacheDirectory}, whose methods would be methods of the public builder.
 */
public final class CacheDirectories {

	private CacheDirectories() {
	}

	/**
	 * Set what messages call the setting of the directory.
	 * @param name for instance the key of a property, in quotes if it is to have any
	 */
	public static <T extends CacheDirectory> T named(T builder, String name) {
		((CacheDirectory) builder).setting = name;
		return builder;
	}

	/**
	 * Return the directory, or empty if the responses are elsewhere.
	 */
	public static Optional<Path> pathOf(CacheDirectory builder) {
		return Optional.ofNullable(builder.path);
	}

	/**
	 * Return whether the directory is used without a check of its owner.
	 */
	public static boolean isTrusted(CacheDirectory builder) {
		return builder.trusted;
	}

}
