package dev.hyperclient.cache.store;

import java.util.Optional;

/**
 * How a response looks in its file.
 */
final class StoredResponseFormat {

	private StoredResponseFormat() {
	}

	static Optional<byte[]> head(CacheKey key, StoredResponse response) {
		return Optional.empty();
	}

	static Optional<StoredResponse> read(byte[] file) {
		return Optional.empty();
	}

}
