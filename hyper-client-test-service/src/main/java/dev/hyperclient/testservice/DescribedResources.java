package dev.hyperclient.testservice;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.hyperclient.testservice.DescribedValue.Kind;
import dev.hyperclient.testservice.OutgoingResponse.Status;
import dev.hyperclient.testservice.ResourceHandler.Outcome;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The resources of a service with the description of another one. Its data has the URLs
 * of the other service, which are replaced in responses and requests. Reads are
 * thread-safe, changes are serialized by the {@link RequestDispatcher}.
 */
final class DescribedResources implements ResourceHandler {

	private static final long ROOT_LIFETIME = 3600;

	private static final int PAGE_SIZE = 50;

	private final ReplayedService declaration;

	private final WadlDescription description;

	private final DescribedData initialData;

	private volatile DescribedData data;

	DescribedResources(ReplayedService declaration, Clock clock) {
		this.declaration = declaration;
		this.description = declaration.description();
		this.initialData = declaration.data(clock);
		this.data = this.initialData;
	}

	/**
	 * Return the names of the top-level collections.
	 */
	List<String> collections() {
		return this.description.collections().stream().map(DescribedValue::name).toList();
	}

	void reset() {
		this.data = this.initialData;
	}

	void change(String path, Map<String, ?> values) {
		DescribedEntry changed = new DescribedValues(this.description).changed(require(path), values);
		this.data = this.data.with(changed, values);
	}

	void add(String path, String type, Map<String, ?> values) {
		String normalized = this.declaration.entryPath(path);
		if (this.data.find(normalized).isPresent()) {
			throw new IllegalArgumentException("There is an entry '" + path + "' already");
		}
		DescribedType described = this.description.entryType(type);
		this.data = this.data.with(new DescribedEntry(this.description, described,
				new DescribedValues(this.description).entry(normalized, described, values)), values);
	}

	void remove(String path) {
		this.data = this.data.without(require(path).path());
	}

	/**
	 * Return the present state of an entry.
	 * @param path the path below the root
	 * @return the entry
	 * @throws IllegalArgumentException if there is no entry with that path
	 */
	DescribedEntry require(String path) {
		DescribedData present = this.data;
		return present.find(DescribedPath.declared(path))
			.orElseThrow(() -> Advice.unknown("entry", path, present.entries().keySet()));
	}

	/**
	 * Return a hosted file.
	 * @param path the path of its entry below the root
	 * @param attribute the name of the attribute
	 * @return the file, or {@code null} if there is none or its content is unknown
	 * @throws IllegalArgumentException if there is no such entry or hosted file
	 */
	@Nullable FakeFile file(String path, String attribute) {
		DescribedEntry entry = require(path);
		DescribedValue value = entry.describedType().attribute(attribute);
		Advice.require(value.kind() == Kind.FILE, "'%s' of '%s' is no hosted file", attribute, path);
		return this.data.files()
			.file(DescribedPath.of(this.description.base(), entry.representation().path(value.key()).asString("")));
	}

	@Override
	public Outcome handle(IncomingRequest request, FakeData unused) {
		List<String> segments = request.path().segments();
		if (segments.get(0).equals(HostedFileResource.FILES) && segments.size() == 2) {
			return new Outcome(unused,
					ServiceResources.content(request, this.data.files().store().file(segments.get(1)).file()));
		}
		return new Outcome(unused, localized(request));
	}

	private OutgoingResponse localized(IncomingRequest request) {
		if (request.method().equals("GET") && target(request).isEmpty()) {
			return root(request);
		}
		try {
			return localized(respond(request, this.data), request);
		}
		catch (RequestRefusedException ex) {
			return localized(ex.response(), request);
		}
	}

