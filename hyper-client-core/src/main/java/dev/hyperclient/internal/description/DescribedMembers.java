package dev.hyperclient.internal.description;

import dev.hyperclient.internal.access.HiddenPart;
import org.jspecify.annotations.Nullable;

/**
 * An entry that can say, without an exception, that it lacks a member of its type, and
 * that is sent as its URL, also as a component of a record.
 */
public interface DescribedMembers {

	/**
	 * The entry that a value stands for, such as a typed entry.
	 */
	HiddenPart<Object> OF_TYPED_ENTRY = new HiddenPart<>();

	/**
	 * Return whether the description of the real type has a member that the
	 * representation lacks and that is not set. Fetches the entry unless it is fetched.
	 * @param key the key in the representation, such as {@code title} or
	 * {@code owner_link}
	 * @return whether it is described and absent
	 */
	boolean lacks(String key);

	/**
	 * Return a member if it is a text that this user may see: the most common case, in
	 * one lookup. Fetches the entry unless it is fetched.
	 * @param key the key in the representation
	 * @return the text, or {@code null} for anything else
	 */
	@Nullable String visibleText(String key);

	/**
	 * Require that the entry can be of a type. Makes no request: an entry that is not
	 * fetched can be of any type.
	 * @param id the id of a resource type
	 * @throws IllegalArgumentException if its type lacks a member of that type
	 */
	void requireType(String id);

	/**
	 * Return the entry that a member of this one links to, unfetched. Makes no request.
	 * @param name the name of the attribute, for messages
	 * @param url the URL, a text of the representation
	 * @param type the id of its resource type
	 * @return the entry
	 */
	Object linked(String name, String url, String type);

	/**
	 * Return the URL, as it is sent in requests. Fetches the entry only if the URL is
	 * unknown.
	 */
	Object toWire();

}
