package dev.hyperclient;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.hyperclient.call.RootListener;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.http.CallDescription;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.document.MemoryLimit;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.exchange.SettingNames;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.json.JsonReader;
import dev.hyperclient.wadl.WadlParser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;

/**
 * Fetches the two documents that make a root: the description from the URL that the
 * application gave, the links from the URL that the description names.
 *
 * @param exchange the way to the service
 * @param serviceRoot the URL that the application gave
 * @param listener hears of how long it took
 * @param names how messages name the settings
 * @param limit the memory that each document may take
 */
record RootLoader(ExchangeClient exchange, URI serviceRoot, RootListener listener, SettingNames names,
		MemoryLimit limit) {

	private static final Logger logger = LoggerFactory.getLogger(RootLoader.class);

	private static final String WADL = "application/vnd.sun.wadl+xml";

	record Loaded(Description description, JsonObject representation) {
	}

	/**
	 * Fetch both. The JSON is read along with the description that leads to it: a stored
	 * description whose JSON cannot be had is requested again as well.
	 */
	Loaded load(boolean refresh) {
		long start = System.nanoTime();
		AtomicLong parsing = new AtomicLong();
		Loaded loaded = get(this.serviceRoot, WADL, "description", refresh, (wadl) -> {
			Description description = timed(parsing, () -> description(wadl));
			URI base = description.base();
			return get(base, ServiceContext.JSON, refresh ? "refresh" : "get", refresh,
					(json) -> new Loaded(description, timed(parsing, () -> representation(description, json))));
		});
		tell(Duration.ofNanos(System.nanoTime() - start - parsing.get()), Duration.ofNanos(parsing.get()));
		return loaded;
	}

	private Description description(ServiceResponse wadl) {
		if (!ServiceContext.mediaType(wadl).endsWith("xml")) {
			throw new ServiceDescriptionException(this.serviceRoot,
					"%s serves %s where a service describes itself as %s; check the URL and the version (%s, %s)"
						.formatted(this.serviceRoot, ServiceContext.mediaType(wadl), WADL, this.names.key("base-url"),
								this.names.key("version")));
		}
		return new Description(WadlParser.parse(wadl.body(), wadl.uri(), this.limit));
	}

	/**
	 * Return the links of the root. Stored ones that were made for another scheme, host
	 * or port than the description are not taken: the service may have been corrected
	 * since.
	 */
	private JsonObject representation(Description description, ServiceResponse json) {
		URI base = description.base();
		JsonObject representation = ServiceContext.object(new JsonReader(this.limit), base, json);
		if (json.reused()) {
			description.typeOf(representation, description.rootType(), base);
		}
		return representation;
	}

	private static <T> T timed(AtomicLong nanos, Supplier<T> work) {
		long start = System.nanoTime();
		try {
			return work.get();
		}
		finally {
			nanos.addAndGet(System.nanoTime() - start);
		}
	}

	private void tell(Duration fetching, Duration parsing) {
		try {
			this.listener.onLoaded(fetching, parsing);
		}
		catch (RuntimeException ex) {
			logger.warn("A listener of the root failed; the root is there", ex);
		}
	}

	private <T> T get(URI uri, String mediaType, String operation, boolean refresh,
			Function<ServiceResponse, T> reader) {
		HttpHeaders headers = ServiceContext.accept(mediaType);
		if (refresh) {
			headers.setCacheControl("no-cache");
		}
		return this.exchange.read(
				ServiceRequest.get(uri, headers).withCall(CallDescription.of(CallDescription.ROOT_TYPE, operation)),
				reader);
	}

}
