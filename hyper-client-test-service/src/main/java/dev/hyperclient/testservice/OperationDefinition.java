package dev.hyperclient.testservice;

import java.util.List;

/**
 * A named operation.
 *
 * @param name the value of {@code ws.op}
 * @param summary the documentation, one sentence
 * @param method how arguments are sent
 * @param parameters the parameters in the order of the description
 * @param result the described result
 * @param handler the implementation
 * @param <D> the data of the service
 * @param <S> the subject: a stored entry, or the data for a collection
 */
public record OperationDefinition<D, S>(String name, String summary, Method method, List<ValueDefinition<?>> parameters,
		Result result, Handler<D, S> handler) {

	/**
	 * How the arguments of an operation are sent.
	 */
	public enum Method {

		/** In the query of a GET. */
		GET("GET"),

		/** In a URL-encoded form. */
		FORM("POST"),

		/** In a multipart form. */
		MULTIPART("POST");

		private final String httpMethod;

		Method(String httpMethod) {
			this.httpMethod = httpMethod;
		}

		String httpMethod() {
			return this.httpMethod;
		}

	}

	/**
	 * The described result of an operation.
	 *
	 * @param kind the kind of result
	 * @param type the name of the entry type; empty if there is none
	 */
	public record Result(Kind kind, String type) {

		/** No result. */
		public static final Result NONE = new Result(Kind.NONE, "");

		/**
		 * Create a result that is a page of entries.
		 * @param type the name of the entry type
		 * @return the result
		 */
		public static Result page(String type) {
			return new Result(Kind.PAGE, type);
		}

		/**
		 * Create a result that is an entry or null.
		 * @param type the name of the entry type
		 * @return the result
		 */
		public static Result entry(String type) {
			return new Result(Kind.ENTRY, type);
		}

		/**
		 * Create a result that is the URL of a new entry.
		 * @param type the name of the entry type
		 * @return the result
		 */
		public static Result created(String type) {
			return new Result(Kind.CREATED, type);
		}

		/** The kinds of results. */
		public enum Kind {

			/** A page of entries. */
			PAGE,

			/** An entry or null. */
			ENTRY,

			/** The URL of a new entry. */
			CREATED,

			/** No result. */
			NONE

		}

	}

	/**
	 * Implementation of an operation.
	 *
	 * @param <D> the data of the service
	 * @param <S> the subject
	 */
	@FunctionalInterface
	public interface Handler<D, S> {

		/**
		 * Invoke the operation.
		 * @param data the data at the time of the request
		 * @param subject the entry, or the data for a collection
		 * @param arguments the arguments, valid according to the parameters
		 * @return the outcome
		 * @throws RequestRefusedException if the operation cannot be performed
		 */
		OperationOutcome<D> invoke(D data, S subject, ArgumentValues arguments);

	}

}
