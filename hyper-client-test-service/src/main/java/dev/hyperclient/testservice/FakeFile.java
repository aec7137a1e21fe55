package dev.hyperclient.testservice;

import java.time.Instant;

/**
 * A hosted file that is stored in a {@link FakeService}. Immutable.
 *
 * @param mediaType the media type, for example {@code image/png}
 * @param name the file name
 * @param content the content, a copy
 * @param stored the time of storage, unique within the service
 */
public record FakeFile(String mediaType, String name, byte[] content, Instant stored) {

	@Override
	public byte[] content() {
		return this.content.clone();
	}

	@Override
	public String toString() {
		return this.name + " (" + this.mediaType + ", " + this.content.length + " bytes)";
	}

}
