package dev.hyperclient;

/**
 * Time at which a {@link ServiceRoot} fetches its description and its representation.
 *
 * @see ServiceRootBuilder#startup(Startup)
 */
public enum Startup {

	/**
	 * While the root is built. Building it fails if the service is not available.
	 */
	EAGER,

	/**
	 * With the first use. If that fails, the next use tries again.
	 */
	LAZY,

	/**
	 * On a background thread, with retries until it succeeds or the root is closed. An
	 * earlier use waits for the current attempt, or makes an attempt itself if there is
	 * none.
	 */
	BACKGROUND

}
