package dev.hyperclient;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ParamType;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlParser;
import dev.hyperclient.internal.text.LinkName;
import dev.hyperclient.launchpad.Launchpad;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests with representations of bugs, people and projects: those of a small tracker, and
 * recorded ones of Launchpad.
 */
class LaunchpadDataTests {

	@RegisterExtension
	private final StubService service = new StubService();

	/**
	 * Documents of a service.
	 *
	 * @param entries the files of entries by their paths
	 * @param page the path of a page and its file
	 */
	record Documents(DescriptionSource source, Map<String, String> entries, Map.Entry<String, String> page) {

		private static Documents tracker() {
			return new Documents(DescriptionSource.TRACKER,
					Map.of("bugs/12", "bug", "~ada", "ada", "~gardeners", "gardeners", "orchard", "orchard"),
					Map.entry("~gardeners/members", "members"));
		}

		private static Documents launchpad() {
			return new Documents(DescriptionSource.LAUNCHPAD,
					Map.of("bugs/1", "bug", "bugs/2039729", "bug2", "~jelmer", "person", "~awsome-core", "team",
							"~ubuntu-wiki-editors", "team2", "~ubuntu-security", "team-ubuntu-security", "launchpad",
							"project-launchpad"),
					Map.entry("bugs/1/bug_tasks", "bug_tasks"));
		}

	}

	static Stream<Documents> documents() {
		return DescriptionSource.present()
			.filter((source) -> source != DescriptionSource.LAUNCHPAD_DEVEL)
			.map((source) -> (source == DescriptionSource.TRACKER) ? Documents.tracker() : Documents.launchpad());
	}

	private ServiceRoot serve(Documents documents) {
		String description = documents.source().wadl(this.service.url(""));
		this.service.serveRoot(description, rootJson(description));
		documents.entries().forEach((path, file) -> this.service.serveJson(path, json(documents, file)));
		this.service.serveJson(documents.page().getKey(), json(documents, documents.page().getValue()));
		return this.service.open(Launchpad.PRODUCTION.builder().serviceRoot(this.service.url("")).version(null));
	}

	private String json(Documents documents, String file) {
		return documents.source().json(file, this.service.url(""));
	}

	/** The JSON of the root is not recorded, so it is derived from the description. */
	private String rootJson(String description) {
		WadlApplication application = WadlParser.parse(description.getBytes(StandardCharsets.UTF_8),
				URI.create(this.service.url("")));
		return application.rootType()
			.representation()
			.orElseThrow()
			.params()
			.stream()
			.map(Param::name)
			.map((name) -> "\"%s\": \"%s%s\"".formatted(name, this.service.url(""),
					name.equals(LinkName.TYPE) ? "#service-root"
							: name.replace("_collection_link", "").replace("_link", "")))
			.collect(Collectors.joining(", ", "{", "}"));
	}

	@ParameterizedTest
	@MethodSource("documents")
	void everyAttributeOfAnEntryIsRead(Documents documents) {
		ServiceRoot root = serve(documents);
		documents.entries().forEach((path, file) -> {
			Entry entry = root.load(path, Entry.class);
			assertThat(entry.selfLink()).hasToString(this.service.url(path));
			assertThat(JsonMapper.builder().build().readTree(json(documents, file)).propertyNames())
				.containsAll(readAll(entry));
			assertThat(readAll(entry)).hasSizeGreaterThan(5);
		});
	}

	@ParameterizedTest
	@MethodSource("documents")
	void everyAttributeOfAPageIsRead(Documents documents) {
		String page = documents.page().getKey();
		ServiceRoot root = serve(documents);
		EntryCollection entries = root.load(page.substring(0, page.lastIndexOf('/')), Entry.class)
			.collection(page.substring(page.lastIndexOf('/') + 1));
		assertThat(entries.stream()).hasSize(entries.size())
			.allSatisfy((entry) -> assertThat(readAll(entry)).hasSizeGreaterThan(7));
	}

	/**
	 * Call the typed getter of each attribute, determined by description and value.
	 * Attributes that the representation does not have are skipped.
	 * @return the names of the members
	 */
	private static List<String> readAll(Entry entry) {
		ResourceType type = WadlApplication.of(entry.type()).findResourceType(entry.resourceTypeLink()).orElseThrow();
		List<String> names = type.representation().orElseThrow().params().stream().map(Param::name).toList();
		assertThat(entry.svcAttributes().size() + entry.svcEntries().size() + entry.svcCollections().size())
			.isEqualTo(names.size());
		List<String> present = names.stream().filter((name) -> isPresent(entry, name)).toList();
		entry.svcAttributes().stream().filter(present::contains).forEach((name) -> {
			if (entry.isRedacted(name)) {
				assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> entry.getString(name));
			}
			else {
				assertSame(entry, name, type.attribute(name).orElseThrow());
			}
		});
		entry.svcEntries().stream().filter((name) -> present.contains(name + "_link")).forEach((name) -> {
			if (entry.isRedacted(name + "_link")) {
				assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> entry.findEntry(name));
			}
			else {
				assertThat(entry.findEntry(name).map((linked) -> linked.uri().toString()).orElse(null))
					.isEqualTo(entry.get(name + "_link"));
			}
		});
		entry.svcCollections()
			.stream()
			.filter((name) -> present.contains(name + "_collection_link"))
			.forEach((name) -> assertThat(entry.collection(name).uri())
				.hasToString(entry.getString(name + "_collection_link")));
		return present;
	}

	private static boolean isPresent(Entry entry, String name) {
		try {
			entry.isRedacted(name);
			return true;
		}
		catch (NoSuchAttributeException ex) {
			return false;
		}
	}

	private static void assertSame(Entry entry, String name, Param param) {
		Object value = entry.get(name);
		if (value instanceof String text && param.type() == ParamType.DATE_TIME) {
			assertThat(entry.getDateTime(name)).isEqualTo(text);
		}
		else if (value instanceof String text && param.type() == ParamType.DATE) {
			assertThat(entry.getDate(name)).isEqualTo(text.substring(0, 10));
		}
		else if (value instanceof String) {
			assertThat(entry.getString(name)).isEqualTo(value);
		}
		else if (value instanceof Boolean) {
			assertThat(entry.getBoolean(name)).isEqualTo(value);
		}
		else if (value instanceof Long) {
			assertThat(entry.getLong(name)).isEqualTo(value);
		}
		else if (value instanceof BigDecimal) {
			assertThat(entry.getDecimal(name)).isEqualTo(value);
		}
		else {
			assertThat(value).satisfiesAnyOf((none) -> assertThat(none).isNull(),
					(list) -> assertThat(list).isInstanceOf(List.class));
		}
	}

}
