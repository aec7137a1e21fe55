package dev.hyperclient.internal.transaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import dev.hyperclient.internal.policy.IdentityKey;
import org.springframework.http.HttpHeaders;

/**
 * The index of the variants of a URL, stored under its key in place of a response.
 * Without it no variant is found, so removing it removes all of them.
 *
 * @param names the lower-case names of the selecting header fields, sorted
 * @param generation a random token that is part of the keys of the variants
 * @param variants the latest variants
 */
record VariantIndex(TreeSet<String> names, String generation, List<Variant> variants) {

	private static final int MAX_VARIANTS = 64;

	/**
	 * A status code that no response has.
	 */
	private static final int STATUS = 999;

	private static final String NAMES = "x-variant-names";

	private static final String GENERATION = "x-variant-generation";

	private static final String IDS = "x-variant-ids";

	/**
	 * One variant.
	 *
	 * @param id its part of the key: a hash of the values of the selecting header fields
	 * @param language its {@code Content-Language} in lower case, empty without one
	 * @param others the hash without {@code Accept-Language}
	 * @param key the {@link IdentityKey#id() key} that it depends on, empty if it depends
	 * on none or if an earlier version has stored it
	 */
	record Variant(String id, String language, String others, String key) {

		/** A part, which is not selected by its language. */
		static Variant of(String id) {
			return new Variant(id, "", "", "");
		}

		private static Variant from(String text) {
			String[] parts = text.split(":", -1);
			return new Variant(parts[0], part(parts, 1), part(parts, 2), part(parts, 3));
		}

		private static String part(String[] parts, int i) {
			return (parts.length > i) ? parts[i] : "";
		}

		@Override
		public String toString() {
			return this.id + ":" + this.language + ":" + this.others + (this.key.isEmpty() ? "" : ":" + this.key);
		}

	}

	/**
	 * Create an index without variants.
	 * @param former the index that it replaces, whose names it has too, or {@code null}
	 */
	static VariantIndex of(Set<String> names, @Nullable VariantIndex former) {
		TreeSet<String> all = new TreeSet<>(names);
		if (former != null) {
			all.addAll(former.names());
		}
		return new VariantIndex(all, UUID.randomUUID().toString(), List.of());
	}

	/**
	 * Read an index.
	 * @return the index, or empty if a response is stored
	 */
	static Optional<VariantIndex> from(StoredResponse stored) {
		String generation = (stored.status() == STATUS) ? stored.headers().getFirst(GENERATION) : null;
		return (generation == null) ? Optional.empty()
				: Optional.of(new VariantIndex(new TreeSet<>(list(stored.headers(), NAMES)), generation,
						list(stored.headers(), IDS).stream().map(Variant::from).toList()));
	}

	StoredResponse toStored() {
		HttpHeaders headers = new HttpHeaders();
		headers.set(NAMES, String.join(",", this.names));
		headers.set(GENERATION, this.generation);
		headers.set(IDS, this.variants.stream().map(Variant::toString).collect(Collectors.joining(",")));
		return StoredResponse.of(STATUS, headers, new byte[0], Map.of(), null, null);
	}

	/**
	 * Return this index with another variant. Beyond the maximum the oldest is dropped.
	 */
	VariantIndex with(Variant variant) {
		if (this.variants.contains(variant)) {
			return this;
		}
		List<Variant> more = new ArrayList<>(this.variants);
		more.removeIf((other) -> other.id().equals(variant.id()));
		more.add(variant);
		return new VariantIndex(this.names, this.generation,
				List.copyOf(more.subList(Math.max(0, more.size() - MAX_VARIANTS), more.size())));
	}

	boolean has(String id) {
		return this.variants.stream().anyMatch((variant) -> variant.id().equals(id));
	}

	boolean isSameGeneration(VariantIndex other) {
		return this.generation.equals(other.generation);
	}

	/**
	 * Return this index without some variants.
	 */
	VariantIndex without(Predicate<Variant> removed) {
		return new VariantIndex(this.names, this.generation,
				this.variants.stream().filter(Predicate.not(removed)).toList());
	}

	private static List<String> list(HttpHeaders headers, String name) {
		String value = headers.getFirst(name);
		return (value == null || value.isEmpty()) ? List.of() : Arrays.asList(value.split(","));
	}

}
