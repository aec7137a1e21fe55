package dev.hyperclient.cookbook.service;

/**
 * How the arguments of an operation travel.
 */
enum OperationMethod {

	GET("GET"), FORM("POST"), MULTIPART("POST");

	private final String httpMethod;

	OperationMethod(String httpMethod) {
		this.httpMethod = httpMethod;
	}

	String httpMethod() {
		return this.httpMethod;
	}

}
