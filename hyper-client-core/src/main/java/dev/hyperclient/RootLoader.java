package dev.hyperclient;

import java.net.URI;
import java.time.Duration;

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
 * Fetches the two documents that make a root: the description from the address that the
 * application gave, the links from the address that the description names.
 *
 * @param exchange the way to the service
 * @param serviceRoot the address that the application gave
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

	Loaded load(boolean refresh) {
		long start = System.nanoTime();
		ServiceResponse wadl = get(this.serviceRoot, WADL, "description", refresh);
		long wadlFetched = System.nanoTime();
		if (!ServiceContext.mediaType(wadl).endsWith("xml")) {
			throw new ServiceDescriptionException(this.serviceRoot,
					"%s serves %s where a service describes itself as %s; check the address and the version (%s, %s)"
						.formatted(this.serviceRoot, ServiceContext.mediaType(wadl), WADL, this.names.key("base-url"),
								this.names.key("version")));
		}
		Description description = new Description(WadlParser.parse(wadl.body(), wadl.uri(), this.limit));
		long wadlParsed = System.nanoTime();
		URI base = description.base();
		ServiceResponse json = get(base, ServiceContext.JSON, refresh ? "refresh" : "get", refresh);
		long jsonFetched = System.nanoTime();
		Loaded loaded = new Loaded(description, ServiceContext.object(new JsonReader(this.limit), base, json));
		long jsonParsed = System.nanoTime();
		tell(Duration.ofNanos(wadlFetched - start + jsonFetched - wadlParsed),
				Duration.ofNanos(wadlParsed - wadlFetched + jsonParsed - jsonFetched));
		return loaded;
	}

	private void tell(Duration fetching, Duration parsing) {
		try {
			this.listener.onLoaded(fetching, parsing);
		}
		catch (RuntimeException ex) {
			logger.warn("A listener of the root failed; the root is there", ex);
		}
	}

	private ServiceResponse get(URI uri, String mediaType, String operation, boolean refresh) {
		HttpHeaders headers = ServiceContext.accept(mediaType);
		if (refresh) {
			headers.setCacheControl("no-cache");
		}
		return this.exchange.exchange(
				ServiceRequest.get(uri, headers).withCall(CallDescription.of(CallDescription.ROOT_TYPE, operation)));
	}

}
