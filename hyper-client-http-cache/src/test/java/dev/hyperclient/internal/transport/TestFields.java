package dev.hyperclient.internal.transport;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The private fields that are read, of Spring as it is or of another version of it. A
 * field is given by the name of its constant.
 */
public final class TestFields {

	/** The fields of Spring as it is. */
	public static final TestFields SPRING = new TestFields(PrivateFields.SPRING);

	private final PrivateFields fields;

	private TestFields(PrivateFields fields) {
		this.fields = fields;
	}

	/**
	 * Return the fields of a version that has none of them.
	 */
	public static TestFields none() {
		return new TestFields(new PrivateFields((field) -> "renamed"));
	}

	/**
	 * Return the fields of a version in which one has another name.
	 */
	public static TestFields without(String missing) {
		return named(Map.of(missing, "renamed"));
	}

	/**
	 * Return the fields of a version in which some have other names.
	 */
	public static TestFields named(Map<String, String> names) {
		return new TestFields(new PrivateFields((field) -> names.getOrDefault(field.name(), field.fieldName())));
	}

	/**
	 * Return the fields of Spring's adapters of HTTP clients.
	 */
	public static List<String> ofAdapters() {
		return Arrays.stream(PrivateField.values())
			.filter((field) -> field.adapter().endsWith("ClientHttp") && field != PrivateField.INTERCEPTED_FACTORY)
			.map(Enum::name)
			.toList();
	}

	public static String className(String field) {
		return PrivateField.valueOf(field).className();
	}

	public static String fieldName(String field) {
		return PrivateField.valueOf(field).fieldName();
	}

	/**
	 * Return whether a field is one of an adapter for a {@code WebClient}.
	 */
	public static boolean isReactive(String field) {
		return PrivateField.valueOf(field).adapter().contains(".reactive.");
	}

	/**
	 * Return the client of a request factory or connector over these fields.
	 */
	public ObservedClient client(Object transport) {
		return ObservedClient.of(transport, this.fields);
	}

}
