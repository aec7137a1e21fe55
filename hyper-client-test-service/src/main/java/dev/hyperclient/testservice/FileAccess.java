package dev.hyperclient.testservice;

import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the hosted file of an entry. The files themselves are in the
 * {@link FileStore} of the data.
 *
 * @param <D> the data of the service
 * @param <E> the stored entry
 */
public interface FileAccess<D, E> {

	/**
	 * Return the number of the entry's file.
	 * @param entry the entry
	 * @return the number in the file store, or {@code null} if no file is stored
	 */
	@Nullable Integer number(E entry);

	/**
	 * Store a file for the entry and replace the present one.
	 * @param data the data
	 * @param entry the entry
	 * @param mediaType the media type
	 * @param name the file name
	 * @param content the content
	 * @return the next data
	 */
	D store(D data, E entry, String mediaType, String name, byte[] content);

	/**
	 * Remove the file of the entry.
	 * @param data the data
	 * @param entry the entry
	 * @param number the number of the file
	 * @return the next data
	 */
	D remove(D data, E entry, int number);

}
