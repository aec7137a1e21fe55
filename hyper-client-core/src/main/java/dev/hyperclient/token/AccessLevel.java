package dev.hyperclient.token;

/**
 * What a user can grant to an application. The user sees those that the application lists
 * and chooses one.
 */
public enum AccessLevel {

	/**
	 * Nothing.
	 */
	UNAUTHORIZED,

	/**
	 * To read what everybody may read.
	 */
	READ_PUBLIC,

	/**
	 * To read and change what everybody may read.
	 */
	WRITE_PUBLIC,

	/**
	 * To read everything that the user may read.
	 */
	READ_PRIVATE,

	/**
	 * To read and change everything that the user may read.
	 */
	WRITE_PRIVATE,

	/**
	 * All of it, for all applications of one desktop, which is a consumer that is named
	 * {@code System-wide: SYSTEM (HOST)}. Cannot be listed with others, nor with a page
	 * to return to.
	 */
	DESKTOP_INTEGRATION

}
