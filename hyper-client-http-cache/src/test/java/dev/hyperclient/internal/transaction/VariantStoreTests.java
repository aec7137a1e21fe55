package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TestStore;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.internal.policy.ForwardReason;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.policy.QueryContent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static dev.hyperclient.cache.store.TestResponses.response;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Selection and removal of the stored responses of a URL.
 */
class VariantStoreTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a");

	private final TestStore responses = new TestStore();

	private final VariantStore variants = variants(IdentityKey.ofProcess(), Set.of());

	@Test
	void onlyResponseIsStoredUnderTheKeyOfItsUrl() {
		put(get(""), "", "text");
		assertThat(this.responses.stored.keySet()).containsExactly(new CacheKey(URL.toString(), "any"));
		assertThat(find(get("Accept: text/plain"))).isEqualTo("text");
		this.variants.remove(get(""));
		assertThat(this.responses.stored).isEmpty();
	}

	@Test
	void requestSelectsByTheFieldsThatTheResponseNames() {
		put(get("X-Unit: metric"), "Vary: X-Unit", "metric");
		put(get("X-Unit: imperial"), "Vary: X-Unit", "imperial");
		assertThat(find(get("X-Unit: metric"))).isEqualTo("metric");
		assertThat(find(get("X-Unit: imperial"))).isEqualTo("imperial");
		assertThat(find(get(""))).isNull();
		assertThat(this.variants.missReason(this.variants.read(get("")))).isEqualTo(ForwardReason.VARY_MISS);
		this.variants.remove(get("X-Unit: metric"));
		assertThat(find(get("X-Unit: metric"))).isNull();
		assertThat(find(get("X-Unit: imperial"))).isEqualTo("imperial");
	}

	@Test
	void missIsThatOfTheUrlWithoutResponses() {
		assertThat(this.variants.missReason(this.variants.read(get("")))).isEqualTo(ForwardReason.URI_MISS);
		assertThat(this.variants.queries().missReason(this.variants.queries().read(query("a"))))
			.isEqualTo(ForwardReason.MISS);
	}

	@Test
	void userSelectsUnlessTheResponseIsPublicAndShared() {
		put(get("").withIdentity("ann"), "", "of ann");
		assertThat(find(get("").withIdentity("ann"))).isEqualTo("of ann");
		assertThat(find(get("").withIdentity("ben"))).isNull();
		assertThat(find(get(""))).isNull();
		this.variants.removeAll(URL);
		put(this.variants, get("").withIdentity("ann"), response("Cache-Control: public", "all"), true);
		assertThat(find(get("").withIdentity("ben"))).isEqualTo("all");
		this.variants.removeAll(URL);
		put(this.variants, get("").withIdentity("ann"), response("Cache-Control: public", "of ann"), false);
		assertThat(find(get("").withIdentity("ben"))).isNull();
	}

	@Test
	void moreFieldsReplaceTheIndexAndItsVariants() {
		put(get("X-Unit: metric"), "Vary: X-Unit", "metric");
		Set<CacheKey> former = Set.copyOf(this.responses.stored.keySet());
		put(get("X-Unit: metric | X-Size: big"), "Vary: X-Size", "big");
		assertThat(this.responses.stored).hasSize(2);
		assertThat(this.responses.stored.keySet()).doesNotContainAnyElementsOf(
				former.stream().filter((key) -> !key.variant().equals("any")).collect(Collectors.toSet()));
		assertThat(find(get("X-Unit: metric | X-Size: big"))).isEqualTo("big");
		assertThat(find(get("X-Unit: imperial | X-Size: big"))).isNull();
	}

	@Test
	void responseThatVariesOnLessKeepsTheIndex() {
		put(get("X-Unit: metric"), "Vary: X-Unit", "metric");
		put(get("X-Unit: imperial"), "", "imperial");
		assertThat(find(get("X-Unit: metric"))).isEqualTo("metric");
		assertThat(find(get("X-Unit: imperial"))).isEqualTo("imperial");
	}

	@Test
	void oldestOfMoreThan64VariantsIsRemoved() {
		for (int i = 0; i <= 64; i++) {
			put(get("X-Unit: " + i), "Vary: X-Unit", "text " + i);
		}
		assertThat(find(get("X-Unit: 0"))).isNull();
		assertThat(find(get("X-Unit: 1"))).isEqualTo("text 1");
		assertThat(find(get("X-Unit: 64"))).isEqualTo("text 64");
		assertThat(this.responses.stored).hasSize(65);
	}

	@Test
	void anyNumberOfQueriesIsStored() {
		VariantStore queries = this.variants.queries();
		for (int i = 0; i <= 64; i++) {
			put(queries, query("digest " + i), response("", "text"), true);
		}
		assertThat(find(queries, query("digest 0"))).isPresent();
		assertThat(this.responses.stored).hasSize(66);
	}

	@Test
	void variantThatIsStoredAgainIsOne() {
		put(get("X-Unit: 1"), "Vary: X-Unit", "old");
		put(get("X-Unit: 1"), "Vary: X-Unit | Content-Language: de", "new");
		assertThat(find(get("X-Unit: 1"))).isEqualTo("new");
		assertThat(this.responses.stored).hasSize(2);
	}

	@Test
	void allVariantsOfAUrlAreRemoved() {
		put(get("X-Unit: 1"), "Vary: X-Unit", "one");
		put(get("X-Unit: 2"), "Vary: X-Unit", "two");
		put(this.variants.queries(), query("a"), response("", "query"), true);
		this.variants.removeAll(URL);
		assertThat(find(get("X-Unit: 1"))).isNull();
		assertThat(this.responses.stored.keySet()).allMatch((key) -> key.variant().startsWith("any;query"));
		this.variants.queries().removeAll(URL);
		assertThat(find(this.variants.queries(), query("a"))).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", textBlock = """
			de, 'de, en;q=0.5', text
			DE, 'de;q=0.9', text
			en-GB, 'fr;q=0.1, en-gb;q=0.2', text
			'de, en', 'de', -
			d_e, 'd_e', -
			de, 'en', -
			de, 'de;q=0', -
			""")
	void preferredLanguageSelects(String contentLanguage, String accepted, @Nullable String found) {
		put(get("Accept-Language: xx"), "Vary: Accept-Language | Content-Language: " + contentLanguage, "text");
		assertThat(find(get("Accept-Language: " + accepted))).isEqualTo(found);
	}

	@Test
	void responseThatIsSelectedByItsLanguageIsRemoved() {
		put(get("Accept-Language: xx"), "Vary: Accept-Language | Content-Language: de", "text");
		put(get("Accept-Language: en"), "Vary: Accept-Language | Content-Language: en", "text in English");
		this.variants.remove(get("Accept-Language: de"));
		assertThat(find(get("Accept-Language: de"))).isNull();
		assertThat(find(get("Accept-Language: en"))).isEqualTo("text in English");
		put(get("Accept-Language: xx"), "Vary: Accept-Language | Content-Language: de", "text");
		put(get("Accept-Language: de"), "Vary: Accept-Language | Content-Language: de", "own text");
		this.variants.remove(get("Accept-Language: de"));
		assertThat(find(get("Accept-Language: xx"))).as("one that it does not replace").isEqualTo("text");
	}

	@Test
	void languageSelectsOnlyAmongEqualOtherFields() {
		put(get("Accept-Language: xx | X-Unit: 1"), "Vary: Accept-Language, X-Unit | Content-Language: de", "one");
		assertThat(find(get("Accept-Language: de | X-Unit: 2"))).isNull();
		assertThat(find(get("Accept-Language: de | X-Unit: 1"))).isEqualTo("one");
	}

	@Test
	void variantsOfAnotherIdentityKeyAreRemovedByALookup() {
		VariantStore first = variants(IdentityKey.of("secret of the first"), Set.of());
		VariantStore second = variants(IdentityKey.of("secret of the second"), Set.of());
		put(first, get("").withIdentity("ann"), response("", "of ann"), false);
		put(first, get(""), response("", "anonymous"), false);
		assertThat(this.responses.stored).hasSize(3);
		assertThat(find(second, get("X: y"))).map(Fields::text).contains("anonymous");
		assertThat(this.responses.stored).as("nothing was missing").hasSize(3);
		assertThat(find(second, get("").withIdentity("keyed otherwise"))).isEmpty();
		assertThat(this.responses.stored).hasSize(2);
		assertThat(variantsOfIndex()).hasSize(1);
		assertThat(find(first, get("").withIdentity("ann"))).isEmpty();
		assertThat(find(first, get(""))).map(Fields::text).contains("anonymous");
	}

	@Test
	void variantsOfTheSameKeyAreKeptByALookup() {
		VariantStore keyed = variants(IdentityKey.of("secret of the first"), Set.of());
		put(keyed, get("").withIdentity("ann"), response("", "of ann"), false);
		int puts = this.responses.puts.get();
		assertThat(find(keyed, get("").withIdentity("ben"))).isEmpty();
		assertThat(this.responses.puts).hasValue(puts);
		assertThat(find(keyed, get("").withIdentity("ann"))).isPresent();
	}

	@Test
	void fieldsThatSelectThoughTheResponseDoesNotNameThemAreKeptApart() {
		VariantStore versions = variants(IdentityKey.ofProcess(), Set.of("x-version"));
		put(get(""), "", "without");
		assertThat(find(versions, get("X-Version: 1"))).isEmpty();
		versions.remove(get("X-Version: 1"));
		assertThat(find(get(""))).isEqualTo("without");
		put(versions, get("X-Version: 1"), response("", "one"), true);
		assertThat(find(versions, get("X-Version: 1"))).map(Fields::text).contains("one");
		assertThat(find(versions, get("X-Version: 2"))).isEmpty();
		assertThat(find(get(""))).isEqualTo("without");
		VariantStore more = variants(IdentityKey.ofProcess(), Set.of("x-version", "api-version"));
		assertThat(find(more, get("X-Version: 1"))).isEmpty();
		versions.remove(get("X-Version: 1"));
		assertThat(find(versions, get("X-Version: 1"))).isEmpty();
		put(versions, get("X-Version: 1"), response("", "one"), true);
		this.variants.versions().removeAll(URL);
		assertThat(find(versions, get("X-Version: 1"))).isEmpty();
		assertThat(find(get(""))).isEqualTo("without");
	}

	@Test
	void partIsAVariantThatAWholeResponseReplaces() {
		put(this.variants, get("Range: bytes=0-1"), part("pa"), true);
		assertThat(find(get(""))).isEqualTo("pa");
		assertThat(this.responses.stored.keySet()).map(CacheKey::variant)
			.anyMatch((variant) -> variant.startsWith("any;partial-"));
		put(get(""), "", "part");
		assertThat(find(get(""))).isEqualTo("part");
		assertThat(this.responses.stored.keySet()).containsExactly(new CacheKey(URL.toString(), "any"));
	}

	@Test
	void partOfAVariantIsReplacedByTheWholeOfTheSameVariant() {
		put(get("X-Unit: 2"), "Vary: X-Unit", "other");
		put(this.variants, get("X-Unit: 1"), part("pa"), true);
		assertThat(find(get("X-Unit: 1"))).isEqualTo("pa");
		assertThat(find(get("X-Unit: 2"))).isEqualTo("other");
		put(get("X-Unit: 1"), "Vary: X-Unit", "part");
		assertThat(find(get("X-Unit: 1"))).isEqualTo("part");
		assertThat(this.responses.stored).as("index and two variants").hasSize(3);
		put(this.variants, get("X-Unit: 3"), part("pa"), true);
		this.variants.remove(get("X-Unit: 3"));
		assertThat(find(get("X-Unit: 3"))).isNull();
		put(get("X-Unit: 3"), "Vary: X-Unit", "part");
		assertThat(find(get("X-Unit: 3"))).isEqualTo("part");
		assertThat(this.responses.stored).as("index and three variants").hasSize(4);
	}

	@Test
	void partOfAListedVariantIsReplaced() {
		put(get("X-Unit: 1"), "Vary: X-Unit", "whole");
		put(this.variants, get("X-Unit: 1"), part("pa"), true);
		assertThat(this.responses.stored).hasSize(3);
		put(get("X-Unit: 1"), "Vary: X-Unit", "newer");
		assertThat(this.responses.stored).as("index and one variant").hasSize(2);
		assertThat(variantsOfIndex()).hasSize(1);
	}

	@Test
	void variantsThatWereListedSinceTheLookupAreKept() {
		put(get("X-Unit: 1"), "Vary: X-Unit", "one");
		VariantStore.Found found = this.variants.read(get("X-Unit: 3"));
		put(get("X-Unit: 2"), "Vary: X-Unit", "two");
		this.variants.put(get("X-Unit: 3"), response("Vary: X-Unit", "three"), true, found);
		assertThat(find(get("X-Unit: 1"))).isEqualTo("one");
		assertThat(find(get("X-Unit: 2"))).isEqualTo("two");
		assertThat(find(get("X-Unit: 3"))).isEqualTo("three");
		assertThat(variantsOfIndex()).hasSize(3);
	}

	@Test
	void severalLanguagesAreNotListed() {
		put(get("Accept-Language: de"), "Vary: Accept-Language | Content-Language: de, en", "both");
		assertThat(variantsOfIndex()).singleElement().extracting(VariantIndex.Variant::language).isEqualTo("");
	}

	@Test
	void urlIsReadOnceForAMissAndItsOnlyResponse() {
		this.variants.find(get(""), this.variants.read(get("")));
		assertThat(this.responses.finds).hasValue(1);
		this.variants.put(get(""), response("", "text"), true, VariantStore.Found.NOTHING);
		assertThat(this.responses.finds).hasValue(1);
		assertThat(this.responses.puts).hasValue(1);
	}

	@Test
	void variantThatIsListedIsStoredAgainWithoutTheIndex() {
		put(get("X-Unit: 1"), "Vary: X-Unit", "old");
		int finds = this.responses.finds.get();
		int puts = this.responses.puts.get();
		this.variants.put(get("X-Unit: 1"), response("Vary: X-Unit", "new"), true,
				this.variants.read(get("X-Unit: 1")));
		assertThat(this.responses.finds).hasValue(finds + 1);
		assertThat(this.responses.puts).hasValue(puts + 1);
		assertThat(find(get("X-Unit: 1"))).isEqualTo("new");
	}

	@Test
	void responseMovesToTheIndexThatAnotherRequestHasMadeMeanwhile() {
		ResponseWriter writer = this.variants.begin(get("X-Unit: 1"), response("Vary: X-Unit", ""), true,
				VariantStore.Found.NOTHING);
		put(get("X-Unit: 2"), "Vary: X-Unit", "two");
		writer.commit();
		assertThat(find(get("X-Unit: 2"))).isEqualTo("two");
		assertThat(find(get("X-Unit: 1"))).as("has moved to that index").isNotNull();
		assertThat(this.responses.stored).as("index and two variants").hasSize(3);
	}

	@Test
	void indexThatWasRemovedSinceTheLookupIsNotStoredAgain() {
		put(get("X-Unit: 1"), "Vary: X-Unit", "one");
		ResponseWriter writer = this.variants.begin(get("X-Unit: 2"), response("Vary: X-Unit", ""), true,
				this.variants.read(get("X-Unit: 2")));
		this.variants.removeAll(URL);
		writer.commit();
		assertThat(this.responses.stored).isEmpty();
	}

	@Test
	void indexesOfEarlierVersionsAreRemoved() {
		for (String kind : List.of("any;partial", "any;search")) {
			this.responses.put(new CacheKey(URL.toString(), kind), response("", "index"));
		}
		this.variants.removeFormer(URL);
		assertThat(this.responses.stored).isEmpty();
	}

	@Test
	void queryIsFoundByItsContentAndMethod() {
		VariantStore queries = this.variants.queries();
		put(queries, query("a"), response("", "of a"), true);
		assertThat(find(queries, query("a"))).map(Fields::text).contains("of a");
		assertThat(find(queries, query("b"))).isEmpty();
		CacheKey key = this.responses.stored.keySet()
			.stream()
			.filter((each) -> each.variant().startsWith("any;query;"))
			.findFirst()
			.orElseThrow();
		assertThat(VariantStore.method(key)).isEqualTo(QueryContent.QUERY);
		assertThat(VariantStore.method(new CacheKey(URL.toString(), "any;a-b"))).isEqualTo(HttpMethod.GET);
		assertThat(VariantStore.indexKey(key)).contains(new CacheKey(URL.toString(), "any;query"));
	}

	@Test
	void queriesThatAreStoredAtTheSameTimeShareAnIndex() {
		VariantStore queries = this.variants.queries();
		VariantStore.Found nothing = queries.read(query("a"));
		queries.put(query("a"), response("", "of a"), true, nothing);
		queries.put(query("b"), response("", "of b"), true, nothing);
		assertThat(find(queries, query("a"))).map(Fields::text).contains("of a");
		assertThat(find(queries, query("b"))).map(Fields::text).contains("of b");
	}

	@Test
	void queryOfAnIndexThatWasRemovedMeanwhileIsNotKept() {
		VariantStore queries = this.variants.queries();
		ResponseWriter writer = queries.begin(query("a"), response("", ""), true, queries.read(query("a")));
		queries.removeAll(URL);
		writer.commit();
		assertThat(this.responses.stored).isEmpty();
	}

	@Test
	void queryOfAnIndexThatWasReplacedMeanwhileIsNotKept() {
		VariantStore queries = this.variants.queries();
		ResponseWriter writer = queries.begin(query("a"), response("", ""), true, queries.read(query("a")));
		queries.removeAll(URL);
		put(queries, query("b"), response("", "of b"), true);
		writer.commit();
		assertThat(find(queries, query("a"))).isEmpty();
		assertThat(find(queries, query("b"))).isPresent();
		assertThat(this.responses.stored).hasSize(2);
	}

	@Test
	void variantOfAnIndexThatWasReplacedMeanwhileReplacesIt() {
		ResponseWriter writer = this.variants.begin(get("X-Unit: 1"), response("Vary: X-Unit", ""), true,
				this.variants.read(get("X-Unit: 1")));
		put(get("X-Size: 1"), "Vary: X-Size", "size");
		writer.commit();
		assertThat(find(get("X-Unit: 1"))).isNotNull();
		assertThat(find(get("X-Size: 1"))).isNull();
		assertThat(this.responses.stored).as("without the former variant").hasSize(2);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", value = { "any, -", "any;partial, -", "any;query, -", "any;version, -",
			"any;search, -", "any;0a, any", "any;version;0a, any;version", "text/html;charset=utf-8, -", ";0a, -" })
	void keysOfVariantsAreInAnIndex(String variant, @Nullable String index) {
		assertThat(VariantStore.indexKey(new CacheKey(URL.toString(), variant)))
			.isEqualTo(Optional.ofNullable(index).map((text) -> new CacheKey(URL.toString(), text)));
	}

	@Test
	void representationIsStoredByItsMediaType() {
		VariantStore plain = new VariantStore(this.responses, CachingProfile.REPRESENTATIONS, IdentityKey.ofProcess(),
				Set.of());
		put(plain, get("Accept: text/plain"), response("Vary: X-Unit", "text"), true);
		assertThat(this.responses.stored.keySet()).containsExactly(new CacheKey(URL.toString(), "text/plain"));
		assertThat(find(plain, get("Accept: text/plain | X-Unit: 1"))).isPresent();
		assertThat(plain.missReason(plain.read(get("")))).isEqualTo(ForwardReason.MISS);
		plain.remove(get("Accept: text/html"));
		assertThat(this.responses.stored).hasSize(1);
		plain.remove(get("Accept: text/plain"));
		assertThat(this.responses.stored).isEmpty();
	}

	private List<VariantIndex.Variant> variantsOfIndex() {
		return VariantIndex.from(this.responses.stored.get(new CacheKey(URL.toString(), "any")))
			.orElseThrow()
			.variants();
	}

	private VariantStore variants(IdentityKey key, Set<String> selecting) {
		return new VariantStore(this.responses, CachingProfile.RFC_9111, key, selecting);
	}

	private void put(CacheRequest request, String fields, String content) {
		put(this.variants, request, response(fields, content), true);
	}

	private @Nullable String find(CacheRequest request) {
		return find(this.variants, request).map(Fields::text).orElse(null);
	}

	private static Optional<StoredResponse> find(VariantStore variants, CacheRequest request) {
		return variants.find(request, variants.read(request));
	}

	private static void put(VariantStore variants, CacheRequest request, StoredResponse response, boolean shared) {
		variants.put(request, response, shared, variants.read(request));
	}

	private static CacheRequest get(String fields) {
		return CacheRequest.get(URL, Fields.of(fields));
	}

	private static CacheRequest query(String digest) {
		return CacheRequest.of(QueryContent.QUERY, URL, HttpHeaders.EMPTY, "").withContentDigest(digest);
	}

	private static StoredResponse part(String content) {
		return StoredResponse.of(206, Fields.of("Content-Range: bytes 0-1/4"), content.getBytes(StandardCharsets.UTF_8),
				Map.of(), null, null);
	}

}
