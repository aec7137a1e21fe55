package dev.hyperclient.cookbook.service;

import java.io.ByteArrayOutputStream;

/**
 * Collects the body of a request up to a limit. What exceeds it a little is read and
 * forgotten, because most clients look at the answer only after they have sent
 * everything.
 */
final class BoundedBody {

	static final int LARGEST = 1024 * 1024;

	private static final long ENOUGH = 16L * LARGEST;

	private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

	private long size;

	void add(byte[] more) {
		this.size += more.length;
		if (this.size > ENOUGH) {
			throw RequestRefusedException.with(Status.CONTENT_TOO_LARGE, "The body is far too large.");
		}
		if (this.size <= LARGEST) {
			this.bytes.writeBytes(more);
		}
		else {
			this.bytes.reset();
		}
	}

	boolean tooLarge() {
		return this.size > LARGEST;
	}

	byte[] bytes() {
		return this.bytes.toByteArray();
	}

}
