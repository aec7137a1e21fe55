package dev.hyperclient.internal.files;

import java.nio.file.Path;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Reads and names the directories of caches to be built. Apart from {@link OfBuilder},
 * whose methods would be methods of the public builder.
 */
public final class CacheDirectories {

	private CacheDirectories() {
	}

	/**
	 * Set what messages call the setting of the directory.
	 * @param name for instance the key of a property, in quotes if it is to have any
	 */
	public static <T extends OfBuilder> T named(T builder, String name) {
		((OfBuilder) builder).setting = name;
		return builder;
	}

	/**
	 * Return the directory, or empty if the responses are elsewhere.
	 */
	public static Optional<Path> pathOf(OfBuilder builder) {
		return Optional.ofNullable(builder.path);
	}

	/**
	 * Return whether the directory is used without a check of its owner.
	 */
	public static boolean isTrusted(OfBuilder builder) {
		return builder.trusted;
	}

	/**
	 * The directory of a cache to be built, which other modules can read and name.
	 */
	public abstract static class OfBuilder {

		protected @Nullable Path path;

		protected boolean trusted;

		protected String setting = "'directory'";

	}

}
