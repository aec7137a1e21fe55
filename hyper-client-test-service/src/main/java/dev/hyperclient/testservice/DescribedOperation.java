package dev.hyperclient.testservice;

import java.util.Map;

/**
 * A named operation in a description.
 *
 * @param name the name
 * @param type the id of the type that has the operation
 * @param method the HTTP method, GET or POST
 * @param parameters the parameters by name
 * @param result the described result
 */
record DescribedOperation(String name, String type, String method, Map<String, DescribedValue> parameters,
		Result result) {

	boolean changesData() {
		return !this.method.equals("GET");
	}

	@Override
	public String toString() {
		return "the operation '" + this.name + "' of '" + this.type + "'";
	}

	/**
	 * The described result of an operation.
	 */
	enum Result {

		NONE, ENTRY, PAGE, CREATED

	}

}
