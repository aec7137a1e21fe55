package dev.hyperclient.testservice;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Validated arguments of an operation. Getters throw {@code IllegalArgumentException} for
 * a name that is not a parameter of the operation, and {@code NullPointerException} for
 * an optional argument that was not sent, unless stated otherwise.
 *
 * @param values the values by name, without those that were not sent
 * @param parameters the names of all parameters
 * @param caller the caller of the operation
 */
public record ArgumentValues(Map<String, Object> values, Set<String> parameters, Caller caller) {

	/**
	 * Return a text.
	 * @param name the name of the parameter
	 * @return the value; the path of the entry that a link refers to
	 */
	public String text(String name) {
		return (find(name) instanceof FakeEntry entry) ? entry.path() : get(name, String.class);
	}

	/**
	 * Return an optional text.
	 * @param name the name of the parameter
	 * @return the value, or {@code null} if it was not sent
	 */
	public @Nullable String textOrNull(String name) {
		return (find(name) != null) ? text(name) : null;
	}

	/**
	 * Return a date.
	 * @param name the name of the parameter
	 * @return the value
	 */
	public LocalDate date(String name) {
		return get(name, LocalDate.class);
	}

	/**
	 * Return a date with a time.
	 * @param name the name of the parameter
	 * @return the value
	 */
	public Instant dateTime(String name) {
		return get(name, Instant.class);
	}

	/**
	 * Return a list of texts.
	 * @param name the name of the parameter
	 * @return the value
	 */
	public List<String> texts(String name) {
		List<?> texts = get(name, List.class);
		return texts.stream().map(String::valueOf).toList();
	}

	/**
	 * Return a JSON object as a map.
	 * @param name the name of the parameter
	 * @return the value
	 */
	public Map<String, @Nullable Object> map(String name) {
		return ServiceJson.map(ServiceJson.node(get(name, Map.class)));
	}

	/**
	 * Return an integer.
	 * @param name the name of the parameter
	 * @return the value
	 */
	public int integer(String name) {
		return get(name, Integer.class);
	}

	/**
	 * Return a decimal number.
	 * @param name the name of the parameter
	 * @return the value, even if an integer was sent
	 */
	public BigDecimal decimal(String name) {
		return new BigDecimal(get(name, Number.class).toString());
	}

	/**
	 * Return a boolean.
	 * @param name the name of the parameter
	 * @return the value, {@code false} if it was not sent
	 */
	public boolean bool(String name) {
		return Boolean.TRUE.equals(find(name));
	}

	/**
	 * Return the content of a file.
	 * @param name the name of the parameter
	 * @return the content
	 */
	public byte[] bytes(String name) {
		return get(name, byte[].class);
	}

	/**
	 * Return the entry that a link refers to. A link to an entry of another service that
	 * the fake service does not have is a {@link #text}.
	 * @param name the name of the parameter
	 * @return the entry
	 * @throws RequestRefusedException if the fake service does not have it (status 400)
	 */
	public FakeEntry entry(String name) {
		if (find(name) instanceof String missing) {
			throw RequestRefusedException.badRequest("%s: No such object \"%s\".".formatted(name, missing));
		}
		return get(name, FakeEntry.class);
	}

	private <T> T get(String name, Class<T> type) {
		return type.cast(Objects.requireNonNull(find(name),
				() -> "The optional argument '" + name + "' was not sent: ask values().containsKey(...) first"));
	}

	private @Nullable Object find(String name) {
		if (!this.parameters.contains(name)) {
			throw Advice.unknown("parameter", name, this.parameters);
		}
		return this.values.get(name);
	}

}
