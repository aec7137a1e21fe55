package dev.hyperclient;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.CallTags;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.description.DescriptionCache;
import dev.hyperclient.internal.description.WadlParser;
import dev.hyperclient.internal.document.MemoryLimit;
import dev.hyperclient.internal.exchange.CallLog;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.exchange.SettingNames;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.json.JsonReader;
import dev.hyperclient.internal.text.UrlText;
import org.jspecify.annotations.Nullable;

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

	/**
	 * The documents of a root.
	 *
	 * @param description the description
	 * @param representation the JSON representation
	 * @param versions identify the content of both documents
	 * @param stored whether both were stored before, perhaps without a request
	 */
	record Loaded(TypeLookup description, JsonObject representation, Versions versions, boolean stored) {
	}

	/**
	 * Identity of the content of two documents.
	 *
	 * @param description the URL and the content of the description
	 * @param representation the content of the representation
	 */
	record Versions(String description, String representation) {
	}

	/**
	 * Reason to load documents.
	 */
	private enum Reason {

		FIRST_USE, REFRESH, VALIDATION, CONFIRMATION;

		boolean isValidation() {
			return this == VALIDATION || this == CONFIRMATION;
		}

	}

	/** Fetch both documents, which were not fetched before. */
	Loaded load() {
		return load(Reason.FIRST_USE, null);
	}

	/**
	 * Validate both documents with the service.
	 * @return the known documents if both are unchanged
	 */
	Loaded refresh(Loaded known) {
		return load(Reason.REFRESH, known);
	}

	/**
	 * Validate the documents that are stale, in the background: without retries, and not
	 * reported as requests of the application.
	 * @return the known documents if both are unchanged
	 */
	Loaded validate(Loaded known) {
		Loaded loaded = load(Reason.VALIDATION, known);
		this.listener.onRootValidated();
		return loaded;
	}

	/**
	 * Validate both documents with the service, during a call: without retries, and never
	 * answered by the cache alone.
	 * @return the known documents if both are unchanged
	 */
	Loaded confirm(Loaded known) {
		return load(Reason.CONFIRMATION, known);
	}

	/** Return the exception for a service that no longer has its root. */
	ServiceDescriptionException gone(HTTPError missing, HTTPError root) {
		return new ServiceDescriptionException(this.baseUrl,
				"%s was answered with %d, and so was the root of the service, %s, with %d: whether the entry exists is unknown"
					.formatted(UrlText.of(missing.uri()), missing.status(), this.baseUrl, root.status()),
				checkUrl(), root, null);
	}

	private String checkUrl() {
		return "Check the base URL and the version (%s, %s)".formatted(this.names.shortest(Setting.BASE_URL),
				this.names.shortest(Setting.VERSION));
	}

	/** Fetch the description as text. */
	String descriptionText() {
		return get(this.baseUrl, WADL, Reason.FIRST_USE, (wadl) -> {
			requireXml(wadl);
			return WadlParser.text(wadl.bytes());
		});
	}

	/**
	 * Fetch both documents. The representation is read as part of the description: if it
	 * cannot be fetched from the URL in a stored description, the description is
	 * requested again, too. What is unchanged is not parsed again.
	 */
	private Loaded load(Reason reason, @Nullable Loaded known) {
		long start = System.nanoTime();
		AtomicLong parsing = new AtomicLong();
		AtomicBoolean reused = new AtomicBoolean();
		Loaded loaded = get(this.baseUrl, WADL, reason, (wadl) -> {
			String version = DescriptionCache.version(wadl.bytes());
			String located = wadl.uri() + version;
			TypeLookup description = (known != null && known.versions().description().equals(located))
					? known.description() : timed(parsing, () -> description(wadl, version));
			return get(description.application().base(), ServiceMessages.JSON, reason, (json) -> {
				reused.set(wadl.reused() && json.reused());
				Versions versions = new Versions(located, DescriptionCache.version(json.bytes()));
				return (known != null && known.versions().equals(versions)) ? known : new Loaded(description,
						timed(parsing, () -> representation(description, json)), versions, reused.get());
			});
		});
		if (!reason.isValidation() || loaded != known) {
			long nanos = System.nanoTime() - start;
			this.log.rootLoaded(this.baseUrl, loaded.description().application().resourceTypes().size(), reused.get(),
					reason != Reason.FIRST_USE, Duration.ofNanos(nanos));
			this.listener.onRootLoaded(Duration.ofNanos(nanos - parsing.get()), Duration.ofNanos(parsing.get()));
		}
		return loaded;
	}

	private TypeLookup description(ServiceResponse wadl, String version) {
		requireXml(wadl);
		return new TypeLookup(this.descriptions.parse(wadl.bytes(), version, wadl.uri(), this.limit));
	}

	private void requireXml(ServiceResponse wadl) {
		if (!ServiceMessages.mediaType(wadl).endsWith("xml")) {
			throw new ServiceDescriptionException(this.baseUrl, "%s serves %s instead of a description (%s)"
				.formatted(this.baseUrl, ServiceMessages.mediaType(wadl), WADL), checkUrl(), null, null);
		}
	}

	/**
	 * Return the representation. A stored one whose links have another scheme, host or
	 * port than the description is rejected, since the service may have been
	 * reconfigured.
	 */
	private JsonObject representation(TypeLookup description, ServiceResponse json) {
		URI base = description.application().base();
		JsonObject representation = ServiceMessages.object(new JsonReader(this.limit), base, json);
		if (json.reused()) {
			description.typeOf(representation, description.application().rootType(), base);
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

	private <T> T get(URI uri, String mediaType, Reason reason, Function<ServiceResponse, T> reader) {
		HttpHeaders headers = ServiceMessages.accept(mediaType);
		if (reason == Reason.REFRESH || reason == Reason.CONFIRMATION) {
			headers.setCacheControl("no-cache");
		}
		ServiceRequest request = ServiceRequest.get(uri, headers)
			.withCall(CallTags.of(CallTags.ROOT_TYPE, operation(mediaType, reason)));
		return reason.isValidation() ? this.exchange.validate(request, (response) -> reader.apply(confirmed(response)))
				: this.exchange.read(request, reader);
	}

	private static ServiceResponse confirmed(ServiceResponse response) {
		if (response.stale()) {
			throw new TransportException(response.uri(),
					"%s could not be validated: the service did not answer, or was not asked in a pause"
						.formatted(response.shownUri()),
					null);
		}
		return response;
	}

	private static String operation(String mediaType, Reason reason) {
		if (reason.isValidation()) {
			return "validate";
		}
		if (mediaType.equals(WADL)) {
			return "description";
		}
		return (reason == Reason.REFRESH) ? "refresh" : "get";
	}

}
