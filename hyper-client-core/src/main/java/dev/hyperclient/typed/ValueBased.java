package dev.hyperclient.typed;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * An object that is equal to another one of its class with an equal value, and has the
 * text of that value.
 *
 * @param <T> the type of the value
 */
abstract class ValueBased<T> {

	private final T value;

	ValueBased(T value, String name) {
		this.value = Objects.requireNonNull(value, () -> "'" + name + "' must not be null");
	}

	final T based() {
		return this.value;
	}

	@Override
	public final boolean equals(@Nullable Object other) {
		return other instanceof ValueBased<?> that && that.getClass() == getClass() && that.value.equals(this.value);
	}

	@Override
	public final int hashCode() {
		return this.value.hashCode();
	}

	@Override
	public final String toString() {
		return this.value.toString();
	}

}
