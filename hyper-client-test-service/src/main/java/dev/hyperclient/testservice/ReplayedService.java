package dev.hyperclient.testservice;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.hyperclient.testservice.OutgoingResponse.Status;
import dev.hyperclient.testservice.ResourceHandler.Outcome;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A service with the description of another one, and with representations of its
 * resources. URLs of the other service are replaced by those of this one. Immutable.
 *
 * @param name the name of the service in messages
 * @param base the URL of the other service's root
 * @param wadl the description
 * @param representations the JSON texts by normalized target below the root
 * @param rootLifetime the freshness lifetime of the root documents
 */
record ReplayedService(String name, URI base, String wadl, Map<String, String> representations, long rootLifetime) {

	private static final String DESCRIPTION = "description.wadl";

	private static final String WADL = "http://research.sun.com/wadl/2006/10";

	private static final String COLLECTION = "_collection_link";

	private static final long ROOT_LIFETIME = 3600;

	/**
	 * Read a description.
	 * @param name the name of the service in messages
	 * @param input the WADL document, which is not closed
	 * @return the service without representations other than that of the root
	 * @throws IllegalArgumentException if it is no WADL document or cannot be read
	 */
	static ReplayedService read(String name, InputStream input) {
		try {
			byte[] bytes = input.readAllBytes();
			ObjectNode root = ServiceJson.object();
			URI base = parse(name, bytes, root);
			for (String key : List.copyOf(root.propertyNames())) {
				root.put(key, base + key.substring(0, key.length() - COLLECTION.length()));
			}
			root.put("resource_type_link", base + "#" + ServiceDefinition.ROOT_TYPE);
			return new ReplayedService(name, base, new String(bytes, StandardCharsets.UTF_8), Map.of("", text(root)),
					ROOT_LIFETIME);
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("The description of '" + name + "' cannot be read: " + ex, ex);
		}
	}

	/**
	 * Read a folder with a description and representations.
	 * @param name the name of the service in messages
	 * @param folder the folder
	 * @return the service
	 * @throws IllegalArgumentException if there is no such folder or a file is invalid
	 */
	static ReplayedService read(String name, Path folder) {
		Path description = folder.resolve(DESCRIPTION);
		if (!Files.isRegularFile(description)) {
			throw new IllegalArgumentException(
					"There is no file '%s' in '%s': a folder to replay has the description of the service and a file for each representation"
						.formatted(DESCRIPTION, folder.toAbsolutePath()));
		}
		try (InputStream input = Files.newInputStream(description); Stream<Path> files = Files.list(folder)) {
			ReplayedService service = read(name, input);
			for (Path file : files.filter((path) -> path.toString().endsWith(".json")).sorted().toList()) {
				service = service.withRecorded(file);
			}
			return service;
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("'" + folder + "' cannot be replayed: " + ex, ex);
		}
	}

	String version() {
		String path = this.base.getPath();
		return path.substring(path.lastIndexOf('/', path.length() - 2) + 1, path.length() - 1);
	}

	ReplayedService withRepresentation(String target, String json) {
		JsonNode node = ServiceJson.parse(json.getBytes(StandardCharsets.UTF_8))
			.orElseThrow(() -> new IllegalArgumentException("The representation of '" + target + "' is no JSON text"));
		Map<String, String> more = new LinkedHashMap<>(this.representations);
		more.put(normalized(target), text(node));
		return new ReplayedService(this.name, this.base, this.wadl, more, this.rootLifetime);
	}

	ResourceHandler resource() {
		return (request, data) -> new Outcome(data, answer(request));
	}

