package dev.hyperclient.internal.entry;

/**
 * An entry that can say, without an exception, that it lacks a member of its type.
 */
public interface DescribedMembers {

	/**
	 * Return whether the description of the real type has a member that the
	 * representation lacks and that is not set. Fetches the entry unless it is fetched.
	 * @param key the key in the representation, such as {@code title} or
	 * {@code owner_link}
	 * @return whether it is described and absent
	 */
	boolean lacks(String key);

}
