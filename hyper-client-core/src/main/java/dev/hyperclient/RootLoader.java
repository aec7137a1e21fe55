package dev.hyperclient;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.http.CallDescription;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.document.MemoryLimit;
import dev.hyperclient.internal.exchange.CallLog;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.exchange.SettingNames;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.json.JsonReader;
import dev.hyperclient.wadl.DescriptionCache;

import org.springframework.http.HttpHeaders;

/**
 * Fetches the two documents of a root: the description from the base URL, and the JSON
 * representation from the URL that the description names.
 *
 * @param exchange makes the requests
 * @param baseUrl the base URL, with the version
 * @param listener is notified when the root is loaded
 * @param log logs that the root is loaded
 * @param names names of the settings for messages
 * @param limit the memory limit of each document
 * @param descriptions parses the description, or has kept it
 */
record RootLoader(ExchangeClient exchange, URI baseUrl, ClientListener listener, CallLog log, SettingNames names,
		MemoryLimit limit, DescriptionCache descriptions) {

	private static final String WADL = "application/vnd.sun.wadl+xml";

	record Loaded(Description description, JsonObject representation) {
	}

	/**
	 * Fetch both documents. The representation is read as part of the description: if it
	 * cannot be fetched from the URL in a stored description, the description is
	 * requested again, too.
	 */
	Loaded load(boolean refresh) {
		long start = System.nanoTime();
		AtomicLong parsing = new AtomicLong();
		AtomicBoolean reused = new AtomicBoolean();
		Loaded loaded = get(this.baseUrl, WADL, "description", refresh, (wadl) -> {
			Description description = timed(parsing, () -> description(wadl));
			URI base = description.base();
			return get(base, ServiceMessages.JSON, refresh ? "refresh" : "get", refresh, (json) -> {
				reused.set(wadl.reused() && json.reused());
				return new Loaded(description, timed(parsing, () -> representation(description, json)));
			});
		});
		this.log.rootLoaded(this.baseUrl, loaded.description().resourceTypes(), reused.get(), refresh,
				Duration.ofNanos(System.nanoTime() - start));
		this.listener.onRootLoaded(Duration.ofNanos(System.nanoTime() - start - parsing.get()),
				Duration.ofNanos(parsing.get()));
		return loaded;
	}

	private Description description(ServiceResponse wadl) {
		if (!ServiceMessages.mediaType(wadl).endsWith("xml")) {
			throw new ServiceDescriptionException(this.baseUrl,
					"%s serves %s instead of a description (%s)".formatted(this.baseUrl,
							ServiceMessages.mediaType(wadl), WADL),
					"Check the base URL and the version (%s, %s)".formatted(this.names.shortest(Setting.BASE_URL),
							this.names.shortest(Setting.VERSION)),
					null, null);
		}
		return new Description(this.descriptions.parse(wadl.bytes(), wadl.uri(), this.limit));
	}

	/**
	 * Return the representation. A stored one whose links have another scheme, host or
	 * port than the description is rejected, since the service may have been
	 * reconfigured.
	 */
	private JsonObject representation(Description description, ServiceResponse json) {
		URI base = description.base();
		JsonObject representation = ServiceMessages.object(new JsonReader(this.limit), base, json);
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

	private <T> T get(URI uri, String mediaType, String operation, boolean refresh,
			Function<ServiceResponse, T> reader) {
		HttpHeaders headers = ServiceMessages.accept(mediaType);
		if (refresh) {
			headers.setCacheControl("no-cache");
		}
		return this.exchange.read(
				ServiceRequest.get(uri, headers).withCall(CallDescription.of(CallDescription.ROOT_TYPE, operation)),
				reader);
	}

}
