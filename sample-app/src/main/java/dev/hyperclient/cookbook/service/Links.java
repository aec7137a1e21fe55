package dev.hyperclient.cookbook.service;

import java.util.Optional;

/**
 * Makes the links of one answer, which carry the host and the version of the request.
 *
 * @param base scheme and host, without a slash at the end
 * @param version the version
 */
record Links(String base, String version) {

	String root() {
		return this.base + "/" + this.version + "/";
	}

	String to(ResourcePath path) {
		return root() + path.encoded();
	}

	String toType(String id) {
		return root() + "#" + id;
	}

	String toWebPage(ResourcePath path) {
		return this.base + "/" + path.encoded();
	}

	String toFile(int number) {
		return this.base + "/" + ServiceVersion.NEWEST.segment() + "/filemanager/" + number;
	}

	/**
	 * The path a link of this host and version leads to.
	 * @param link the link
	 * @return the path, or nothing for any other link
	 */
	Optional<ResourcePath> resolve(String link) {
		if (!link.startsWith(root())) {
			return Optional.empty();
		}
		try {
			return Optional.of(RequestTarget.path(link.substring(root().length())));
		}
		catch (RequestRefusedException ex) {
			return Optional.empty();
		}
	}

}
