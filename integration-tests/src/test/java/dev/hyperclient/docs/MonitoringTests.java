package dev.hyperclient.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.testservice.FakeService;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The dashboard of Grafana and the alert rules of Prometheus: their metrics and labels
 * are those of the page of meters, and of an application with Micrometer's registry for
 * Prometheus.
 */
class MonitoringTests {

	private static final Path FOLDER = Documents.PROJECT.resolve("docs/monitoring");

	private static final Path DASHBOARD = FOLDER.resolve("grafana-dashboard.json");

	private static final Path ALERTS = FOLDER.resolve("prometheus-alerts.yml");

	private static final Path ALERTS_TEST = Documents.PROJECT
		.resolve("integration-tests/src/test/resources/dev/hyperclient/docs/prometheus-alerts-test.yml");

	private static final Path METERS = Documents.PROJECT.resolve("docs/reference/meters.md");

	private static final Path PAGE = Documents.PROJECT.resolve("docs/guide/production.md");

	private static final String CALL = "hyper.client.call";

	/** As on the page. */
	private static final String[] DISTRIBUTION = {
			"management.metrics.distribution.percentiles-histogram.hyper.client.call=true",
			"management.metrics.distribution.percentiles-histogram.hyper.client.call.active=false",
			"management.metrics.distribution.maximum-expected-value.hyper.client.call=10s",
			"management.metrics.distribution.maximum-expected-value.hyper.client.call.active=2h" };

	private static final Set<String> WORDS = Set.of("sum", "max", "rate", "increase", "histogram_quantile", "and", "or",
			"unless", "offset", "label_values", "job", "instance", "client");

	/** The labels that Prometheus adds to what it scrapes. */
	private static final Set<String> TARGET_LABELS = Set.of("job", "instance");

	private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");

	private static final Pattern GROUPING = Pattern.compile("\\bby \\(([\\w, ]+)\\)");

	private static final Pattern SELECTOR = Pattern.compile("(?<![\\w$])([a-z_]\\w*)(?:\\{([^}]*)})?");

	private static final Pattern NAME = Pattern.compile("\\w+");

