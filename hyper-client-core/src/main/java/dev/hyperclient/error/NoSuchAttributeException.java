package dev.hyperclient.error;

import java.net.URI;
import java.util.NoSuchElementException;

import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.text.UrlText;

/**
 * A resource has no attribute, link or collection of this name. The message is the one of
 * the specification: {@code <object_url> object has no attribute '<name>'}, followed by
 * advice if there is any.
 */
public class NoSuchAttributeException extends NoSuchElementException {

	/** The URL of the resource. */
	private final URI uri;

	/** The requested name. */
	private final String attribute;

	/**
	 * Create an exception.
	 * @param uri the URL of the resource
	 * @param attribute the requested name
	 */
	public NoSuchAttributeException(URI uri, String attribute) {
		this(uri, attribute, "");
	}

	/**
	 * Create an exception with advice.
	 * @param uri the URL of the resource
	 * @param attribute the requested name
	 * @param advice the text to add to the message, with a separator before it; may be
	 * empty
	 */
	public NoSuchAttributeException(URI uri, String attribute, String advice) {
		super("%s object has no attribute '%s'%s".formatted(UrlText.of(uri), PrintableText.line(attribute), advice));
		this.uri = uri;
		this.attribute = attribute;
	}

	/**
	 * Return the URL of the resource.
	 * @return the absolute URL
	 */
	public URI uri() {
		return this.uri;
	}

	/**
	 * Return the requested name.
	 * @return the name
	 */
	public String attribute() {
		return this.attribute;
	}

}
