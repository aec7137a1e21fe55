package dev.hyperclient.internal.text;

/**
 * The name and version of this library.
 */
public final class Product {

	/**
	 * The version of the POM, which a test verifies: the manifest of a jar that contains
	 * this library in another form has another version, or none.
	 */
	public static final String VERSION = "0.1.0-SNAPSHOT";

	/** The product token of the {@code User-Agent}. */
	public static final String TOKEN = "hyper-client/" + VERSION;

	private Product() {
	}

}
