package dev.hyperclient.cookbook.service;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Remembers the last requests.
 */
final class RequestLog {

	private static final int LENGTH = 3000;

	private final Deque<RecordedRequest> requests = new ArrayDeque<>();

	synchronized void add(RecordedRequest request) {
		if (this.requests.size() == LENGTH) {
			this.requests.removeFirst();
		}
		this.requests.addLast(request);
	}

	synchronized List<RecordedRequest> requests() {
		return List.copyOf(this.requests);
	}

	synchronized void clear() {
		this.requests.clear();
	}

}
