package dev.hyperclient.error;

import java.net.URI;
import java.util.NoSuchElementException;

/**
 * A resource has no attribute, link or collection of this name. The message is the
 * specification's: {@code <object_url>
 * object has no attribute '<name>'}.
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
		super("%s object has no attribute '%s'".formatted(uri, attribute));
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
