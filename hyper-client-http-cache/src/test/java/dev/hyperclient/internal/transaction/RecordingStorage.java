package dev.hyperclient.internal.transaction;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.internal.transaction.ResponseAction.ContentStorage;

/**
 * Records the calls that it gets, with the lengths of content.
 */
final class RecordingStorage implements ContentStorage, ResponseWriter {

	/** The calls, the oldest first. */
	final List<String> calls = new CopyOnWriteArrayList<>();

	/** Run with each call that stores something or refuses to. */
	Runnable hook = () -> {
	};

	private final ByteArrayOutputStream content = new ByteArrayOutputStream();

	/** Return what has been stored and written. */
	byte[] content() {
		return this.content.toByteArray();
	}

	@Override
	public void store(byte[] content) {
		this.content.writeBytes(content);
		called("store " + content.length);
	}

	@Override
	public ResponseWriter open() {
		called("open");
		return this;
	}

	@Override
	public void refuse(String reason) {
		called("refuse: " + reason);
	}

	@Override
	public void abandon() {
		this.calls.add("abandon");
	}

	@Override
	public void write(ByteBuffer content) {
		byte[] bytes = new byte[content.remaining()];
		content.get(bytes);
		this.content.writeBytes(bytes);
		called("write " + bytes.length);
	}

	@Override
	public void commit() {
		called("commit");
	}

	@Override
	public void close() {
		this.calls.add("close");
	}

	private void called(String call) {
		this.calls.add(call);
		this.hook.run();
	}

}
