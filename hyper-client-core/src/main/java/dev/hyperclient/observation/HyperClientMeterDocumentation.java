package dev.hyperclient.observation;

import dev.hyperclient.cache.micrometer.HttpCacheMeterBinder;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;

/**
 * The meters of the client in addition to its observation. All are registered at startup.
 */
enum HyperClientMeterDocumentation implements MeterDocumentation {

	/**
	 * Requests of the application by cache outcome.
	 */
	CACHE(HttpCacheMeterBinder.CACHE, Meter.Type.COUNTER, KeyNames.CLIENT, KeyNames.OUTCOME, KeyNames.RULE),

	/**
	 * Bytes of content that were not transferred because of a hit or a 304.
	 */
	CACHE_SAVED(HttpCacheMeterBinder.SAVED, Meter.Type.COUNTER, KeyNames.CLIENT),

	/**
	 * Requests that were repeated because a 304 did not confirm a stored response.
	 */
	CACHE_REPEATS(HttpCacheMeterBinder.REPEATS, Meter.Type.COUNTER, KeyNames.CLIENT),

	/**
	 * Number of stored responses.
	 */
	CACHE_ENTRIES(HttpCacheMeterBinder.ENTRIES, Meter.Type.GAUGE, KeyNames.CLIENT),

	/**
	 * Bytes that the stored responses take.
	 */
	CACHE_STORED(HttpCacheMeterBinder.STORED, Meter.Type.GAUGE, KeyNames.CLIENT),

	/**
	 * Whether the store of the cache reports a failure.
	 */
	CACHE_DEGRADED(HttpCacheMeterBinder.DEGRADED, Meter.Type.GAUGE, KeyNames.CLIENT),

	/**
	 * Requests whose lookup in a shared store had no reply in time.
	 */
	CACHE_LATE(HttpCacheMeterBinder.LATE, Meter.Type.COUNTER, KeyNames.CLIENT),

	/**
	 * Requests of the application that were answered without a request to the service, or
	 * not.
	 */
	COMMON_GETS("cache.gets", Meter.Type.COUNTER, KeyNames.CACHE, KeyNames.CACHE_MANAGER, KeyNames.NAME,
			KeyNames.RESULT),

	/**
	 * Stored responses.
	 */
	COMMON_PUTS("cache.puts", Meter.Type.COUNTER, KeyNames.CACHE, KeyNames.CACHE_MANAGER, KeyNames.NAME),

	/**
	 * Stored responses that were removed because of a limit.
	 */
	COMMON_EVICTIONS("cache.evictions", Meter.Type.COUNTER, KeyNames.CACHE, KeyNames.CACHE_MANAGER, KeyNames.NAME),

	/**
	 * Number of stored responses, under the common name.
	 */
	COMMON_SIZE("cache.size", Meter.Type.GAUGE, KeyNames.CACHE, KeyNames.CACHE_MANAGER, KeyNames.NAME),

	/**
	 * Requests of health checks by cache outcome.
	 */
	HEALTH(HttpCacheMeterBinder.HEALTH, Meter.Type.COUNTER, KeyNames.CLIENT, KeyNames.OUTCOME, KeyNames.RULE),

	/**
	 * Requests that were sent again after a 429, 502 or 503.
	 */
	RETRIES("hyper.client.retries", Meter.Type.COUNTER, KeyNames.CLIENT),

	/**
	 * Requests that were sent again because a reused connection ended without a response.
	 */
	REPEATS("hyper.client.repeats", Meter.Type.COUNTER, KeyNames.CLIENT),

	/**
	 * Time since the root was last fetched or validated.
	 */
	ROOT_AGE("hyper.client.root.age", Meter.Type.GAUGE, KeyNames.CLIENT),

	/**
	 * Time to fetch both documents of the root, from the service or the cache.
	 */
	ROOT_FETCH("hyper.client.root.fetch", Meter.Type.TIMER, KeyNames.CLIENT),

	/**
	 * Time to read both documents of the root.
	 */
	ROOT_PARSE("hyper.client.root.parse", Meter.Type.TIMER, KeyNames.CLIENT);

	private final String meter;

	private final Meter.Type type;

	private final KeyName[] keyNames;

	HyperClientMeterDocumentation(String meter, Meter.Type type, KeyName... keyNames) {
		this.meter = meter;
		this.type = type;
		this.keyNames = keyNames;
	}

	@Override
	public String getName() {
		return this.meter;
	}

	@Override
	public Meter.Type getType() {
		return this.type;
	}

	@Override
	public KeyName[] getKeyNames() {
		return this.keyNames.clone();
	}

	/**
	 * The tags of the meters.
	 */
	enum KeyNames implements KeyName {

		/**
		 * Name of the client.
		 */
		CLIENT("client"),

		/**
		 * Cache outcome: "hit", "revalidated", "miss" or "bypass".
		 */
		OUTCOME("outcome"),

		/**
		 * Name or number of the cache rule that decided on the request, or "none".
		 */
		RULE("rule"),

		/**
		 * Name of the client, as for any cache.
		 */
		CACHE("cache"),

		/**
		 * "hyper-client", as for any cache.
		 */
		CACHE_MANAGER("cache.manager"),

		/**
		 * Name of the client, as for any cache.
		 */
		NAME("name"),

		/**
		 * "hit" or "miss".
		 */
		RESULT("result");

		private final String text;

		KeyNames(String text) {
			this.text = text;
		}

		@Override
		public String asString() {
			return this.text;
		}

	}

}
