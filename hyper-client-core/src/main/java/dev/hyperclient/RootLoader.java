package dev.hyperclient;

import java.net.URI;

import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.wadl.WadlParser;

import org.springframework.http.HttpHeaders;

/**
 * Fetches the two documents that make a root: the description from the address that the
 * application gave, the links from the address that the description names.
 *
 * @param exchange the way to the service
 * @param serviceRoot the address that the application gave
 */
record RootLoader(ExchangeClient exchange, URI serviceRoot) {

	private static final String WADL = "application/vnd.sun.wadl+xml";

	record Loaded(Description description, JsonObject representation) {
	}

	Loaded load(boolean refresh) {
		ServiceResponse wadl = get(this.serviceRoot, WADL, refresh);
		if (!ServiceContext.mediaType(wadl).endsWith("xml")) {
			throw new ServiceDescriptionException(this.serviceRoot,
					"%s serves %s where a service describes itself as %s; check the address and the version (hyper-client.base-url, hyper-client.version)"
						.formatted(this.serviceRoot, ServiceContext.mediaType(wadl), WADL));
		}
		Description description = new Description(WadlParser.parse(wadl.body(), wadl.uri()));
		URI base = description.base();
		return new Loaded(description, ServiceContext.object(base, get(base, ServiceContext.JSON, refresh)));
	}

	private ServiceResponse get(URI uri, String mediaType, boolean refresh) {
		HttpHeaders headers = ServiceContext.accept(mediaType);
		if (refresh) {
			headers.setCacheControl("no-cache");
		}
		return this.exchange.exchange(ServiceRequest.get(uri, headers));
	}

}
