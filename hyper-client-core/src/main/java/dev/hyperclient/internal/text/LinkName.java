package dev.hyperclient.internal.text;

/**
 * Keys of links in representations: the name of the link and a suffix.
 */
public final class LinkName {

	/**
	 * The suffix of links to entries and files, and the end of all links.
	 */
	public static final String SUFFIX = "_link";

	/**
	 * The suffix of links to collections.
	 */
	public static final String COLLECTION_SUFFIX = "_collection_link";

	/**
	 * The key of the canonical URL of an entry.
	 */
	public static final String SELF = "self_link";

	/**
	 * The key of the URL of the resource type.
	 */
	public static final String TYPE = "resource_type_link";

	private LinkName() {
	}

	/**
	 * Return the name of a link.
	 * @param key the key
	 * @return the key without the suffix of a link
	 */
	public static String of(String key) {
		String suffix = key.endsWith(COLLECTION_SUFFIX) ? COLLECTION_SUFFIX : SUFFIX;
		return key.endsWith(suffix) ? key.substring(0, key.length() - suffix.length()) : key;
	}

}