	private OutgoingResponse respond(IncomingRequest request, DescribedData present) {
		String path = request.path().encoded();
		if (present.removed().contains(path)) {
			throw RequestRefusedException.notFound(this.declaration.name(), path);
		}
		OutgoingResponse file = file(request, path, present);
		if (file != null) {
			return file;
		}
		DescribedEntry entry = present.find(path).or(() -> redirected(path, present)).orElse(null);
		Optional<DescribedType> type = (entry != null) ? Optional.of(entry.describedType()) : collectionType(path);
		OutgoingResponse result = type.map((known) -> invoke(request, present, known, entry)).orElse(null);
		if (result != null) {
			return result;
		}
		if (request.method().equals("GET")) {
			return read(request, present);
		}
		if (entry == null) {
			throw noAnswer(request, "entry(\"%s\", \"<type>\", Map.of(...))".formatted(path));
		}
		return write(request, present, entry);
	}

	/**
	 * Answer a request for a hosted file of an entry.
	 * @return the response, or {@code null} if there is no such file
	 */
	private @Nullable OutgoingResponse file(IncomingRequest request, String path, DescribedData present) {
		DescribedLink link = DescribedLink.find(present, this.description.base(), path, Kind.FILE).orElse(null);
		if (link == null) {
			return null;
		}
		DescribedValue file = link.value();
		if (request.method().equals("GET") && !present.files().isKnown(path)) {
			throw noAnswer(request, "the content of the file: entry(\"%s\", \"%s\", Map.of(\"%s\", bytes))"
				.formatted(link.entry().path(), link.entry().type(), file.name()));
		}
		boolean writable = link.entry().describedType().writable().contains(file.key());
		DescribedFiles.Answer answer = present.files().handle(file, writable, path, request);
		if (!request.method().equals("GET")) {
			this.data = present.with(answer.files());
		}
		return answer.response();
	}

	/**
	 * Return the entry that was recorded for another URL, from which the other service
	 * redirects.
	 */
	private Optional<DescribedEntry> redirected(String path, DescribedData present) {
		JsonNode recorded = this.declaration.representations().getOrDefault(path, ServiceJson.nullNode());
		return present.find(DescribedPath.of(this.description.base(), recorded.path("self_link").asString("")));
	}

	/**
	 * Invoke a named operation.
	 * @return the response, or {@code null} if the request invokes none
	 */
	private @Nullable OutgoingResponse invoke(IncomingRequest request, DescribedData present, DescribedType type,
			@Nullable DescribedEntry entry) {
		DescribedInvocation invocation = DescribedInvocation.of(this.declaration, type, request);
		if (invocation == null) {
			return null;
		}
		if (!invocation.hasBehavior()) {
			JsonNode recorded = request.method().equals("GET")
					? this.declaration.representations().get(DescribedPath.normalized(target(request))) : null;
			if (recorded == null) {
				throw invocation.withoutBehavior(target(request));
			}
			return representation(present, recorded);
		}
		DescribedInvocation.Answer answer = invocation.invoke(entry, present);
		if (!request.method().equals("GET")) {
			this.data = answer.data();
		}
		return answer.response();
	}

	private OutgoingResponse read(IncomingRequest request, DescribedData present) {
		String target = DescribedPath.normalized(target(request));
		DescribedEntry entry = present.find(target).orElse(null);
		if (entry != null) {
			return json(entry.representation());
		}
		List<ObjectNode> members = members(request.path().encoded(), present);
		boolean declared = this.declaration.collections().containsKey(request.path().encoded());
		JsonNode recorded = declared ? null : this.declaration.representations().get(target);
		if (recorded != null) {
			return representation(present, recorded);
		}
		if (members != null && isPaging(request)) {
			return page(request, this.description.base() + request.path().encoded(), members,
					collectionTypeUrl(request.path().encoded(), members));
		}
		String path = request.path().encoded();
		if (collectionType(path).isPresent()
				|| DescribedLink.find(present, this.description.base(), path, Kind.COLLECTION).isPresent()) {
			throw noAnswer(request,
					"collection(\"%s\", \"<path of an entry>\"), or representation(\"%s\", ...), or a file to the replayed folder"
						.formatted(path, target(request)));
		}
		throw noAnswer(request,
				"representation(\"%s\", ...), or a file to the replayed folder".formatted(target(request)));
	}