	private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\w+)(?:\\{(.*)})? \\S+$");

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	/** The labels of each metric of an application that has called its service. */
	private static Map<String, Set<String>> exposed = Map.of();

	@TempDir
	private Path directory;

	@Test
	void metricsAndLabelsAreOnThePageOfMeters() throws IOException {
		Map<String, Set<String>> known = documented();
		List<String> expressions = new ArrayList<>(panelExpressions());
		alerts().forEach((alert) -> expressions.add((String) alert.get("expr")));
		dashboard().at("/templating/list").forEach((variable) -> {
			if (variable.path("type").asString().equals("query")) {
				expressions.add(variable.at("/query/query").asString());
			}
		});
		for (String expression : expressions) {
			String code = STRING.matcher(expression).replaceAll("");
			Set<String> labels = new TreeSet<>();
			for (MatchResult selector : SELECTOR.matcher(GROUPING.matcher(code).replaceAll("")).results().toList()) {
				if (!WORDS.contains(selector.group(1))) {
					assertThat(known).as(expression).containsKey(selector.group(1));
					Set<String> own = new TreeSet<>(known.get(selector.group(1)));
					own.addAll(TARGET_LABELS);
					labels.addAll(own);
					if (selector.group(2) != null) {
						assertThat(own).as(expression).containsAll(names(selector.group(2)));
					}
				}
			}
			assertThat(labels).as(expression).isNotEmpty();
			GROUPING.matcher(code)
				.results()
				.forEach((grouping) -> assertThat(labels).as(expression).containsAll(names(grouping.group(1))));
		}
	}

	@Test
	void pageOfMetersListsEachLabel() throws IOException {
		documented().forEach((metric, labels) -> assertThat(exposed.get(metric)).as(metric).isEqualTo(labels));
	}

	@Test
	void bucketsAreThoseOfThePage() throws IOException {
		String page = Files.readString(PAGE);
		for (String property : DISTRIBUTION) {
			String[] lines = property.substring("management.metrics.distribution.".length()).split("[.=]", 2);
			assertThat(page).contains(lines[0] + ":\n", "        " + lines[1].replace("=", ": ") + "\n");
		}
		assertThat(exposed).containsKey("hyper_client_call_seconds_bucket")
			.doesNotContainKey("hyper_client_call_active_seconds_bucket");
	}

	/** The service of most applications is called "default". */
	@Test
	void applicationsAreKeptApart() throws IOException {
		List<String> expressions = new ArrayList<>(panelExpressions());
		assertThat(expressions).isNotEmpty()
			.allSatisfy((expression) -> assertThat(expression)
				.contains("job=~\"$job\", instance=~\"$instance\", client=~\"$client\""));
		alerts().forEach((alert) -> expressions.add((String) alert.get("expr")));
		for (String expression : expressions) {
			assertThat(GROUPING.matcher(expression).results().map((grouping) -> grouping.group(1))).as(expression)
				.isNotEmpty()
				.allMatch((labels) -> labels.startsWith("job, client"));
		}
	}

	@Test
	void pageExplainsEachAlert() throws IOException {
		assertThat(Documents.lines(PAGE)
			.stream()
			.filter((line) -> line.startsWith("| HyperClient"))
			.map((line) -> line.split("\\|")[1].strip()))
			.containsExactlyElementsOf(alerts().stream().map((alert) -> (String) alert.get("alert")).toList());
	}

	@Test
	void promtoolAcceptsTheExpressionsOfTheDashboard() throws IOException, InterruptedException {
		StringBuilder rules = new StringBuilder("groups:\n  - name: dashboard\n    rules:\n");
		int number = 0;
		for (String expression : panelExpressions()) {
			rules.append("      - record: panel_%d\n        expr: '%s'\n".formatted(number++,
					expression.replace("$__rate_interval", "5m").replaceAll("\\$(job|instance|client)", ".*")));
		}
		Path file = Files.writeString(this.directory.resolve("dashboard.yml"), rules);
		promtool("check", "rules", file.toString());
	}

	@Test
	void alertsFireWhenTheyShould() throws IOException, InterruptedException {
		promtool("test", "rules", ALERTS_TEST.toString());
		String tests = Files.readString(ALERTS_TEST);
		assertThat(alerts()).allSatisfy((alert) -> assertThat(tests).contains("alertname: " + alert.get("alert")));
	}

	private void promtool(String... arguments) throws IOException, InterruptedException {
		assumeTrue(
				Stream.of(System.getenv("PATH").split(":"))
					.anyMatch((folder) -> Files.isExecutable(Path.of(folder, "promtool"))),
				"promtool (Debian package prometheus) is not installed");
		List<String> command = new ArrayList<>(List.of("promtool"));
		command.addAll(List.of(arguments));
		Path output = this.directory.resolve("output");
		int status = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start()
			.waitFor();
		assertThat(status).as(() -> read(output)).isZero();
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	private static List<String> names(String text) {
		return NAME.matcher(text).results().map(MatchResult::group).toList();
	}

	private static JsonNode dashboard() throws IOException {
		return JsonMapper.shared().readTree(Files.readString(DASHBOARD));
	}

	private static List<String> panelExpressions() throws IOException {
		List<String> expressions = new ArrayList<>();
		dashboard().path("panels")
			.forEach((panel) -> panel.path("targets")
				.forEach((target) -> expressions.add(target.path("expr").asString())));
		assertThat(expressions).hasSizeGreaterThan(10).doesNotContain("");
		return expressions;
	}

	@SuppressWarnings("unchecked")
	private static List<Map<String, Object>> alerts() throws IOException {
		Map<String, Object> file = new Yaml().load(Files.readString(ALERTS));
		List<Map<String, Object>> groups = (List<Map<String, Object>>) file.get("groups");
		return (List<Map<String, Object>>) groups.get(0).get("rules");
	}

	/** Return the labels of each metric that the page of meters implies. */
	private static Map<String, Set<String>> documented() throws IOException {
		Map<String, Set<String>> metrics = new LinkedHashMap<>();
		for (List<String> row : table("## Meters")) {
			String[] type = row.get(1).split(", ");
			add(metrics, code(row.get(0)).get(0), Meter.Type.valueOf(type[0].toUpperCase(Locale.ROOT)),
					(type.length > 1) ? type[1] : null, code(row.get(2)));
		}
		List<String> keys = table("## Observation of a call").stream()
			.filter((row) -> row.get(1).equals("low"))
			.map((row) -> code(row.get(0)).get(0))
			.toList();
		add(metrics, CALL, Meter.Type.TIMER, null, keys);
		add(metrics, CALL + ".active", Meter.Type.LONG_TASK_TIMER, null,
				keys.stream().filter((key) -> !key.equals("error")).toList());
		Set<String> buckets = new TreeSet<>(metrics.get("hyper_client_call_seconds_count"));
		buckets.add("le");
		metrics.put("hyper_client_call_seconds_bucket", buckets);
		return metrics;
	}

	private static void add(Map<String, Set<String>> metrics, String meter, Meter.Type type, String unit,
			List<String> tags) {
		PrometheusNamingConvention convention = new PrometheusNamingConvention();
		Set<String> labels = tags.stream().map(convention::tagKey).collect(Collectors.toCollection(TreeSet::new));
		String name = convention.name(meter, type, unit);
		if (type == Meter.Type.TIMER || type == Meter.Type.LONG_TASK_TIMER) {
			metrics.put(name + "_count", labels);
			metrics.put(name + "_sum", labels);
		}
		else {
			metrics.put((type == Meter.Type.COUNTER && !name.endsWith("_total")) ? name + "_total" : name, labels);
		}
	}

	/** Return the rows of the first table after a heading, without its header. */
	private static List<List<String>> table(String heading) throws IOException {
		return Documents.lines(METERS)
			.stream()
			.dropWhile((line) -> !line.equals(heading))
			.dropWhile((line) -> !line.startsWith("|"))
			.takeWhile((line) -> line.startsWith("|"))
			.skip(2)
			.map((line) -> Stream.of(line.substring(1).split("\\|")).map(String::strip).toList())
			.toList();
	}

	private static List<String> code(String cell) {
		return CODE.matcher(cell).results().map((match) -> match.group(1)).toList();
	}

	@BeforeAll
	static void callService() {
		try (FakeService service = FakeService.builder("cookbook").type("recipe", "recipes", (recipe) -> {
			recipe.integer("id");
			recipe.entry(Map.of("id", 4));
		}).start();
				ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
					.web(WebApplicationType.NONE)
					// Without the configuration of the sample.
					.properties("spring.config.name=none", "spring.main.banner-mode=off",
							"hyper-client.base-url=" + service.baseUrl(), "hyper-client.http-cache.enabled=true")
					.properties(DISTRIBUTION)
					.run()) {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			assertThat(root.collection("recipes").stream()).hasSize(1);
			assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load(service.baseUrl() + "1.0/recipes/5"));
			Map<String, Set<String>> metrics = new HashMap<>();
			SAMPLE.matcher(context.getBean(PrometheusMeterRegistry.class).scrape())
				.results()
				.forEach((sample) -> metrics.computeIfAbsent(sample.group(1), (name) -> new TreeSet<>())
					.addAll((sample.group(2) != null) ? names(STRING.matcher(sample.group(2)).replaceAll(""))
							: List.of()));
			exposed = metrics;
		}
	}

	/**
	 * An application with the starter, the cache of other clients and the actuator.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
