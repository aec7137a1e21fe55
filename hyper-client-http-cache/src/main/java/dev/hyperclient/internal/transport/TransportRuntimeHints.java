package dev.hyperclient.internal.transport;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Lets native images read the fields of {@link PrivateField}, and find the optional
 * classes that are looked up by name.
 */
final class TransportRuntimeHints implements RuntimeHintsRegistrar {

	private static final List<String> OPTIONAL = List.of("reactor.netty.http.client.HttpClient",
			"org.springframework.web.reactive.function.client.WebClient");

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		for (PrivateField field : PrivateField.values()) {
			hints.reflection()
				.registerTypeIfPresent(classLoader, field.className(), (type) -> type.withField(field.fieldName()));
		}
		OPTIONAL.forEach((type) -> hints.reflection().registerTypeIfPresent(classLoader, type));
	}

}
