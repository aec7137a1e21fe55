package dev.hyperclient.internal.files;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * The directory of a cache to be built, which other modules can read and name.
 */
public abstract class CacheDirectory {

	protected @Nullable Path path;

	protected boolean trusted;

	protected String setting = "'directory'";

}
