package dev.hyperclient.cookbook.service;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What the service tells users beside the answer, as levels and messages.
 */
final class Notifications {

	static final String HEADER = "X-Lazr-Notifications";

	static final String NONE = "[]";

	private static final int INFO = 20;

	private Notifications() {
	}

	static String info(String message) {
		byte[] json = Json.bytes(Json.node(List.of(List.of(INFO, message))));
		return new String(json, StandardCharsets.US_ASCII);
	}

}
