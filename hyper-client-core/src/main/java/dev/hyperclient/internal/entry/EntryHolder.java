package dev.hyperclient.internal.entry;

/**
 * A value that stands for an entry, such as a typed entry.
 */
public interface EntryHolder {

	/**
	 * Return the entry. Makes no request.
	 * @return the entry
	 */
	Object entry();

}
