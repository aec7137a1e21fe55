package dev.hyperclient.internal.cache;

import java.nio.file.Path;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The directory of a cache to be built, which other modules can read and name.
 */
public abstract class CacheDirectory {

	protected @Nullable Path path;

	protected boolean trusted;

	protected String setting = "'directory'";

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
