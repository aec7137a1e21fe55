package dev.hyperclient.cache;

/**
 * Which law holds.
 *
 * @param isAlone whether all of RFC 9111 is used. Otherwise the client's own
 * specification narrows it: representations and permanent redirects alone are stored, and
 * a stale response never answers unless the request allows it
 * @param settings what the law leaves open
 */
record Rules(boolean isAlone, CacheSettings settings) {

	/**
	 * For a service root.
	 */
	static final Rules SERVICE = new Rules(false, CacheSettings.defaults());

	static Rules alone(CacheSettings settings) {
		return new Rules(true, settings);
	}

}
