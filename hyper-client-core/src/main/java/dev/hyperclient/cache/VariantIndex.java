package dev.hyperclient.cache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hyperclient.cache.store.StoredResponse;

import org.springframework.http.HttpHeaders;

/**
 * What is stored for an address in place of a response if there are several variants of
 * it. Nothing is found without it, so removing it removes them all.
 *
 * @param names the lower-case names of the selecting fields, in order
 * @param generation a random token that is part of the variants' keys
 * @param variants the latest variants
 */
record VariantIndex(TreeSet<String> names, String generation, List<Variant> variants) {

	private static final int MAX_VARIANTS = 64;

	/**
	 * No server can send it, since it is stored for an index alone.
	 */
	private static final int STATUS = 999;

	private static final String NAMES = "x-variant-names";

	private static final String GENERATION = "x-variant-generation";

	private static final String IDS = "x-variant-ids";

	/**
	 * One variant.
	 *
	 * @param id its part of the key
	 * @param language its {@code Content-Language} in lower case, empty if it has none
	 * @param others what its id would be if languages did not matter
	 */
	record Variant(String id, String language, String others) {

		private static Variant from(String text) {
			String[] parts = text.split(":", -1);
			return new Variant(parts[0], (parts.length > 1) ? parts[1] : "", (parts.length > 2) ? parts[2] : "");
		}

		@Override
		public String toString() {
			return this.id + ":" + this.language + ":" + this.others;
		}

	}

	static VariantIndex of(Set<String> names) {
		return new VariantIndex(new TreeSet<>(names), UUID.randomUUID().toString(), List.of());
	}

	/**
	 * Reads an index.
	 * @return the index, or empty if something else is stored
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
		return new StoredResponse(STATUS, headers, new byte[0], Map.of(), null, null);
	}

	/**
	 * This index with a variant more.
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

	private static List<String> list(HttpHeaders headers, String name) {
		String value = headers.getFirst(name);
		return (value == null || value.isEmpty()) ? List.of() : Arrays.asList(value.split(","));
	}

}
