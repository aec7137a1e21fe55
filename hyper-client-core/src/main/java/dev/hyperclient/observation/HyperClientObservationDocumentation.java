package dev.hyperclient.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of the client.
 */
enum HyperClientObservationDocumentation implements ObservationDocumentation {

	/**
	 * A call of the service with all its parts: redirects, cache, retries and waits. The
	 * observation of WebClient for each request that is sent is a child of it; a call
	 * that is answered from the cache has none.
	 */
	CALL {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultHyperClientObservationConvention.class;
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return LowCardinalityKeyNames.values();
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return HighCardinalityKeyNames.values();
		}

	};

	/**
	 * Key names with few values.
	 */
	enum LowCardinalityKeyNames implements KeyName {

		/**
		 * Name of the client.
		 */
		CLIENT("client"),

		/**
		 * Id of the resource type in the service's description, "service-root" for the
		 * root, or "none" if it is not known before the call.
		 */
		RESOURCE_TYPE("resource.type"),

		/**
		 * Name of the named operation, or "get", "refresh", "size" (of a collection),
		 * "description" (of the service), "validate" (of the root, by health checks).
		 */
		OPERATION("operation"),

		/**
		 * HTTP method.
		 */
		METHOD("method"),

		/**
		 * Template that stands for the URL: "/" for the root, "/{recipe}" for a resource
		 * of the type "recipe", "/{recipes}?ws.op=find" for an operation that the URL
		 * names, and "/{resource}" if the type is not known.
		 */
		URI("uri"),

		/**
		 * HTTP status code of the response, or "IO_ERROR" if there is none.
		 */
		STATUS("status"),

		/**
		 * Kind of the status: "SUCCESS", "REDIRECTION" (also a 304), "CLIENT_ERROR",
		 * "SERVER_ERROR", or "UNKNOWN" if there is no response.
		 */
		OUTCOME("outcome"),

		/**
		 * Cache outcome: "hit", "revalidated", "miss", "bypass", or "none" if there is no
		 * response.
		 */
		CACHE_OUTCOME("cache.outcome"),

		/**
		 * Simple name of the exception that the call ended with, or "none".
		 */
		EXCEPTION("exception");

		private final String text;

		LowCardinalityKeyNames(String text) {
			this.text = text;
		}

		@Override
		public String asString() {
			return this.text;
		}

	}

	/**
	 * Key names with many values.
	 */
	enum HighCardinalityKeyNames implements KeyName {

		/**
		 * URL that the application requested.
		 */
		HTTP_URL("http.url");

		private final String text;

		HighCardinalityKeyNames(String text) {
			this.text = text;
		}

		@Override
		public String asString() {
			return this.text;
		}

	}

}
