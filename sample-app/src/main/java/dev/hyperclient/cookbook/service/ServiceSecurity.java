package dev.hyperclient.cookbook.service;

/**
 * What the service asks of those who send requests.
 */
public enum ServiceSecurity {

	/**
	 * Nothing.
	 */
	OPEN,

	/**
	 * A user name and a password.
	 */
	BASIC,

	/**
	 * A signature of OAuth 1.0a; with an empty token whatever is not private can be seen.
	 */
	OAUTH

}
