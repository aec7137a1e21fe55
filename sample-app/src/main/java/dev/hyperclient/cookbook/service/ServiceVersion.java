package dev.hyperclient.cookbook.service;

import java.util.Arrays;
import java.util.Optional;

/**
 * The versions of the service. They show the same data and differ in how long the root
 * may be kept.
 */
enum ServiceVersion {

	ONE("1.0", 10000), NEWEST("devel", 2);

	private final String segment;

	private final int rootLifetime;

	ServiceVersion(String segment, int rootLifetime) {
		this.segment = segment;
		this.rootLifetime = rootLifetime;
	}

	static Optional<ServiceVersion> of(String segment) {
		return Arrays.stream(values()).filter((version) -> version.segment.equals(segment)).findFirst();
	}

	String segment() {
		return this.segment;
	}

	/**
	 * How long the root may be kept.
	 * @return the time in seconds
	 */
	int rootLifetime() {
		return this.rootLifetime;
	}

}
