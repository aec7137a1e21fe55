package dev.hyperclient;

/**
 * What a service tells the user beside an answer, in {@code X-Lazr-Notifications}: that a
 * name was changed, that a mail is on its way.
 *
 * @param level how important it is: 10 debug, 20 information, 30 warning, 40 error
 * @param message the text for the user, which may contain markup that the service meant
 * for a page
 */
public record Notification(int level, String message) {

	/** The level of warnings. */
	public static final int WARNING = 30;

	/**
	 * Return whether this is a warning or worse.
	 * @return whether the level is at least {@link #WARNING}
	 */
	public boolean isWarning() {
		return this.level >= WARNING;
	}

}
