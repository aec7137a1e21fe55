package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.InvalidSettingException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Reads representations of a live service: the collections of its root, and what they
 * link to, below the URL of the root. Sends GET requests only, one at a time, and at most
 * a given number. Types of which the fewest entries were read come first. Not
 * thread-safe.
 */
final class ServiceCrawl implements RepresentationCheck.Recordings {

	private final Path overlay;

	private final URI url;

	private final @Nullable HttpAuthorizer authorizer;

	private final int limit;

	private final Duration timeout;

	private final WadlApplication application;

	private final Fields fields;

	private final List<Link> links = new ArrayList<>();

	private final Set<String> found = new HashSet<>();

	/** The number of entries by type. */
	private final Map<String, Integer> read = new HashMap<>();

	private int requests;

	/** The path of the root, which is left by no link and no redirect from a link. */
	private @Nullable String path;

	private boolean hasLeftPath;

	/**
	 * Create a reader.
	 * @param timeout the maximum time of a request; a service that needs longer is not
	 * asked again
	 */
	ServiceCrawl(Path overlay, URI url, @Nullable HttpAuthorizer authorizer, int limit, Duration timeout,
			WadlApplication application) {
		this.overlay = overlay;
		this.url = url;
		this.authorizer = authorizer;
		this.limit = limit;
		this.timeout = timeout;
		this.application = application;
		this.fields = new Fields(application, Overlay.NONE);
	}

	/**
	 * A link that was not followed yet.
	 *
	 * @param type the type of the entry, or of the entries of the collection
	 */
	private record Link(String url, String type) {

	}

	int requests() {
		return this.requests;
	}

	@Override
	public void forEachResource(BiConsumer<String, JsonNode> visitor) {
		BiConsumer<String, JsonNode> both = (place, resource) -> {
			resource(resource);
			visitor.accept(place, resource);
		};
		WebClient.Builder client = WebClient.builder().filter(this::limited);
		try (ServiceRoot root = DescriptionFetcher.root(this.url, this.authorizer, this.timeout, client);
				ServiceRoot observed = root
					.withAdditionalResponseListener((request, response) -> response(response, both))) {
			observed.type();
			this.path = observed.uri().getRawPath();
			for (Optional<Link> link = next(); link.isPresent() && this.requests < this.limit; link = next()) {
				follow(observed, link.get());
			}
		}
		catch (HyperClientException | InvalidSettingException ex) {
			// The URL may contain what must not be shown; the client shows the rest.
			throw new GeneratorException(this.overlay, 0,
					"is not changed: the service cannot be read: " + ex.getMessage(), ex);
		}
	}

	/**
	 * Follow a link. What this user may not read, or what is no longer there, has no
	 * types. A service that cannot be reached is not asked again.
	 */
	private void follow(ServiceRoot root, Link link) {
		try {
			root.load(link.url());
		}
		catch (TransportException ex) {
			// The limit, or the end of the path, may be within a redirect.
			if (this.requests < this.limit && !this.hasLeftPath) {
				throw ex;
			}
			this.hasLeftPath = false;
		}
		catch (HyperClientException | IllegalArgumentException ex) {
			return;
		}
	}

	private Mono<ClientResponse> limited(ClientRequest request, ExchangeFunction exchange) {
		if (request.method() != HttpMethod.GET || this.requests == this.limit) {
			return Mono.error(new IOException("more than %d requests".formatted(this.limit)));
		}
		this.hasLeftPath = this.path != null && !request.url().getRawPath().startsWith(this.path);
		if (this.hasLeftPath) {
			return Mono.error(new IOException("not below " + this.path));
		}
		this.requests++;
		return exchange.exchange(request);
	}

	private Optional<Link> next() {
		Optional<Link> next = this.links.stream()
			.min(Comparator.comparing((Link link) -> this.read.getOrDefault(link.type(), 0)));
		next.ifPresent(this.links::remove);
		return next;
	}

	private void response(ServiceResponse response, BiConsumer<String, JsonNode> visitor) {
		try {
			RecordedFiles.visit(response.shownUri(), RecordedFiles.MAPPER.readTree(response.bytes()), visitor);
		}
		catch (JacksonException ex) {
			// The description, or what the client refuses with a better message.
			return;
		}
	}

	private void resource(JsonNode resource) {
		String id = RecordedFiles.typeOf(resource);
		this.read.merge(id, 1, Integer::sum);
		this.application.findResourceTypeById(id)
			.ifPresent((type) -> Fields.all(type).forEach((field) -> link(field, resource)));
	}

	private void link(Param field, JsonNode resource) {
		String target = resource.path(field.name()).stringValue("");
		ResourceType type = this.fields.target(field);
		if (type == null || type.representation().isEmpty() || !target.startsWith("http") || !this.found.add(target)) {
			return;
		}
		Optional<ResourceType> entry = type.entryType().flatMap(this.application::findResourceType);
		this.links.add(new Link(target, entry.orElse(type).id()));
	}

}
