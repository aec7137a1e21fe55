package dev.hyperclient.internal.json;

/**
 * A value with a form of its own in requests, such as an entry, which is sent as its URL.
 * A component of a record that is an argument is sent in that form as well.
 */
public interface WireValue {

	/**
	 * Return the form in requests.
	 * @return a JSON value, for instance a text
	 */
	Object toWire();

}
