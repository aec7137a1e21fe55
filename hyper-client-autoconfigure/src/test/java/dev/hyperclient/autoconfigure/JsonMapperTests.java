package dev.hyperclient.autoconfigure;

import java.math.BigDecimal;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.introspect.VisibilityChecker;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the JSON mapper of a service, derived from that of the application.
 */
class JsonMapperTests {

	@AutoClose
	private final StubService service = new StubService();

	private final ApplicationContextRunner runner = HyperClientContextRunner.create(this.service);

	JsonMapperTests() {
		this.service.server().stubFor(get("/1.0/thing").willReturn(okJson("""
				{"resource_type_link": "%s/1.0/#service-root", "motto": "EUR 2.50", "first_served": "2026-01-02",
				 "first-served": "2026-03-04", "FirstServed": "2026-05-06"}""".formatted(this.service.url()))));
	}

	@Test
	void modulesOfTheApplicationAreUsedForRecords() {
		this.runner.withBean(JsonMapper.class, () -> JsonMapper.builder().addModule(new PriceModule()).build())
			.run((context) -> {
				Entry thing = thing(context.getBean(ServiceRoot.class));
				assertThat(thing.to(Priced.class))
					.isEqualTo(new Priced(new Price("EUR", new BigDecimal("2.50")), LocalDate.of(2026, 1, 2)));
				thing.set("motto", new Priced(new Price("USD", BigDecimal.TEN), LocalDate.of(2026, 2, 3)));
				assertThat(thing.changes()).containsEntry("motto",
						Map.of("motto", "USD 10", "first_served", "2026-02-03"));
				assertThat(thing.set("motto", new Price("CHF", BigDecimal.ONE)).getString("motto")).isEqualTo("CHF 1");
			});
	}

	@Test
	void namingStrategyOfTheApplicationIsUsedUnlessCustomized() {
		ApplicationContextRunner kebab = this.runner.withBean(JsonMapper.class,
				() -> JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE).build());
		kebab.run((context) -> assertThat(thing(context.getBean(ServiceRoot.class)).to(Served.class))
			.isEqualTo(new Served(LocalDate.of(2026, 3, 4))));
		kebab
			.withBean(HyperClientJsonMapperCustomizer.class,
					() -> (service,
							builder) -> builder.propertyNamingStrategy(service.equals("default")
									? PropertyNamingStrategies.UPPER_CAMEL_CASE : PropertyNamingStrategies.SNAKE_CASE))
			.run((context) -> assertThat(thing(context.getBean(ServiceRoot.class)).to(Served.class))
				.isEqualTo(new Served(LocalDate.of(2026, 5, 6))));
	}

	@Test
	void settingsOfTheApplicationDoNotChangeTheFormatOfTheService() {
		this.runner
			.withBean(JsonMapper.class,
					() -> JsonMapper.builder()
						.enable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
						.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
						.activateDefaultTyping(BasicPolymorphicTypeValidator.builder().build(),
								DefaultTyping.NON_FINAL_AND_RECORDS)
						.addModule(new ShoutingModule())
						.build())
			.run((context) -> {
				Entry thing = thing(context.getBean(ServiceRoot.class));
				assertThat(thing.getString("motto")).isEqualTo("EUR 2.50");
				assertThat(thing.to(Served.class)).isEqualTo(new Served(LocalDate.of(2026, 1, 2)));
				thing.set("motto", new Times(LocalDate.of(2026, 2, 3), Instant.parse("2026-02-03T04:05:06Z")));
				assertThat(thing.changes()).containsEntry("motto",
						Map.of("day", "2026-02-03", "moment", "2026-02-03T04:05:06Z"));
			});
	}

	@Test
	void settingsOfTheApplicationDoNotChangeRequests() {
		this.runner.withBean(JsonMapper.class, () -> JsonMapper.builder()
			.enable(EnumFeature.WRITE_ENUMS_USING_INDEX, EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
			.enable(SerializationFeature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
			.changeDefaultPropertyInclusion((inclusion) -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
			.changeDefaultVisibility((checker) -> VisibilityChecker.construct(JsonAutoDetect.Value.noOverrides()
				.withFieldVisibility(JsonAutoDetect.Visibility.NONE)
				.withGetterVisibility(JsonAutoDetect.Visibility.NONE)))
			.defaultDateFormat(new SimpleDateFormat("yy"))
			.defaultTimeZone(TimeZone.getTimeZone("Asia/Tokyo"))
			.build()).run((context) -> {
				Entry thing = thing(context.getBean(ServiceRoot.class));
				thing.set("motto", new Sent(Course.MAIN, Course.DESSERT, List.of("a"), null,
						OffsetDateTime.parse("2026-02-03T04:05:06Z")));
				Map<String, Object> expected = new HashMap<>(Map.of("course", "MAIN", "annotated", "Sweet", "texts",
						List.of("a"), "moment", "2026-02-03T04:05:06Z"));
				expected.put("note", null);
				assertThat(thing.changes()).containsEntry("motto", expected);
			});
	}

	@Test
	void mapperOfTheApplicationIsNotChanged() {
		this.runner.withBean(JsonMapper.class, () -> JsonMapper.builder().build()).run((context) -> {
			thing(context.getBean(ServiceRoot.class)).to(Served.class);
			assertThat(context.getBean(JsonMapper.class).writeValueAsString(new Served(LocalDate.of(2026, 1, 2))))
				.isEqualTo("{\"firstServed\":\"2026-01-02\"}");
		});
	}

	@Test
	void severalMappersAreIgnored() {
		this.runner
			.withBean("one", JsonMapper.class,
					() -> JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE).build())
			.withBean("two", JsonMapper.class, () -> JsonMapper.builder().build())
			.run((context) -> assertThat(thing(context.getBean(ServiceRoot.class)).to(Served.class))
				.isEqualTo(new Served(LocalDate.of(2026, 1, 2))));
	}

	private static Entry thing(ServiceRoot root) {
		return root.load("thing", Entry.class);
	}

	record Price(String currency, BigDecimal amount) {
	}

	record Priced(Price motto, LocalDate firstServed) {
	}

	record Served(LocalDate firstServed) {
	}

	record Sent(Course course, Course annotated, List<String> texts, @Nullable String note, OffsetDateTime moment) {
	}

	enum Course {

		MAIN, @JsonProperty("Sweet")
		DESSERT;

		@Override
		public String toString() {
			return "course " + ordinal();
		}

	}

	record Times(LocalDate day, Instant moment) {
	}

	private static final class PriceModule extends SimpleModule {

		PriceModule() {
			addDeserializer(Price.class, new StdDeserializer<>(Price.class) {

				@Override
				public Price deserialize(JsonParser parser, DeserializationContext context) {
					String[] parts = parser.getString().split(" ");
					return new Price(parts[0], new BigDecimal(parts[1]));
				}

			});
			addSerializer(Price.class, new StdSerializer<>(Price.class) {

				@Override
				public void serialize(Price price, JsonGenerator generator, SerializationContext context) {
					generator.writeString(price.currency() + " " + price.amount());
				}

			});
		}

	}

	/** Writes texts in capital letters, which would damage a representation. */
	private static final class ShoutingModule extends SimpleModule {

		ShoutingModule() {
			addSerializer(String.class, new StdSerializer<>(String.class) {

				@Override
				public void serialize(String text, JsonGenerator generator, SerializationContext context) {
					generator.writeString(text.toUpperCase(java.util.Locale.ROOT));
				}

			});
		}

	}

}
