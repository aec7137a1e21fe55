package dev.hyperclient.testservice;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Declares the attributes of a type or the parameters of an operation. Values are
 * optional unless {@link ValueBuilder#required()} is called.
 *
 * @param <B> the type of the builder
 */
abstract sealed class ValuesBuilder<B extends ValuesBuilder<B>> permits TypeBuilder, OperationBuilder {

	private final Map<String, ValueDefinition> values = new LinkedHashMap<>();

	/**
	 * Add a text.
	 * @param name the name
	 * @param options the options
	 * @return this builder
	 */
	public B text(String name, ValueBuilder.Option... options) {
		return add(name, Kind.TEXT, options);
	}

	/**
	 * Add an integer of 32 bits.
	 * @param name the name
	 * @param options the options
	 * @return this builder
	 */
	public B integer(String name, ValueBuilder.Option... options) {
		return add(name, Kind.INTEGER, options);
	}

	/**
	 * Add a decimal number.
	 * @param name the name
	 * @param options the options
	 * @return this builder
	 */
	public B decimal(String name, ValueBuilder.Option... options) {
		return add(name, Kind.DECIMAL, options);
	}

	/**
	 * Add a boolean.
	 * @param name the name
	 * @param options the options
	 * @return this builder
	 */
	public B bool(String name, ValueBuilder.Option... options) {
		return add(name, Kind.BOOLEAN, options);
	}

	/**
	 * Add a date.
	 * @param name the name
	 * @param options the options
	 * @return this builder
	 */
	public B date(String name, ValueBuilder.Option... options) {
		return add(name, Kind.DATE, options);
	}

	/**
	 * Add a date with a time in UTC.
	 * @param name the name
	 * @param options the options
	 * @return this builder
	 */
	public B dateTime(String name, ValueBuilder.Option... options) {
		return add(name, Kind.DATE_TIME, options);
	}

	/**
	 * Add a list of texts.
	 * @param name the name
	 * @param options the options
	 * @return this builder
	 */
	public B texts(String name, ValueBuilder.Option... options) {
		return add(name, Kind.TEXTS, options);
	}

	/**
	 * Add a JSON object, which is a map in Java.
	 * @param name the name
	 * @param options the options
	 * @return this builder
	 */
	public B map(String name, ValueBuilder.Option... options) {
		return add(name, Kind.OBJECT, options);
	}

	/**
	 * Add a text that is one of several options.
	 * @param name the name
	 * @param permitted the permitted texts
	 * @return this builder
	 */
	public B choice(String name, String... permitted) {
		return choice(name, List.of(permitted));
	}

	/**
	 * Add a text that is one of several options.
	 * @param name the name
	 * @param permitted the permitted texts
	 * @param options the options of the value
	 * @return this builder
	 */
	public B choice(String name, List<String> permitted, ValueBuilder.Option... options) {
		Advice.require(!permitted.isEmpty(),
				"The choice '%1$s' needs the permitted texts: choice(\"%1$s\", \"first\", \"second\")", name);
		Advice.require(Set.copyOf(permitted).size() == permitted.size(),
				"The choice '%s' has a permitted text twice: %s", name, permitted);
		return add(name, Kind.CHOICE, List.copyOf(permitted), null, null, options);
	}

	/**
	 * Add a link to an entry.
	 * @param name the name, without the suffix {@code _link}
	 * @param type the name of the entry type
	 * @param options the options
	 * @return this builder
	 */
	public B link(String name, String type, ValueBuilder.Option... options) {
		return add(name, Kind.LINK, List.of(), type, null, options);
	}

	/**
	 * Add a hosted file, or the content of a file as a parameter.
	 * @param name the name, without the suffix {@code _link}
	 * @param options the options
	 * @return this builder
	 */
	public B file(String name, ValueBuilder.Option... options) {
		return add(name, Kind.FILE, options);
	}

	Map<String, ValueDefinition> values() {
		return this.values;
	}

	abstract String subject();

	@SuppressWarnings("unchecked")
	B add(String name, Kind kind, List<String> permitted, @Nullable String target, @Nullable String link,
			ValueBuilder.Option... options) {
		ValueBuilder builder = new ValueBuilder();
		for (ValueBuilder.Option option : options) {
			option.apply(builder);
		}
		Advice.requireName("an attribute or parameter of " + subject(), name);
		Advice.declare(this.values, name, builder.build(name, kind, permitted, target, link),
				"'" + name + "' of " + subject());
		return (B) this;
	}

	private B add(String name, Kind kind, ValueBuilder.Option... options) {
		return add(name, kind, List.of(), null, null, options);
	}

}
