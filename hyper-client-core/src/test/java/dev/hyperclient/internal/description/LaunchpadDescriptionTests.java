package dev.hyperclient.internal.description;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests for {@link WadlParser} with the description of Launchpad, which is not part of
 * this project.
 */
class LaunchpadDescriptionTests {

	private static final Path DIRECTORY = Path.of("..", "..", "shared", "data");

	private static WadlApplication launchpad(String version) throws IOException {
		Path file = DIRECTORY.resolve("launchpad-" + version + ".wadl");
		assumeTrue(Files.exists(file), () -> "The description of Launchpad is not at " + file);
		return WadlParser.parse(Files.readAllBytes(file), URI.create("https://api.launchpad.net/" + version + "/"));
	}

	private static Stream<WadlMethod> methods(WadlApplication application) {
		return application.resourceTypes().stream().flatMap((type) -> type.methods().stream());
	}

	private static Stream<WadlMethod> operations(WadlApplication application, String name) {
		return methods(application)
			.filter((method) -> method.name().equals(name) && method.operationName().isPresent());
	}

	/**
	 * Counts each param once, although several methods may refer to a representation.
	 */
	private static Collection<Param> params(WadlApplication application) {
		Stream<RepresentationDefinition> inMethods = methods(application).flatMap((method) -> Stream
			.concat(method.requestRepresentations().stream(), method.responseRepresentations().stream()));
		Set<RepresentationDefinition> definitions = Collections.newSetFromMap(new IdentityHashMap<>());
		Stream.concat(application.representations().stream(), inMethods).forEach(definitions::add);
		Stream<Param> inRepresentations = definitions.stream().flatMap((definition) -> definition.params().stream());
		Stream<Param> outside = methods(application)
			.flatMap((method) -> Stream.concat(method.requestParams().stream(), method.responseParams().stream()));
		return Stream.concat(inRepresentations, outside).toList();
	}

	private static <T> Map<T, Long> count(Stream<T> values) {
		return values.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
	}

	@Test
	void countsTheTypesOfDevel() throws IOException {
		WadlApplication devel = launchpad("devel");
		assertThat(devel.base()).isEqualTo(URI.create("https://api.launchpad.net/devel/"));
		assertThat(devel.resourceTypes()).hasSize(296);
		assertThat(devel.representations()).hasSize(394);
		assertThat(devel.resourceTypes()).filteredOn(ResourceType::isCollection).hasSize(31 + 131);
		assertThat(devel.representations()).filteredOn(RepresentationDefinition::isPage).hasSize(131);
		assertThat(devel.rootType().svcCollections()).contains("bugs", "people");
		assertThat(devel.rootType().svcEntries()).contains("pillars", "services", "me");
	}

	@Test
	void countsTheMethodsOfDevel() throws IOException {
		WadlApplication devel = launchpad("devel");
		assertThat(count(methods(devel).map(WadlMethod::name))).containsOnly(entry("GET", 645L), entry("POST", 337L),
				entry("PUT", 132L), entry("PATCH", 131L), entry("DELETE", 23L));
		assertThat(operations(devel, "GET")).hasSize(349);
		assertThat(operations(devel, "POST")).hasSize(337);
		assertThat(operations(devel, "POST").filter((method) -> method.locationType().isPresent())).hasSize(92);
		assertThat(operations(devel, "POST")
			.filter((method) -> method.requestMediaType().equals(Optional.of("multipart/form-data")))).hasSize(5);
		assertThat(operations(devel, "GET").filter((method) -> method.responseRepresentations().isEmpty()))
			.hasSize(113);
		assertThat(operations(devel, "GET")
			.filter((method) -> method.responseRepresentations().stream().anyMatch(RepresentationDefinition::isPage)))
			.hasSize(161);
		assertThat(devel.resourceTypes().stream().flatMap((type) -> type.operationNames().stream()).distinct())
			.hasSize(381);
		assertThat(methods(devel).mapToInt((method) -> method.operationParams().size()).max()).hasValue(30);
	}

	@Test
	void countsTheParamsOfDevel() throws IOException {
		Collection<Param> params = params(launchpad("devel"));
		assertThat(params).hasSize(6_348);
		assertThat(count(params.stream().map(Param::type))).containsOnly(entry(ParamType.ANY, 5_961L + 13),
				entry(ParamType.DATE_TIME, 321L), entry(ParamType.DATE, 17L), entry(ParamType.BINARY, 36L));
		assertThat(params).filteredOn((param) -> param.fixed() != null).hasSize(686);
		assertThat(params).filteredOn((param) -> !param.options().isEmpty()).hasSize(425);
		assertThat(params.stream().mapToInt((param) -> param.options().size()).sum()).isEqualTo(2_206);
		assertThat(params.stream().mapToInt((param) -> param.options().size()).max()).hasValue(26);
	}

	@Test
	void countsTheLinksOfDevel() throws IOException {
		WadlApplication devel = launchpad("devel");
		Collection<Param> params = params(devel);
		assertThat(params).filteredOn((param) -> param.linkType().isPresent()).hasSize(1_958);
		assertThat(params).filteredOn((param) -> param.link() && param.linkType().isEmpty()).hasSize(376);
		assertThat(methods(devel).flatMap((method) -> method.operationParams().stream()))
			.filteredOn((param) -> param.linkType().isPresent() && param.type() != ParamType.BINARY)
			.hasSize(446);
	}

	@Test
	void countsTheFieldsOfDevel() throws IOException {
		Collection<RepresentationDefinition> representations = launchpad("devel").representations();
		assertThat(fields(representations, "-full")).isEqualTo(2_180);
		assertThat(fields(representations, "-diff")).isEqualTo(720);
		assertThat(representations)
			.filteredOn((definition) -> hasSuffix(definition, "-diff") && definition.params().isEmpty())
			.hasSize(41);
	}

	private static int fields(Collection<RepresentationDefinition> representations, String suffix) {
		return representations.stream()
			.filter((definition) -> hasSuffix(definition, suffix))
			.mapToInt((definition) -> definition.params().size())
			.sum();
	}

	private static boolean hasSuffix(RepresentationDefinition definition, String suffix) {
		return definition.id() != null && definition.id().endsWith(suffix);
	}

	@Test
	void countsTheOlderVersion() throws IOException {
		WadlApplication stable = launchpad("1.0");
		assertThat(stable.resourceTypes()).hasSize(268);
		assertThat(stable.representations()).hasSize(352);
		assertThat(count(methods(stable).map(WadlMethod::name))).containsOnly(entry("GET", 451L), entry("POST", 138L),
				entry("PUT", 118L), entry("PATCH", 117L), entry("DELETE", 7L));
		assertThat(operations(stable, "GET")).hasSize(183);
		assertThat(operations(stable, "POST")).hasSize(138);
		Collection<Param> params = params(stable);
		assertThat(params).hasSize(4_592);
		assertThat(params).filteredOn((param) -> param.fixed() != null).hasSize(321);
		assertThat(params).filteredOn((param) -> !param.options().isEmpty()).hasSize(266);
		assertThat(params.stream().mapToInt((param) -> param.options().size()).sum()).isEqualTo(1_438);
	}

	@Test
	void optionsKeepTheirTrailingBlanks() throws IOException {
		assertThat(params(launchpad("devel"))).flatExtracting(Param::options)
			.contains("Won't Fix", "Bazaar-NG branch, format 5 ");
	}

}
