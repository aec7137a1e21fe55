package dev.hyperclient;

import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.RedactedValueException;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for records that are read from entries. This package is null-marked.
 */
class RecordTests {

	private static final String REDACTED = "\"tag:launchpad.net:2008:redacted\"";

	@RegisterExtension
	private final StubService service = new StubService();

	private final ServiceRoot root = this.service.root();

	@Test
	void componentThatIsNoAttributeFailsWithCandidates() {
		Entry recipe = recipe("\"servings\": 2");
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> recipe.to(Typo.class))
			.withMessage("Record " + Typo.class.getName()
					+ " has the component 'servngs', but the resource type 'recipe' has no such attribute;"
					+ " did you mean 'servings'? It has: self_link, resource_type_link, http_etag, id, instructions,"
					+ " servings, private, next, dish, drink, cookbook, cover, variants")
			.satisfies((error) -> assertThat(error.uri()).hasToString(this.service.url("recipes/4")));
		assertThatThrownBy(() -> recipe.to(Typo.class)).isInstanceOf(AttributeValueException.class);
		assertThatThrownBy(() -> recipe.to(Strange.class)).hasMessageContaining("'firstNonsense' (first_nonsense)")
			.hasMessageContaining("no such attribute; it has: self_link");
	}

	@Test
	void unknownComponentFailsEvenIfItMayBeAbsent() {
		Entry recipe = recipe("\"servings\": 2");
		assertThatThrownBy(() -> recipe.to(OptionalTypo.class)).hasMessageContaining("did you mean 'servings'?");
		assertThatThrownBy(() -> recipe.to(BeanTypo.class))
			.hasMessageStartingWith("Class " + BeanTypo.class.getName() + " has the property 'servngs'");
	}

	@Test
	void propertyNameOfAJavaKeywordNeedsAnAnnotation() {
		Entry recipe = recipe("\"private\": true");
		assertThatThrownBy(() -> recipe.to(IsPrivate.class))
			.hasMessageContaining("has the component 'isPrivate' (is_private)")
			.hasMessageContaining("annotate the component with @JsonProperty(\"private\") to read 'private'. It has: ");
		assertThat(recipe.to(AnnotatedPrivate.class).isPrivate()).isTrue();
	}

	@Test
	void jacksonAnnotationsAreRespected() {
		Entry recipe = recipe("\"servings\": 2, \"instructions\": \"Stir\"");
		assertThat(recipe.to(Annotated.class)).isEqualTo(new Annotated(2, "Stir"));
		assertThat(recipe.to(Bean.class).persons).isEqualTo(2);
	}

	@Test
	void memberThatTheDescriptionLacksIsRead() {
		assertThat(recipe("\"undescribed\": \"x\"").to(Undescribed.class)).isEqualTo(new Undescribed("x"));
		assertThatThrownBy(() -> recipe("\"servings\": 2").to(Undescribed.class))
			.isInstanceOf(AttributeValueException.class)
			.hasMessageContaining("no such attribute");
	}

	@Test
	void nullIsNotAcceptedForPrimitives() {
		assertThatExceptionOfType(AttributeValueException.class)
			.isThrownBy(() -> recipe("\"servings\": null").to(Servings.class))
			.withMessage("'servings' of %s is null, but the component 'servings' of %s does not accept null;"
				.formatted(this.service.url("recipes/4"), Servings.class.getName())
					+ " declare it with a nullable type or as Optional");
		assertThatThrownBy(() -> recipe("\"id\": 4").to(Servings.class)).hasMessageContaining("'servings' of")
			.hasMessageContaining("is missing in the representation");
	}

	@Test
	void attributeOfAnotherTypeIsNamed() {
		assertThatExceptionOfType(AttributeValueException.class)
			.isThrownBy(() -> recipe("\"id\": 4, \"servings\": \"many\"").to(Servings.class))
			.withMessageStartingWith("%s does not fit %s: 'servings': ".formatted(this.service.url("recipes/4"),
					Servings.class.getName()));
		assertThatThrownBy(() -> recipe("\"servings\": [{\"id\": 1}, {\"id\": \"x\"}]").to(NestedIds.class))
			.hasMessageContaining(": 'servings[1].id': ");
	}

	@Test
	void deserializerOfTheApplicationReadsValuesByItsParser() {
		assertThat(recipe("\"servings\": {\"least\": 2}").to(Delegating.class).servings()).isEqualTo(new Range(2));
		assertThat(recipe("\"least\": 3").to(Range.class)).isEqualTo(new Range(3));
	}

	@Test
	void failureOfADeserializerOfTheApplicationIsNamed() {
		assertThatExceptionOfType(AttributeValueException.class)
			.isThrownBy(() -> recipe("\"servings\": \"x\"").to(Unsupported.class))
			.withMessageContaining(this.service.url("recipes/4"))
			.withMessageContaining("no unit");
	}

	@Test
	void decimalsAreExact() {
		BigDecimal exact = new BigDecimal("0.10000000000000000001");
		assertThat(recipe("\"servings\": " + exact).to(Exact.class).servings()).isEqualTo(exact);
		assertThat(recipe("\"servings\": 0.10").to(Exact.class).servings()).isEqualTo(new BigDecimal("0.10"));
	}

	record Exact(BigDecimal servings) {

	}

	record Delegating(Range servings) {

	}

	@JsonDeserialize(using = RangeDeserializer.class)
	record Range(int least) {

	}

	static class RangeDeserializer extends ValueDeserializer<Range> {

		@Override
		public Range deserialize(JsonParser parser, DeserializationContext context) {
			Map<?, ?> members = parser.readValueAs(Map.class);
			return new Range(((Number) members.get("least")).intValue());
		}

	}

	@JsonDeserialize(using = UnsupportedDeserializer.class)
	record Unsupported() {

	}

	static class UnsupportedDeserializer extends ValueDeserializer<Unsupported> {

		@Override
		public Unsupported deserialize(JsonParser parser, DeserializationContext context) {
			throw new UnsupportedOperationException("no unit");
		}

	}

	@Test
	void nullIsNotAcceptedInsideNullMarkedPackage() {
		assertThatExceptionOfType(AttributeValueException.class)
			.isThrownBy(() -> recipe("\"instructions\": null").to(Marked.class))
			.withMessageContaining("does not accept null; declare it as nullable or as Optional");
	}

	@Test
	void nullStaysNullElsewhere() {
		Entry recipe = recipe("\"instructions\": null, \"servings\": null, \"dish_link\": null");
		assertThat(recipe.to(Unmarked.class)).isEqualTo(new Unmarked(null, null));
		assertThat(recipe.to(Outer.Inner.class)).isEqualTo(new Outer.Inner(null));
		assertThatThrownBy(() -> recipe.to(Outer.MarkedAgain.class)).isInstanceOf(AttributeValueException.class);
		assertThat(recipe.to(MarkedNullable.class)).isEqualTo(new MarkedNullable(null));
		assertThat(recipe.to(Optionals.class))
			.isEqualTo(new Optionals(Optional.empty(), OptionalInt.empty(), Optional.empty()));
		Entry without = recipe("\"id\": 4");
		assertThat(without.to(Optionals.class))
			.isEqualTo(new Optionals(Optional.empty(), OptionalInt.empty(), Optional.empty()));
		assertThat(without.to(Unmarked.class)).isEqualTo(new Unmarked(null, null));
	}

	@Test
	void redactedValueFailsUnlessItMayBeAbsent() {
		Entry recipe = recipe("\"instructions\": %1$s, \"servings\": %1$s, \"dish_link\": %1$s".formatted(REDACTED));
		for (Class<?> type : List.of(Marked.class, Unmarked.class, Servings.class, Linked.class)) {
			assertThatExceptionOfType(RedactedValueException.class).as(type.getName())
				.isThrownBy(() -> recipe.to(type))
				.withMessageContaining(this.service.url("recipes/4") + " is hidden from this user")
				.withMessageContaining(type.getName());
		}
		assertThat(recipe.to(MarkedNullable.class)).isEqualTo(new MarkedNullable(null));
		assertThat(recipe.to(Optionals.class))
			.isEqualTo(new Optionals(Optional.empty(), OptionalInt.empty(), Optional.empty()));
		assertThat(recipe.to(Identified.class)).isEqualTo(new Identified(4));
	}

	@Test
	void redactedValueWithinAValueFails() {
		Entry recipe = recipe("\"servings\": [{\"id\": 1}, {\"id\": %s}], \"id\": 4".formatted(REDACTED));
		for (Class<?> type : List.of(NestedTexts.class, Untyped.class)) {
			assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> recipe.to(type))
				.withMessageContaining("A value within 'servings' of " + this.service.url("recipes/4") + " is hidden");
		}
		assertThat(recipe.to(Identified.class)).isEqualTo(new Identified(4));
	}

	@Test
	void otherAttributesGoToTheAnySetter() {
		Collecting read = recipe("\"id\": 4, \"instructions\": \"Stir\"").to(Collecting.class);
		assertThat(read.id()).isEqualTo(4);
		assertThat(read.rest()).containsEntry("instructions", "Stir").doesNotContainKey("id");
	}

	@Test
	void linkedResourcesAreReadWithoutARequest() {
		Entry recipe = recipe("\"dish_link\": \"%1$sdishes/1\", \"cover_link\": \"%1$srecipes/4/cover\","
			.formatted(this.service.url(""))
				+ "\"variants_collection_link\": \"%srecipes/4/variants\"".formatted(this.service.url("")));
		recipe.getLong("id");
		this.service.forgetRequests();
		References references = recipe.to(References.class);
		assertThat(references.dish()).isEqualTo(recipe.entry("dish"));
		assertThat(references.dish().isFetched()).isFalse();
		assertThat(references.cover().uri()).hasToString(this.service.url("recipes/4/cover"));
		assertThat(references.variants()).isEqualTo(recipe.collection("variants"));
		assertThat(references.dishLink()).hasToString(this.service.url("dishes/1"));
		assertThat(recipe.to(OptionalEntry.class).dish()).contains(recipe.entry("dish"));
		assertThat(this.service.requestCount()).isZero();
	}

	@Test
	void recordForALinkIsRefusedWithAdvice() {
		Entry recipe = recipe("\"servings\": 2");
		assertThatThrownBy(() -> recipe.to(Nested.class)).isInstanceOf(AttributeValueException.class)
			.hasMessageEndingWith("has the component 'dish', but 'dish' is a link to an entry;"
					+ " declare the component as Entry, or read it with entry(\"dish\").to(Identified.class)");
		assertThatThrownBy(() -> recipe.to(NestedUrl.class))
			.hasMessageEndingWith("declare the component as Entry, or name it 'dishLink' for the URL");
		assertThatThrownBy(() -> recipe.to(NestedList.class)).hasMessageEndingWith(
				"'variants' is a linked collection; declare the component as EntryCollection, or read it with collection(\"variants\")");
		assertThatThrownBy(() -> recipe.to(NestedFile.class))
			.hasMessageEndingWith("'cover' is a link to a file; declare the component as HostedFile");
		assertThatThrownBy(() -> recipe.to(WrongKind.class))
			.hasMessageEndingWith("'dish' is a link to an entry; declare the component as Entry");
		assertThatThrownBy(() -> recipe.to(LinkSuffix.class)).hasMessageEndingWith("a link is named without '_link'");
		assertThatThrownBy(() -> recipe.to(NoLink.class))
			.hasMessageEndingWith("'servings' of the resource type 'recipe' is an attribute, not a link");
		assertThatThrownBy(() -> recipe.to(LinkTypo.class)).hasMessageEndingWith(
				"the resource type 'recipe' has no such link; did you mean 'dish'? It has: next, dish, drink, cookbook, cover");
	}

	@Test
	@SuppressWarnings("unchecked")
	void mapAndTextAreNotChecked() {
		assertThat(recipe("\"servings\": 2, \"private\": " + REDACTED).to(Map.class)).containsEntry("servings", 2L)
			.doesNotContainKey("private");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "2", "2.5", "123456789012345678901234567890", "\"x\"", "[1, [\"a\"], {\"b\": null}]", "true" })
	void valueIsConvertedAsTheServiceSentIt(String value) {
		Object read = recipe("\"servings\": " + value).to(Untyped.class).servings();
		assertThat(read).hasToString(value.replace("\"", "").replace(": ", "="));
	}

	private Entry recipe(String members) {
		this.service.serveJson("recipes/4",
				"{\"self_link\": \"%1$srecipes/4\", \"resource_type_link\": \"%1$s#recipe\", %2$s%3$s}"
					.formatted(this.service.url(""), members.contains("\"id\"") ? "" : "\"id\": 4, ", members));
		Entry recipe = this.root.load("recipes/4", Entry.class);
		recipe.svcRefresh();
		return recipe;
	}

	record Typo(int id, int servngs) {
	}

	record Strange(int id, String firstNonsense) {
	}

	record OptionalTypo(Optional<Integer> servngs) {
	}

	static class BeanTypo {

		public @Nullable Integer servngs;

	}

	record IsPrivate(boolean isPrivate) {
	}

	record AnnotatedPrivate(@JsonProperty("private") boolean isPrivate) {
	}

	record Annotated(@JsonProperty("servings") int persons, @JsonAlias( {
			"description", "instructions" }) String text){
	}

	static class Bean {

		private int persons;

		@JsonIgnore
		public @Nullable String nonsense;

		@JsonProperty("servings")
		void setPersons(int persons) {
			this.persons = persons;
		}

	}

	record Undescribed(String undescribed) {
	}

	record Servings(int servings) {
	}

	record Identified(long id) {
	}

	record Marked(String instructions) {
	}

	record MarkedNullable(@Nullable String instructions) {
	}

	@NullUnmarked
	record Unmarked(String instructions, Integer servings) {
	}

	@NullUnmarked
	static class Outer {

		record Inner(String instructions) {
		}

		@NullMarked
		record MarkedAgain(String instructions) {
		}

	}

	record Optionals(Optional<String> instructions, OptionalInt servings, Optional<Entry> dish) {
	}

	record References(Entry dish, HostedFile cover, EntryCollection variants, URI dishLink) {
	}

	record Linked(Entry dish) {
	}

	record OptionalEntry(Optional<Entry> dish) {
	}

	record Nested(String instructions, Identified dish) {
	}

	record NestedUrl(String dish) {
	}

	record NestedList(List<Identified> variants) {
	}

	record NestedFile(byte[] cover) {
	}

	record WrongKind(EntryCollection dish) {
	}

	record LinkSuffix(Entry dishLink) {
	}

	record NoLink(Entry servings) {
	}

	record LinkTypo(Entry dihs) {
	}

	record Text(String id) {
	}

	record NestedIds(List<Identified> servings) {
	}

	record NestedTexts(List<Text> servings) {
	}

	record Collecting(long id, @JsonAnySetter Map<String, Object> rest) {
	}

	record Untyped(Object servings) {
	}

}