	private OutgoingResponse root(IncomingRequest request) {
		boolean wadl = ContentNegotiation.choose(request, List.of(OutgoingResponse.JSON, ContentNegotiation.WADL))
			.equals(ContentNegotiation.WADL);
		String body = local(wadl ? this.declaration.wadl() : text(rootRepresentation()), request);
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		return OutgoingResponse.of(Status.OK, wadl ? ContentNegotiation.WADL : OutgoingResponse.JSON, bytes)
			.with("Vary", "Accept")
			.with("ETag", EntityTags.of(bytes))
			.with("Cache-Control", "max-age=" + ROOT_LIFETIME);
	}

	/**
	 * Return a recorded representation with the present state of its entries.
	 */
	private OutgoingResponse representation(DescribedData present, JsonNode recorded) {
		String path = DescribedPath.of(this.description.base(), recorded.path("self_link").asString(""));
		if (present.removed().contains(path)) {
			throw RequestRefusedException.notFound(this.declaration.name(), path);
		}
		if (present.find(path).isPresent() && recorded.has("resource_type_link")) {
			return json(present.find(path).get().representation());
		}
		if (!(recorded instanceof ObjectNode page) || !recorded.path("entries").isArray()) {
			return json(recorded);
		}
		ObjectNode current = page.deepCopy();
		ArrayNode entries = current.putArray("entries");
		int gone = 0;
		for (JsonNode one : recorded.path("entries").valueStream().toList()) {
			String member = DescribedPath.of(this.description.base(), one.path("self_link").asString(""));
			if (present.removed().contains(member)) {
				gone++;
			}
			else {
				entries.add(present.find(member).<JsonNode>map(DescribedEntry::representation).orElse(one));
			}
		}
		if (gone > 0 && recorded.path("total_size").isInt()) {
			current.put("total_size", recorded.path("total_size").intValue() - gone);
		}
		return json(current);
	}

	private OutgoingResponse write(IncomingRequest request, DescribedData present, DescribedEntry entry) {
		Set<String> methods = entry.describedType().methods();
		if (!methods.contains(request.method())) {
			throw RequestRefusedException.methodNotAllowed(String.join(" ", methods));
		}
		EntityTags.requireMatch(request.header("If-Match"), entry.representation().path("http_etag").asString("\"\""));
		if (request.method().equals("DELETE")) {
			this.data = present.without(entry.path());
			return OutgoingResponse.done();
		}
		JsonNode document = EntryResource.document(request, foreign(request));
		ObjectNode changed = new DescribedUpdate(entry, present).apply(document, request.method().equals("PUT"));
		this.data = present.with(new DescribedEntry(this.description, entry.describedType(), changed));
		return OutgoingResponse.of(Status.CONTENT_RETURNED, OutgoingResponse.JSON, ServiceJson.bytes(changed));
	}

	/**
	 * Return the entries of a collection: those that are declared, or else those of the
	 * type of a top-level collection if an entry of that type is declared. Recorded
	 * entries alone are no collection, since others may not have been recorded.
	 * @return the entries, or {@code null} if none are known
	 */
	private @Nullable List<ObjectNode> members(String path, DescribedData present) {
		List<String> declared = this.declaration.collections().get(path);
		if (declared != null) {
			return declared.stream()
				.flatMap((one) -> present.find(one).stream())
				.map(DescribedEntry::representation)
				.toList();
		}
		String entryType = collectionType(path).map(DescribedType::entryType).orElse(null);
		if (entryType == null) {
			return null;
		}
		boolean known = this.declaration.declared()
			.values()
			.stream()
			.anyMatch((entry) -> entry.type().equals(entryType));
		return known ? present.ofType(entryType).stream().map(DescribedEntry::representation).toList() : null;
	}

