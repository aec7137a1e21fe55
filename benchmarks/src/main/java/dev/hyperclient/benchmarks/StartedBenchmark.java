package dev.hyperclient.benchmarks;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Measures what the starter adds to the start of a Spring Boot application without a web
 * server that has one WebClient bean: the time of its line "Started ..." and the CPU time
 * of the process until then. Each start is a process of its own; kinds of starts take
 * turns. Prints a Markdown table with medians and quartiles; differences are taken within
 * each round. After {@code mvn -Pbenchmarks -DskipTests package}, in {@code benchmarks}:
 *
 * <pre>
 * java -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.StartedBenchmark \
 *     archive=on rounds=15 kinds='lazy|fresh' jvm=/path/of/java options=-XX:+UseSerialGC description=FILE save=FILE
 * </pre>
 *
 * All arguments are optional:
 * <ul>
 * <li>{@code archive}: {@code on} to start with an archive of classes as
 * {@code docs/guide/startup.md} describes, which is an AOT cache from Java 25 and
 * class-data sharing before.</li>
 * <li>{@code rounds}: 15 otherwise.</li>
 * <li>{@code kinds}: a regular expression of kinds, besides {@code plain}, which is an
 * application without the starter. Each kind has at least one property, since Spring Boot
 * takes longer to read the first one; for {@code plain} it has no effect. The others have
 * the starter: {@code lazy} with {@code hyper-client.startup=lazy}; {@code fresh} with a
 * cache of fresh documents, and {@code empty} with an empty cache, both without that
 * property; {@code 1-service} and {@code 100-services} with as many named services that
 * are lazy.</li>
 * <li>{@code jvm}: the path of the {@code java} that is measured, and {@code options} its
 * options.</li>
 * <li>{@code description}: a WADL document, which must not have a type {@code recipes} or
 * {@code recipe}. Without it the service has a small one.</li>
 * <li>{@code save}: a file for the values of each start.</li>
 * </ul>
 * The columns, after the kind: the seconds until the line, the CPU milliseconds and the
 * loaded classes, each followed by what is added to {@code plain}.
 */
public final class StartedBenchmark {

	private static final String APPLICATIONS = "classpath-of-applications.txt";

	private static final int SERVICES = 100;

	private final Arguments arguments;

	private final MeasuredJvm jvm;

	private final Path directory;

	private final List<String> saved = new ArrayList<>();

	private StartedBenchmark(Arguments arguments, MeasuredJvm jvm, Path directory) {
		this.arguments = arguments;
		this.jvm = jvm;
		this.directory = directory;
	}

	/**
	 * A kind of start.
	 *
	 * @param name the name
	 * @param properties the properties of the application
	 * @param starter whether the application has the starter
	 */
	private record Kind(String name, List<String> properties, boolean starter) {
	}

	/**
	 * What one start took.
	 */
	private record Start(double seconds, double cpuMillis, double classes) {

		static Start parse(String line) {
			String[] values = line.substring(StartedApplication.MARK.length()).split(" ");
			return new Start(Double.parseDouble(values[0]), Double.parseDouble(values[1]),
					Double.parseDouble(values[2]));
		}

	}

	public static void main(String[] args) throws Exception {
		Arguments arguments = new Arguments(args, "archive", "rounds", "kinds", "jvm", "options", "description",
				"save");
		Path description = arguments.file("description");
		MeasuredJvm jvm = MeasuredJvm.of(arguments);
		try (TemporaryDirectory directory = TemporaryDirectory.create(Path.of(System.getProperty("java.io.tmpdir")),
				"hyper-client-started-"); OriginProcess origin = SteadyOrigin.start(description)) {
			StartedBenchmark benchmark = new StartedBenchmark(arguments, jvm, directory.path());
			System.out.printf("Java %d, description: %s%n%n", jvm.version(),
					(description != null) ? description + ", " + Files.size(description) + " bytes" : "recipes alone");
			benchmark.run(origin.url());
		}
		System.exit(0);
	}

	private void run(String url) throws Exception {
		Map<Kind, List<Start>> measured = new LinkedHashMap<>();
		int rounds = this.arguments.number("rounds", 15);
		List<Kind> kinds = kinds(url);
		Predicate<String> chosen = this.arguments.pattern("kinds", kinds.stream().map(Kind::name).toList());
		for (Kind kind : kinds) {
			if (kind.name().equals("plain") || chosen.test(kind.name())) {
				measured.put(kind, new ArrayList<>());
				Files.write(this.directory.resolve(kind.name() + ".properties"), kind.properties());
				if (this.arguments.isOn("archive")) {
					train(kind);
				}
				// Fills the cache, and the caches of the operating system.
				start(kind, "warm");
			}
		}
		for (int round = 0; round < rounds; round++) {
			for (Map.Entry<Kind, List<Start>> each : measured.entrySet()) {
				Start start = start(each.getKey(), String.valueOf(round));
				each.getValue().add(start);
				this.saved.add("%s\t%d\t%.4f\t%.1f\t%.0f".formatted(each.getKey().name(), round, start.seconds(),
						start.cpuMillis(), start.classes()));
			}
		}
		print(measured);
		String save = this.arguments.text("save");
		if (save != null) {
			Files.write(Path.of(save), this.saved);
		}
	}

