package dev.hyperclient.cookbook.service.security;

/**
 * Who sent a request.
 *
 * @param name the name of the user or consumer, empty if it is not known
 * @param authenticated whether the name is proven. Anonymous callers get in at a lower
 * level: what that means is the application's own affair
 */
public record Caller(String name, boolean authenticated) {

	/**
	 * Somebody who did not say a name.
	 */
	public static final Caller ANONYMOUS = new Caller("", false);

}
