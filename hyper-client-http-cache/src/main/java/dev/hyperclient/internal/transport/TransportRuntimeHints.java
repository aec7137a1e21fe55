package dev.hyperclient.internal.transport;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Lets native images read the fields of {@link HiddenField}.
 */
final class TransportRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		for (HiddenField field : HiddenField.ALL) {
			hints.reflection()
				.registerTypeIfPresent(classLoader, field.className(), (type) -> type.withField(field.name()));
		}
	}

}