	private List<Kind> kinds(String url) {
		String root = "hyper-client.base-url=" + url;
		String cache = "hyper-client.cache.directory=" + this.directory.resolve("cache-");
		return List.of(new Kind("plain", List.of("plain.property=x"), false),
				new Kind("lazy", List.of(root, cache + "fresh", "hyper-client.startup=lazy"), true),
				new Kind("fresh", List.of(root, cache + "fresh"), true),
				new Kind("empty", List.of(root, cache + "${kept}"), true),
				new Kind("1-service", services(url, 1), true),
				new Kind(SERVICES + "-services", services(url, SERVICES), true));
	}

	private static List<String> services(String url, int count) {
		List<String> properties = new ArrayList<>();
		for (int i = 1; i <= count; i++) {
			properties.add("hyper-client.services.cookbook%d.base-url=%s".formatted(i, url));
			properties.add("hyper-client.services.cookbook%d.startup=lazy".formatted(i));
		}
		return properties;
	}

	private Path archive(Kind kind) {
		return this.directory.resolve(kind.name() + ".archive");
	}

	private void train(Kind kind) throws Exception {
		run(kind, List.of(this.jvm.makeArchive(archive(kind)), "-Dspring.context.exit=onRefresh", "-Dkept=training"));
		if (!Files.exists(archive(kind))) {
			throw new IllegalStateException("No archive was made for " + kind.name());
		}
	}

	private Start start(Kind kind, String round) throws Exception {
		List<String> options = new ArrayList<>(List.of("-Dkept=" + round));
		if (this.arguments.isOn("archive")) {
			options.add(this.jvm.useArchive(archive(kind)));
		}
		String output = run(kind, options);
		return output.lines()
			.filter((line) -> line.startsWith(StartedApplication.MARK))
			.findFirst()
			.map(Start::parse)
			.orElseThrow(() -> new IllegalStateException(kind.name() + " did not start:\n" + output));
	}

	private String run(Kind kind, List<String> more) throws Exception {
		List<String> command = this.jvm.command();
		command.addAll(more);
		command.addAll(List.of("-cp", classPath(kind), StartedApplication.class.getName(),
				"--spring.config.location=" + this.directory.resolve(kind.name() + ".properties").toUri()));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		process.waitFor();
		return output;
	}

	/** Archives need jars. */
	private static String classPath(Kind kind) throws IOException, URISyntaxException {
		Path target = Path.of(StartedBenchmark.class.getProtectionDomain().getCodeSource().getLocation().toURI())
			.resolveSibling("");
		List<String> paths = new ArrayList<>();
		try (var jars = Files.newDirectoryStream(target, "hyper-client-benchmarks-*.jar")) {
			jars.forEach((jar) -> paths.add(jar.toString()));
		}
		Arrays.stream(Files.readString(target.resolve(APPLICATIONS)).strip().split(File.pathSeparator))
			.filter((path) -> kind.starter() || !Path.of(path).getFileName().toString().startsWith("hyper-client-"))
			.forEach(paths::add);
		return String.join(File.pathSeparator, paths);
	}

	private static void print(Map<Kind, List<Start>> measured) {
		Map<String, List<Start>> named = new HashMap<>();
		measured.forEach((kind, starts) -> named.put(kind.name(), starts));
		List<Start> plain = measured.values().iterator().next();
		System.out.println("| kind | Started s | added s | CPU ms | added CPU ms | classes | added |");
		System.out.println("|---|---|---|---|---|---|---|");
		measured.forEach((kind, starts) -> System.out.printf("| %s | %s | %s | %s | %s | %s | %s |%n", kind.name(),
				values(starts, Start::seconds, 3), added(starts, plain, Start::seconds, 3, 1),
				values(starts, Start::cpuMillis, 0), added(starts, plain, Start::cpuMillis, 0, 1),
				values(starts, Start::classes, 0), added(starts, plain, Start::classes, 0, 1)));
		List<Start> one = named.get("1-service");
		List<Start> many = named.get(SERVICES + "-services");
		if (one != null && many != null) {
			System.out.printf("%nEach further service: %s ms, CPU %s ms%n",
					added(many, one, (start) -> start.seconds() * 1000, 2, SERVICES - 1),
					added(many, one, Start::cpuMillis, 2, SERVICES - 1));
		}
	}

	private static String values(List<Start> starts, ToDoubleFunction<Start> value, int digits) {
		return Quartiles.of(starts, value).text(digits);
	}

	private static String added(List<Start> starts, List<Start> others, ToDoubleFunction<Start> value, int digits,
			int parts) {
		return Quartiles.ofDifferences(starts, others, (start) -> value.applyAsDouble(start) / parts).text(digits);
	}

}
