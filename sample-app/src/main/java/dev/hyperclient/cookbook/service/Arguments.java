package dev.hyperclient.cookbook.service;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;

import dev.hyperclient.cookbook.service.security.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of an operation after they were checked against its description.
 *
 * @param values the values by name; arguments that were not given are missing
 * @param caller who invokes the operation
 */
record Arguments(Map<String, Object> values, Caller caller) {

	String text(String name) {
		return required(name, String.class);
	}

	@Nullable String textOrNull(String name) {
		return (String) this.values.get(name);
	}

	LocalDate date(String name) {
		return required(name, LocalDate.class);
	}

	BigDecimal number(String name) {
		return required(name, BigDecimal.class);
	}

	boolean truth(String name) {
		return Boolean.TRUE.equals(this.values.get(name));
	}

	byte[] bytes(String name) {
		return required(name, byte[].class);
	}

	<E> E entry(String name, Class<E> type) {
		return required(name, type);
	}

	private <T> T required(String name, Class<T> type) {
		return type.cast(Objects.requireNonNull(this.values.get(name)));
	}

}
