package dev.hyperclient.observation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the documentation page agrees with the registered meters and with the keys
 * of the observation.
 */
class MetersPageTests {

	private static final Path PAGE = Path.of("..", "docs", "reference", "meters.md");

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	@Test
	void pageListsTheRegisteredMeters() throws IOException {
		Map<String, String> listed = new TreeMap<>();
		for (List<String> row : table("## Meters")) {
			Meter.Type type = Meter.Type.valueOf(row.get(1).split(",")[0].toUpperCase(Locale.ROOT));
			listed.put(code(row.get(0)).get(0), line(type, code(row.get(2))));
		}
		MeterRegistry registry = new SimpleMeterRegistry();
		new HyperClientMeterBinder("default").bindTo(registry);
		Map<String, String> registered = new TreeMap<>();
		for (Meter meter : registry.getMeters()) {
			List<String> tags = meter.getId().getTags().stream().map((tag) -> tag.getKey()).toList();
			registered.put(meter.getId().getName(), line(meter.getId().getType(), tags));
		}
		assertThat(listed).isEqualTo(registered);
	}

	@Test
	void pageListsTheKeysOfTheObservation() throws IOException {
		Map<String, String> listed = new TreeMap<>();
		for (List<String> row : table("## Observation of a call")) {
			listed.put(code(row.get(0)).get(0), row.get(1));
		}
		Map<String, String> documented = new TreeMap<>();
		for (HyperClientObservationDocumentation observation : HyperClientObservationDocumentation.values()) {
			names(observation.getLowCardinalityKeyNames()).forEach((name) -> documented.put(name, "low"));
			names(observation.getHighCardinalityKeyNames()).forEach((name) -> documented.put(name, "high"));
		}
		// Of the timer, from Micrometer: MonitoringTests compare with a scrape.
		documented.put("error", "low");
		assertThat(listed).isEqualTo(documented);
		assertThat(Files.readString(PAGE)).contains("`" + DefaultHyperClientObservationConvention.NAME + "`");
	}

	private static String line(Meter.Type type, List<String> tags) {
		return type + " " + tags;
	}

	private static List<String> names(KeyName[] keys) {
		return Stream.of(keys).map(KeyName::asString).toList();
	}

	private static List<String> code(String cell) {
		return CODE.matcher(cell).results().map((match) -> match.group(1)).collect(Collectors.toList());
	}

	/** Return the rows of the first table after a heading, without its header. */
	private static List<List<String>> table(String heading) throws IOException {
		return Files.readAllLines(PAGE)
			.stream()
			.dropWhile((line) -> !line.equals(heading))
			.dropWhile((line) -> !line.startsWith("|"))
			.takeWhile((line) -> line.startsWith("|"))
			.skip(2)
			.map((line) -> Stream.of(line.substring(1).split("\\|")).map(String::strip).toList())
			.toList();
	}

}
