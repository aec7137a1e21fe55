package dev.hyperclient.testservice;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.hyperclient.testservice.OutgoingResponse.Status;
import dev.hyperclient.testservice.ServiceResources.Members;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Recorded root and URLs of another service, beside its types and entries. Immutable.
 *
 * @param name the name of the fake service in messages
 * @param origin the URLs of the other service
 * @param wadl the text of the description
 * @param resourceTypes the ids of all resource types
 * @param representations the representations by normalized target below the root
 * @param collections the paths of the entries of declared collections, by path
 * @param completeTypes the names of the types of which all entries are known
 */
record Recording(String name, ServiceUris origin, String wadl, Set<String> resourceTypes,
		Map<String, JsonNode> representations, Map<ResourcePath, List<ResourcePath>> collections,
		Set<String> completeTypes) {

	/**
	 * Return the representation of the root.
	 */
	ObjectNode root() {
		return (this.representations.get("") instanceof ObjectNode root) ? root : ServiceJson.object();
	}

	/**
	 * Return the path of the entry that was recorded for another URL, from which the
	 * other service redirects.
	 */
	Optional<ResourcePath> redirected(ResourcePath path) {
		return self(this.representations.getOrDefault(path.encoded(), ServiceJson.nullNode()));
	}

	private Optional<ResourcePath> self(JsonNode representation) {
		return this.origin.resolve(representation.path("self_link").asString(""));
	}

	/**
	 * Return the entries of a collection: entries that are declared, or else the entries
	 * of the type of a top-level collection if an entry of that type is declared.
	 * Recorded entries alone are no collection, since others may not have been recorded.
	 * @param request the request
	 * @param described the entries of the type of the collection
	 * @param data the present data
	 * @return the entries, or {@code null} if they are unknown, or if the whole page was
	 * recorded
	 */
	@Nullable Members members(IncomingRequest request, Members described, FakeData data) {
		List<ResourcePath> declared = this.collections.get(request.path());
		String type = described.type();
		boolean complete = type != null && this.completeTypes.contains(type)
				&& !this.representations.containsKey(ResourcePath.normalized(request.target()));
		if (!request.method().equals("GET") || request.query().text(OperationInvoker.OPERATION) != null
				|| (declared == null && !complete)) {
			return null;
		}
		List<FakeEntry> entries = (declared != null)
				? declared.stream().flatMap((one) -> data.find(one).stream()).toList() : described.entries();
		return new Members(type, entries,
				Stream
					.concat(Stream.ofNullable(described.resourceType()),
							entries.stream().map((entry) -> entry.type() + FakeType.PAGE_RESOURCE))
					.filter(this.resourceTypes::contains)
					.findFirst()
					.orElse(null));
	}

	/**
	 * Return a recorded representation with the present state of its entries.
	 * @param request the request
	 * @param data the present data
	 * @return the representation, empty if there is none
	 * @throws RequestRefusedException if it belongs to an entry that was removed
	 */
	Optional<JsonNode> representation(IncomingRequest request, FakeData data) {
		return Optional.ofNullable(this.representations.get(ResourcePath.normalized(request.target())))
			.map((recorded) -> present(recorded, data));
	}

	private JsonNode present(JsonNode recorded, FakeData data) {
		Optional<ResourcePath> self = self(recorded);
		if (self.isPresent() && data.removed().contains(self.get())) {
			throw RequestRefusedException.notFound(this.name, self.get().encoded());
		}
		Optional<FakeEntry> entry = self.flatMap(data::find);
		if (entry.isPresent() && recorded.has("resource_type_link")) {
			return new Representations(data, this.origin).entry(entry.get());
		}
		if (!(recorded instanceof ObjectNode page) || !recorded.path("entries").isArray()) {
			return recorded;
		}
		ObjectNode current = page.deepCopy();
		ArrayNode entries = current.putArray("entries");
		int gone = 0;
		for (JsonNode one : recorded.path("entries").valueStream().toList()) {
			Optional<ResourcePath> member = self(one);
			if (member.isPresent() && data.removed().contains(member.get())) {
				gone++;
			}
			else {
				entries.add(member.flatMap(data::find)
					.<JsonNode>map((found) -> new Representations(data, this.origin).entry(found))
					.orElse(one));
			}
		}
		if (gone > 0 && recorded.path("total_size").isInt()) {
			current.put("total_size", recorded.path("total_size").intValue() - gone);
		}
		return current;
	}

	/**
	 * Return whether the path is that of an entry of which it is known that there is
	 * none: beside entries of a type whose entries are all declared.
	 */
	boolean isUnknownKey(IncomingRequest request, FakeData data) {
		ResourcePath path = request.path();
		return data.definition().collectionAt(path).isEmpty() && data.link(path).isEmpty()
				&& data.entries()
					.values()
					.stream()
					.anyMatch((entry) -> this.completeTypes.contains(entry.type())
							&& entry.resourcePath().parent().equals(path.parent()));
	}

	RequestRefusedException noAnswer(IncomingRequest request, String advice) {
		return RequestRefusedException.with(Status.NOT_IMPLEMENTED,
				"The fake service '%s' has no answer for %s %s. It has the representations that it was given: add %s"
					.formatted(this.name, request.method(), request.target(), advice));
	}

}
