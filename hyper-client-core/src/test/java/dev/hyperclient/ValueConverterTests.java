package dev.hyperclient;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.error.AttributeValueException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.web.util.UriUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for values of types of the application.
 */
class ValueConverterTests {

	@RegisterExtension
	private final StubService service = new StubService();

	@Test
	void entryIsReadAsARecord() {
		this.service.serveJson("recipes/4",
				"""
						{"self_link": "%1$srecipes/4", "resource_type_link": "%1$s#recipe", "id": 4, "first_served": "2026-01-02",
						 "dish_link": "%1$sdishes/1", "tags": ["a", "b"], "instructions": "tag:launchpad.net:2008:redacted"}"""
					.formatted(this.service.url("")));
		Entry entry = this.service.root().load("recipes/4", Entry.class);
		assertThat(entry.to(Recipe.class)).isEqualTo(new Recipe(4, null, LocalDate.of(2026, 1, 2),
				URI.create(this.service.url("dishes/1")), List.of("a", "b")));
		entry.set("id", 5);
		assertThat(entry.to(Recipe.class).id()).isEqualTo(5);
	}

	@Test
	void typeThatDoesNotFitIsNamed() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		Entry entry = this.service.root().load("recipes/4", Entry.class);
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> entry.to(Numbers.class))
			.withMessageContaining(this.service.url("recipes/4"))
			.withMessageContaining(Numbers.class.getName())
			.withMessageContaining("Stir");
	}

	@Test
	void recordIsSentAsAnObject() {
		this.service.serveJson(
				"recipes?search=%7B%22dish_name%22%3A%22beans%22%2C%22since%22%3A%222026-01-02%22%7D&ws.op=find",
				this.service.page(0, 0, null));
		assertThat(this.service.root()
			.collection("recipes")
			.operation("find")
			.with("search", new Search("beans", LocalDate.of(2026, 1, 2)))
			.invoke()
			.collection()).isEmpty();
	}

	@Test
	void entryInARecordIsSentAsItsUrl() {
		this.service.serveJson("recipes/1", this.service.recipe(1, "Stir"));
		this.service.serveJson(
				"recipes?search=%7B%22dish%22%3A%22"
						+ UriUtils.encode(this.service.url("recipes/1"), StandardCharsets.UTF_8) + "%22%7D&ws.op=find",
				this.service.page(0, 0, null));
		ServiceRoot root = this.service.root();
		Entry dish = root.load("recipes/1", Entry.class);
		assertThat(root.collection("recipes").operation("find").with("search", new OfDish(dish)).invoke().collection())
			.isEmpty();
	}

	@Test
	void unsupportedValueIsRejectedBeforeAnyRequest() {
		ServiceRoot root = this.service.root();
		this.service.forgetRequests();
		NamedOperation find = root.collection("recipes").operation("find");
		assertThatIllegalArgumentException().isThrownBy(() -> find.with("search", new Object()))
			.withMessageContaining("java.lang.Object cannot be sent");
		assertThat(this.service.requestCount()).isZero();
	}

	@Test
	void converterOfTheApplicationIsUsed() {
		this.service.serveJson("recipes?search=%22converted%22&ws.op=find", this.service.page(0, 0, null));
		ValueConverter own = new ValueConverter() {

			@Override
			public Object toWire(Object value) {
				return "converted";
			}

			@Override
			public <T> T fromWire(Map<String, ?> representation, Class<T> type) {
				return type.cast("read");
			}

		};
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.open(this.service.client().valueConverter(own));
		assertThat(root.collection("recipes").operation("find").with("search", new Object()).invoke().collection())
			.isEmpty();
		assertThat(root.load("recipes/4", Entry.class).to(String.class)).isEqualTo("read");
	}

	record Recipe(int id, @Nullable String instructions, LocalDate firstServed, URI dishLink, List<String> tags) {
	}

	record Numbers(int instructions) {
	}

	private record OfDish(Entry dish) {
	}

	record Search(String dishName, LocalDate since) {
	}

}