	private Optional<DescribedType> collectionType(String path) {
		ObjectNode root = rootRepresentation();
		return this.description.collections()
			.stream()
			.filter((link) -> path
				.equals(DescribedPath.of(this.description.base(), root.path(link.key()).asString(""))))
			.flatMap((link) -> Optional.ofNullable(link.target()).map(this.description.types()::get).stream())
			.findFirst();
	}

	private @Nullable String collectionTypeUrl(String path, List<ObjectNode> members) {
		String top = collectionType(path).map(DescribedType::id).orElse(null);
		if (top != null) {
			return this.description.base() + "#" + top;
		}
		String url = this.description.base() + path;
		List<String> candidates = new ArrayList<>();
		this.data.entries().values().forEach((entry) -> entry.describedType().attributes().values().forEach((link) -> {
			if (url.equals(entry.representation().path(link.key()).asString("")) && link.target() != null) {
				candidates.add(link.target());
			}
		}));
		members.forEach((member) -> candidates
			.add(WadlReader.fragment(member.path("resource_type_link").asString("")) + "-page-resource"));
		return candidates.stream()
			.filter(this.description.types()::containsKey)
			.findFirst()
			.map((id) -> this.description.base() + "#" + id)
			.orElse(null);
	}

	private ObjectNode rootRepresentation() {
		return (this.declaration.representations().get("") instanceof ObjectNode root) ? root : ServiceJson.object();
	}

	private RequestRefusedException noAnswer(IncomingRequest request, String advice) {
		return RequestRefusedException.with(Status.NOT_IMPLEMENTED,
				"The fake service '%s' has no answer for %s %s. It has the representations that it was given: add %s"
					.formatted(this.declaration.name(), request.method(), target(request), advice));
	}

	private static boolean isPaging(IncomingRequest request) {
		return request.query().text("ws.op") == null;
	}

	/**
	 * Return the target of a request, with the URLs of the other service as arguments.
	 */
	private String target(IncomingRequest request) {
		if (request.rawQuery().isEmpty()) {
			return request.path().encoded();
		}
		String root = request.uris().root();
		String base = this.description.base().toString();
		return request.path().encoded() + "?"
				+ request.rawQuery()
					.replace(URLEncoder.encode(root, StandardCharsets.UTF_8),
							URLEncoder.encode(base, StandardCharsets.UTF_8))
					.replace(root, base);
	}

	static OutgoingResponse page(IncomingRequest request, String url, List<ObjectNode> entries, @Nullable String type) {
		return json(new PageWriter(request, url, PAGE_SIZE).page(entries.size(),
				(index) -> Optional.of(entries.get(index)), false, type));
	}

	static OutgoingResponse json(JsonNode body) {
		OutgoingResponse response = OutgoingResponse.of(Status.OK, OutgoingResponse.JSON, ServiceJson.bytes(body))
			.with("Vary", "Accept");
		JsonNode tag = body.path("http_etag");
		return tag.isString() ? response.with("ETag", tag.stringValue()) : response;
	}

	private OutgoingResponse localized(OutgoingResponse response, IncomingRequest request) {
		String location = response.header("Location");
		OutgoingResponse located = (location != null) ? response.with("Location", local(location, request)) : response;
		String body = local(new String(response.body(), StandardCharsets.UTF_8), request);
		return new OutgoingResponse(located.status(), located.headers(), body.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Return the content of a request with the URLs of the other service.
	 */
	private byte[] foreign(IncomingRequest request) {
		String text = new String(request.body(), StandardCharsets.UTF_8);
		return text.replace(request.uris().root(), this.description.base().toString()).getBytes(StandardCharsets.UTF_8);
	}

	private String local(String text, IncomingRequest request) {
		return text.replace(this.description.base().toString(), request.uris().root());
	}

	private static String text(JsonNode node) {
		return new String(ServiceJson.bytes(node), StandardCharsets.UTF_8);
	}

}
