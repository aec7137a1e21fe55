package dev.hyperclient.internal.files;

import java.nio.file.Path;
import java.util.Optional;

import dev.hyperclient.internal.access.HiddenPart;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a cache to be built, which other modules can read and name. Mutable
 * and not thread-safe.
 */
public final class CacheDirectories {

	/** The directory of an {@code HttpCacheBuilder}, whose package uses this one. */
	public static final HiddenPart<CacheDirectories> PART = new HiddenPart<>();

	public @Nullable Path path;

	public boolean trusted;

	/** The name of the setting in messages, in quotes if it is to have any. */
	public String setting = "'directory'";

	/**
	 * Set what messages call the setting of the directory.
	 * @param builder an {@code HttpCacheBuilder}
	 * @param name for instance the key of a property
	 * @return the builder
	 */
	public static <T> T named(T builder, String name) {
		PART.in(builder).setting = name;
		return builder;
	}

	/**
	 * Return the directory, or empty if the responses are elsewhere.
	 * @param builder an {@code HttpCacheBuilder}
	 */
	public static Optional<Path> pathOf(Object builder) {
		return Optional.ofNullable(PART.in(builder).path);
	}

	/**
	 * Return whether the directory is used without a check of its owner.
	 * @param builder an {@code HttpCacheBuilder}
	 */
	public static boolean isTrusted(Object builder) {
		return PART.in(builder).trusted;
	}

}
