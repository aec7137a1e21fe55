package dev.hyperclient.internal.access;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * A part of public objects that the modules of this version share, and that applications
 * do not see. The public type sets how it is found when it is initialized, thus before
 * there is an object, as the {@code SharedSecrets} of the JDK. Thread-safe.
 *
 * @param <T> the type of the part
 */
public final class HiddenPart<T> {

	private volatile Function<@Nullable Object, @Nullable T> finder = (owner) -> null;

	/**
	 * Set how the part is found.
	 * @param type the public type. Objects of others have no such part
	 * @param part returns the part of an object
	 */
	public <O> void foundIn(Class<O> type, Function<O, T> part) {
		this.finder = (owner) -> type.isInstance(owner) ? part.apply(type.cast(owner)) : null;
	}

	/**
	 * Return the part of an object.
	 * @param owner the object, {@code null} for none
	 * @return the part, empty if objects of this type have none
	 */
	public Optional<T> of(@Nullable Object owner) {
		return Optional.ofNullable(this.finder.apply(owner));
	}

	/**
	 * Return the part of an object that has one.
	 * @param owner the object
	 * @return the part
	 */
	public T in(Object owner) {
		return Objects.requireNonNull(this.finder.apply(owner), "No such object");
	}

}
