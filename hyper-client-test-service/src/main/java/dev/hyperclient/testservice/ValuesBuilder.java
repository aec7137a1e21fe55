package dev.hyperclient.testservice;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import dev.hyperclient.testservice.ValueBuilder.DeclaredValue;

/**
 * Declares the attributes of a type or the parameters of an operation. Values are
 * optional unless {@link ValueBuilder#required()} is called.
 *
 * @param <B> the type of the builder
 */
abstract sealed class ValuesBuilder<B extends ValuesBuilder<B>> permits TypeBuilder, OperationBuilder {

	private final Map<String, DeclaredValue<?>> values = new LinkedHashMap<>();

	/**
	 * Add a text.
	 * @param name the name
	 * @return this builder
	 */
	public B text(String name) {
		return text(name, (value) -> {
		});
	}

	/**
	 * Add a text.
	 * @param name the name
	 * @param options declares the options
	 * @return this builder
	 */
	public B text(String name, Consumer<ValueBuilder> options) {
		return add(ValueDefinition.text(name), options);
	}

	/**
	 * Add an integer of 32 bits.
	 * @param name the name
	 * @return this builder
	 */
	public B integer(String name) {
		return integer(name, (value) -> {
		});
	}

	/**
	 * Add an integer of 32 bits.
	 * @param name the name
	 * @param options declares the options
	 * @return this builder
	 */
	public B integer(String name, Consumer<ValueBuilder> options) {
		return add(ValueDefinition.integer(name), options);
	}

	/**
	 * Add a decimal number.
	 * @param name the name
	 * @return this builder
	 */
	public B decimal(String name) {
		return decimal(name, (value) -> {
		});
	}

	/**
	 * Add a decimal number.
	 * @param name the name
	 * @param options declares the options
	 * @return this builder
	 */
	public B decimal(String name, Consumer<ValueBuilder> options) {
		return add(ValueDefinition.decimal(name), options);
	}

	/**
	 * Add a boolean.
	 * @param name the name
	 * @return this builder
	 */
	public B bool(String name) {
		return bool(name, (value) -> {
		});
	}

	/**
	 * Add a boolean.
	 * @param name the name
	 * @param options declares the options
	 * @return this builder
	 */
	public B bool(String name, Consumer<ValueBuilder> options) {
		return add(ValueDefinition.bool(name), options);
	}

	/**
	 * Add a date.
	 * @param name the name
	 * @return this builder
	 */
	public B date(String name) {
		return date(name, (value) -> {
		});
	}

	/**
	 * Add a date.
	 * @param name the name
	 * @param options declares the options
	 * @return this builder
	 */
	public B date(String name, Consumer<ValueBuilder> options) {
		return add(ValueDefinition.date(name), options);
	}

	/**
	 * Add a text that is one of several options.
	 * @param name the name
	 * @param permitted the permitted texts
	 * @return this builder
	 */
	public B choice(String name, String... permitted) {
		return choice(name, List.of(permitted), (value) -> {
		});
	}

	/**
	 * Add a text that is one of several options.
	 * @param name the name
	 * @param permitted the permitted texts
	 * @param options declares the options of the value
	 * @return this builder
	 */
	public B choice(String name, List<String> permitted, Consumer<ValueBuilder> options) {
		if (permitted.isEmpty()) {
			throw new IllegalArgumentException(
					"The choice '%s' needs the permitted texts: choice(\"%s\", \"first\", \"second\")".formatted(name,
							name));
		}
		if (Set.copyOf(permitted).size() != permitted.size()) {
			throw new IllegalArgumentException("The choice '" + name + "' has a permitted text twice: " + permitted);
		}
		return add(ValueDefinition.choice(name, permitted), options);
	}

	/**
	 * Add a link to an entry.
	 * @param name the name, without the suffix {@code _link}
	 * @param type the name of the entry type
	 * @return this builder
	 */
	public B link(String name, String type) {
		return link(name, type, (value) -> {
		});
	}

	/**
	 * Add a link to an entry.
	 * @param name the name, without the suffix {@code _link}
	 * @param type the name of the entry type
	 * @param options declares the options
	 * @return this builder
	 */
	public B link(String name, String type, Consumer<ValueBuilder> options) {
		return add(ValueDefinition.link(name, FakeEntry.class, type), options);
	}

	/**
	 * Add a hosted file, or a parameter whose value is the content of a file.
	 * @param name the name
	 * @return this builder
	 */
	public B file(String name) {
		return add(ValueDefinition.file(name), (value) -> {
		});
	}

	Map<String, DeclaredValue<?>> values() {
		return this.values;
	}

	abstract B self();

	abstract String subject();

	private <T> B add(ValueDefinition<T> value, Consumer<ValueBuilder> options) {
		ValueBuilder builder = new ValueBuilder();
		options.accept(builder);
		return add(builder.build(value));
	}

	B add(DeclaredValue<?> declared) {
		String name = Advice.requireName("an attribute or parameter of " + subject(), declared.value().name());
		if (this.values.putIfAbsent(name, declared) != null) {
			throw new IllegalArgumentException("'" + name + "' of " + subject() + " is declared twice");
		}
		return self();
	}

}
