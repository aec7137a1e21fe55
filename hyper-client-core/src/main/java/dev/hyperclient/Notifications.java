package dev.hyperclient;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.document.MemoryLimit;
import dev.hyperclient.internal.json.JsonReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the notifications of a response. Invalid ones are ignored.
 */
final class Notifications {

	private static final String HEADER = "X-Lazr-Notifications";

	private static final JsonReader READER = new JsonReader(MemoryLimit.of(1024 * 1024, HEADER));

	private Notifications() {
	}

	static List<Notification> of(ServiceResponse response) {
		String header = response.headers().getFirst(HEADER);
		if (header == null || header.equals("[]")) {
			return List.of();
		}
		try {
			@Nullable Object value = READER.read(header.getBytes(StandardCharsets.UTF_8), response.uri());
			return (value instanceof List<?> list) ? read(list) : List.of();
		}
		catch (UnexpectedResponseException ex) {
			return List.of();
		}
	}

	private static List<Notification> read(List<?> list) {
		List<Notification> notifications = new ArrayList<>(list.size());
		for (Object item : list) {
			if (item instanceof List<?> pair && pair.size() == 2 && pair.get(0) instanceof Long level
					&& pair.get(1) instanceof String message) {
				notifications.add(new Notification(level.intValue(), message));
			}
		}
		return Collections.unmodifiableList(notifications);
	}

}
