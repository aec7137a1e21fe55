package dev.hyperclient.cookbook.service;

import java.util.List;

/**
 * A named operation.
 *
 * @param name the value of {@code ws.op}
 * @param summary what to tell people about it
 * @param method how the arguments travel
 * @param arguments the arguments in the order of the description
 * @param result what it promises to answer
 * @param handler what it does
 * @param <S> what it is invoked on
 */
record OperationDescription<S>(String name, String summary, OperationMethod method, List<ValueDescription> arguments,
		ResultDescription result, Handler<S> handler) {

	/**
	 * What an operation does.
	 *
	 * @param <S> what it is invoked on
	 */
	@FunctionalInterface
	interface Handler<S> {

		OperationResult invoke(Library library, S subject, Arguments arguments);

	}

}
