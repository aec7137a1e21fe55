package dev.hyperclient;

import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.hyperclient.error.BadRequest;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.text.LinkName;
import dev.hyperclient.internal.text.UrlText;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * The state of an entry, immutable. It has the states and transitions of the
 * specification, section "States and transitions".
 */
sealed interface EntryState {

	URI uri();

	/** Return the declared type of an unfetched entry, the real type of a fetched one. */
	@Nullable ResourceType type();

	/** Return the unsaved changes. */
	EntryChanges changes();

	/** Return the URLs of references, which no request has confirmed. */
	static List<URI> references(List<EntryState> states) {
		return states.stream()
			.filter((state) -> state instanceof Unfetched unfetched && unfetched.source() == Source.KEY)
			.map(EntryState::uri)
			.toList();
	}

	/** Name references in the error for a request that contained them. */
	static BadRequest naming(List<URI> references, BadRequest error) {
		if (!references.isEmpty()) {
			error.addAdvice(
					"%s was sent as it was made from a key, without a request: get(...) finds out if it exists and is of the right type"
						.formatted(references.stream().map(UrlText::of).collect(Collectors.joining(", "))));
		}
		return error;
	}

	/**
	 * No representation is known.
	 *
	 * @param type the declared type, {@code null} if unknown
	 * @param source where the URL is from
	 */
	record Unfetched(URI uri, @Nullable ResourceType type, Source source, EntryChanges changes) implements EntryState {

		Unfetched(URI uri, @Nullable ResourceType type, Source source) {
			this(uri, type, source, EntryChanges.NONE);
		}

	}

	/**
	 * Source of the URL of an unfetched entry.
	 */
	enum Source {

		/** A link of the root, which may be an alias, such as {@code me}. */
		ROOT,

		/** The key lookup of a collection. */
		KEY,

		/** A link of another resource, so it is the canonical URL. */
		LINK

	}

	/**
	 * A representation is known.
	 *
	 * @param current whether no operation of this client may have changed the entry since
	 * it was fetched
	 * @param staleTime when the service sent the representation, {@code null} if it is
	 * not stale
	 */
	record Fetched(URI uri, ResourceType type, JsonObject representation, boolean current, EntryChanges changes,
			@Nullable Instant staleTime) implements EntryState {

		private static final String ETAG = "http_etag";

		Fetched(URI uri, ResourceType type, JsonObject representation, @Nullable Instant staleTime) {
			this(uri, type, representation, true, EntryChanges.NONE, staleTime);
		}

		/** Return the usable entity tag, {@code null} if there is none. */
		@Nullable String etag() {
			@Nullable String received = receivedEtag();
			return (received != null && EntryChanges.isUsable(received)) ? received : null;
		}

		/** Return the entity tag as it was received, whether or not it is usable. */
		@Nullable String receivedEtag() {
			@Nullable Object received = this.representation.get(ETAG);
			return (received != null) ? received.toString() : null;
		}

		/** Return whether another representation differs at most by its entity tag. */
		boolean hasContentOf(Fetched other) {
			return withoutEtag().equals(other.withoutEtag());
		}

		private Map<String, @Nullable Object> withoutEtag() {
			Map<String, @Nullable Object> content = new HashMap<>(this.representation);
			content.remove(ETAG);
			return content;
		}

		/** Return the canonical URL, which may differ from the URL of the request. */
		URI selfLink() {
			String link = this.representation.text(LinkName.SELF);
			if (link == null) {
				throw new UnexpectedResponseException(this.uri, "%s has no self_link".formatted(this.uri));
			}
			// Most entries are fetched from their canonical URL.
			return link.equals(this.uri.toString()) ? this.uri : Links.parse(link, this.uri);
		}

		/**
		 * Return the target of a link, empty if it is null.
		 * @param name the name without suffix
		 * @param suffix the suffix of the key
		 */
		Optional<URI> link(String name, String suffix) {
			String key = name + suffix;
			if (!has(key)) {
				throw noSuchAttribute(name, "");
			}
			@Nullable Object value = value(key);
			if (AttributeReader.isRedacted(value)) {
				throw new RedactedValueException(this.uri,
						"'%s' of %s: You tried to access a resource that you don't have the server-side permission to see."
							.formatted(name, this.uri));
			}
			return Optional.ofNullable(new AttributeReader(this.uri, key, value).text())
				.map((link) -> Links.parse(link, this.uri));
		}

		/** Return whether the entry has a member of this name, fetched or set. */
		boolean has(String name) {
			Assert.notNull(name, "'name' must not be null");
			return this.representation.containsKey(name) || changes().values().containsKey(name);
		}

		/** Return the changed value, or else the value of the representation. */
		@Nullable Object value(String name) {
			return changes().values().containsKey(name) ? changes().values().get(name) : this.representation.get(name);
		}

		NoSuchAttributeException noSuchAttribute(String name, String advice) {
			String selfLink = this.representation.text(LinkName.SELF);
			return new NoSuchAttributeException((selfLink != null) ? Links.parse(selfLink, this.uri) : this.uri, name,
					advice);
		}

		Fetched with(boolean nowCurrent) {
			return new Fetched(this.uri, this.type, this.representation, nowCurrent, this.changes, this.staleTime);
		}

		/** Return this state after a 304. */
		Fetched confirmed() {
			return new Fetched(this.uri, this.type, this.representation, true, this.changes, null);
		}

		Fetched with(EntryChanges others) {
			return new Fetched(this.uri, this.type, this.representation, this.current, others, this.staleTime);
		}

	}

}
