package dev.hyperclient;

/**
 * A message of the service to the user that accompanies a response, in
 * {@code X-Lazr-Notifications}.
 *
 * @param level the severity: 10 debug, 20 information, 30 warning, 40 error
 * @param message the text for the user, which may contain HTML markup
 */
public record Notification(int level, String message) {

	/** Level of warnings. */
	public static final int WARNING = 30;

	/**
	 * Return whether this is a warning or worse.
	 * @return whether the level is at least {@link #WARNING}
	 */
	public boolean isWarning() {
		return this.level >= WARNING;
	}

}
