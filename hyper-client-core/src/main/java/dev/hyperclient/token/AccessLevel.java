package dev.hyperclient.token;

/**
 * The access that a user can grant to an application. The user chooses from the levels
 * that the application requests.
 */
public enum AccessLevel {

	/**
	 * No access.
	 */
	UNAUTHORIZED,

	/**
	 * Read access to public data.
	 */
	READ_PUBLIC,

	/**
	 * Read and write access to public data.
	 */
	WRITE_PUBLIC,

	/**
	 * Read access to everything that the user may read.
	 */
	READ_PRIVATE,

	/**
	 * Read and write access to everything that the user may read.
	 */
	WRITE_PRIVATE,

	/**
	 * Full access for all applications of one desktop, whose consumer key is
	 * {@code System-wide: SYSTEM (HOST)}. Cannot be combined with other levels or with a
	 * callback.
	 */
	DESKTOP_INTEGRATION

}