	private OutgoingResponse answer(IncomingRequest request) {
		String target = request.path().encoded() + (request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery());
		String json = request.method().equals("GET") ? this.representations.get(normalized(target)) : null;
		if (json == null) {
			throw RequestRefusedException.with(Status.NOT_IMPLEMENTED,
					"The fake service '%s' has no answer for %s %s. It has the representations that it was given: add representation(\"%s\", ...) or a file to the replayed folder"
						.formatted(this.name, request.method(), target, target));
		}
		boolean root = normalized(target).isEmpty();
		if (root && ContentNegotiation.choose(request, List.of(OutgoingResponse.JSON, ContentNegotiation.WADL))
			.equals(ContentNegotiation.WADL)) {
			return rootDocument(ContentNegotiation.WADL, local(this.wadl, request));
		}
		String body = local(json, request);
		if (root) {
			return rootDocument(OutgoingResponse.JSON, body);
		}
		OutgoingResponse response = response(OutgoingResponse.JSON, body);
		String tag = tag(json);
		return (tag != null) ? response.with("ETag", tag) : response;
	}

	private OutgoingResponse rootDocument(String mediaType, String body) {
		return response(mediaType, body).with("ETag", EntityTags.of(body.getBytes(StandardCharsets.UTF_8)))
			.with("Cache-Control", "max-age=" + this.rootLifetime);
	}

	private static OutgoingResponse response(String mediaType, String body) {
		return OutgoingResponse.of(Status.OK, mediaType, body.getBytes(StandardCharsets.UTF_8)).with("Vary", "Accept");
	}

	private String local(String text, IncomingRequest request) {
		return text.replace(this.base.toString(), request.uris().root());
	}

	private ReplayedService withRecorded(Path file) throws IOException {
		JsonNode recorded = ServiceJson.parse(Files.readAllBytes(file)).orElse(ServiceJson.nullNode());
		if (!recorded.path("url").isString() || !recorded.has("body")) {
			throw new IllegalArgumentException(
					"'%s' is no recorded representation: it must be a JSON object with 'url', relative to the root, and 'body'"
						.formatted(file));
		}
		return withRepresentation(recorded.path("url").stringValue(), text(recorded.path("body")));
	}

	/**
	 * Return a target with one spelling of the path and one order of the query.
	 */
	private static String normalized(String target) {
		int query = target.indexOf('?');
		String path = ResourcePath.parse((query < 0) ? target : target.substring(0, query)).encoded();
		if (query < 0) {
			return path;
		}
		return path + "?"
				+ Stream.of(target.substring(query + 1).split("&"))
					.map((pair) -> PercentDecoder.utf8(PercentDecoder.decode(pair, true)))
					.sorted()
					.collect(Collectors.joining("&"));
	}

	private static @Nullable String tag(String json) {
		JsonNode tag = ServiceJson.parse(json.getBytes(StandardCharsets.UTF_8)).orElseThrow().path("http_etag");
		return tag.isString() ? tag.stringValue() : null;
	}

	private static String text(JsonNode node) {
		return new String(ServiceJson.bytes(node), StandardCharsets.UTF_8);
	}

	/**
	 * Read the URL of the root and the names of the top-level collections.
	 */
	private static URI parse(String name, byte[] wadl, ObjectNode root) {
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		String base = null;
		try {
			XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(wadl));
			boolean inRoot = false;
			while (reader.hasNext()) {
				if (reader.next() != XMLStreamConstants.START_ELEMENT || !WADL.equals(reader.getNamespaceURI())) {
					continue;
				}
				String element = reader.getLocalName();
				if (element.equals("resources")) {
					base = reader.getAttributeValue(null, "base");
				}
				else if (element.equals("representation")) {
					inRoot = (ServiceDefinition.ROOT_TYPE + "-json").equals(reader.getAttributeValue(null, "id"));
				}
				else if (inRoot && element.equals("param")
						&& String.valueOf(reader.getAttributeValue(null, "name")).endsWith(COLLECTION)) {
					root.putNull(reader.getAttributeValue(null, "name"));
				}
			}
		}
		catch (XMLStreamException ex) {
			throw new IllegalArgumentException(
					"The description of '" + name + "' is no WADL document: " + ex.getMessage(), ex);
		}
		if (base == null || !base.matches("https?://[^/]+/(.+/)?[^/]+/")) {
			throw new IllegalArgumentException(
					"The description of '%s' is no WADL document of a service: its element 'resources' must have a base such as 'https://host/1.0/' but has %s"
						.formatted(name, base));
		}
		return URI.create(base);
	}

}
