package dev.hyperclient.testservice;

import java.util.Collection;
import java.util.Optional;

/**
 * Creates and resolves the links of one response. Those that it creates have the host and
 * the version of the request.
 *
 * @param base scheme and host, without a trailing slash
 * @param version the version of the request
 * @param versions the versions whose links are resolved
 * @param newestVersion the version of hosted files
 * @param plus whether a plus sign in a path stays as it is (RFC 3986, 3.3)
 */
record ServiceUris(String base, String version, Collection<String> versions, String newestVersion, boolean plus) {

	String root() {
		return root(this.version);
	}

	private String root(String anyVersion) {
		return this.base + "/" + anyVersion + "/";
	}

	String to(ResourcePath path) {
		return root() + (this.plus ? path.encoded().replace("%2B", "+") : path.encoded());
	}

	String toType(String id) {
		return root() + "#" + id;
	}

	String toWebPage(ResourcePath path) {
		return this.base + "/" + path.encoded();
	}

	String toFile(int number) {
		return this.base + "/" + this.newestVersion + "/" + HostedFileResource.FILES + "/" + number;
	}

	/**
	 * Return the path of a link with this host and one of the versions.
	 * @param link the link
	 * @return the path, or empty for any other link
	 */
	Optional<ResourcePath> resolve(String link) {
		try {
			return this.versions.stream()
				.map(this::root)
				.filter(link::startsWith)
				.findFirst()
				.map((root) -> ResourcePath.parse(link.substring(root.length())));
		}
		catch (RequestRefusedException ex) {
			return Optional.empty();
		}
	}

}
