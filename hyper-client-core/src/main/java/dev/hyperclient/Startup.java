package dev.hyperclient;

/**
 * When a {@link ServiceRoot} fetches the two documents that it is made of.
 *
 * @see ServiceRootBuilder#startup(Startup)
 */
public enum Startup {

	/**
	 * While it is built. A service that is down is an error at once.
	 */
	EAGER,

	/**
	 * By the first use. If that fails, the next use tries again.
	 */
	LAZY,

	/**
	 * On a thread of its own, again and again until it succeeds or the root is closed. A
	 * use that comes earlier waits for the attempt under way, or makes one itself if
	 * there is none.
	 */
	BACKGROUND

}
