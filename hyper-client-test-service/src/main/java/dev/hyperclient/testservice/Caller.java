package dev.hyperclient.testservice;

/**
 * The caller of a request.
 *
 * @param name the name of the user or consumer, empty if unknown
 * @param authenticated whether the name is verified. An anonymous caller may have access
 * to a part of the data: see {@link TypeBuilder#visibleIf}
 */
public record Caller(String name, boolean authenticated) {

	/**
	 * A caller without a name.
	 */
	public static final Caller ANONYMOUS = new Caller("", false);

}
