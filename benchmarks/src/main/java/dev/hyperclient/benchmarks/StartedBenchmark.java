package dev.hyperclient.benchmarks;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.jspecify.annotations.Nullable;

import org.springframework.util.FileSystemUtils;

/**
 * Measures what the starter adds to the start of a Spring Boot application without a web
 * server that has one WebClient bean: the time of its line "Started ..." and the CPU time
 * of the process until then. Each start is a process of its own, with the Java of this
 * one; kinds of starts take turns. Prints a Markdown table with medians and quartiles;
 * differences are taken within each round. After
 * {@code mvn -Pbenchmarks -DskipTests package}, in {@code benchmarks}:
 *
 * <pre>
 * java -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.StartedBenchmark \
 *     archive=on rounds=15 kinds='plain|lazy' jvm=-XX:+UseSerialGC description=FILE save=FILE
 * </pre>
 *
 * All arguments are optional: whether to start with an archive of classes as
 * {@code docs/guide/startup.md} describes (class-data sharing, an AOT cache from Java
 * 25), the rounds, the kinds as a regular expression, options of the JVM, the description
 * that the service serves, and a file for the times of each start. Without a description
 * the one of {@link RecipeOrigin} is served, which is small.
 */
public final class StartedBenchmark {

	private static final String APPLICATIONS = "classpath-of-applications.txt";

	private static final Pattern BASE = Pattern.compile("resources base=\"([^\"]+)\"");

	private static final int SERVICES = 100;

	private final Map<String, String> options;

	private final Path directory;

	private final List<String> saved = new ArrayList<>();

	private StartedBenchmark(Map<String, String> options, Path directory) {
		this.options = options;
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
		Map<String, String> options = new HashMap<>();
		for (String arg : args) {
			int equals = arg.indexOf('=');
			options.put(arg.substring(0, equals), arg.substring(equals + 1));
		}
		Path directory = Files.createTempDirectory("hyper-client-started-");
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		try {
			String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
			byte[] description = description(options.get("description"), url);
			byte[] root = "{\"resource_type_link\": \"%s#service-root\"}".formatted(url)
				.getBytes(StandardCharsets.UTF_8);
			server.setExecutor(Executors.newCachedThreadPool());
			server.createContext("/", (exchange) -> {
				boolean wadl = exchange.getRequestHeaders().getFirst("Accept").contains("wadl");
				answer(exchange, wadl ? "application/vnd.sun.wadl+xml" : "application/json", wadl ? description : root);
			});
			server.start();
			System.out.printf("Java %s, description of %,d bytes%n%n", Runtime.version(), description.length);
			new StartedBenchmark(options, directory).run(url);
		}
		finally {
			server.stop(0);
			FileSystemUtils.deleteRecursively(directory);
		}
		System.exit(0);
	}

	/** A recorded description has the URL of its service, which is replaced. */
	private static byte[] description(@Nullable String file, String url) throws IOException {
		if (file == null) {
			return RecipeOrigin.DESCRIPTION.formatted(url).getBytes(StandardCharsets.UTF_8);
		}
		String text = Files.readString(Path.of(file));
		Matcher base = BASE.matcher(text);
		if (!base.find()) {
			throw new IllegalArgumentException("No base URL in " + file);
		}
		return text.replace(base.group(1), url).getBytes(StandardCharsets.UTF_8);
	}

	private static void answer(HttpExchange exchange, String type, byte[] content) throws IOException {
		try (exchange) {
			exchange.getResponseHeaders().set("Content-Type", type);
			exchange.getResponseHeaders().set("Cache-Control", "max-age=86400");
			exchange.getResponseHeaders().set("Vary", "Accept");
			exchange.sendResponseHeaders(200, content.length);
			exchange.getResponseBody().write(content);
		}
	}

	private void run(String url) throws Exception {
		Map<Kind, List<Start>> measured = new LinkedHashMap<>();
		for (Kind kind : kinds(url)) {
			if (kind.name().equals("plain") || kind.name().matches(this.options.getOrDefault("kinds", ".*"))) {
				measured.put(kind, new ArrayList<>());
				Files.write(this.directory.resolve(kind.name() + ".properties"), kind.properties());
				if (isArchiving()) {
					train(kind);
				}
				// Fills the cache, and the caches of the operating system.
				start(kind, "warm");
			}
		}
		int rounds = Integer.parseInt(this.options.getOrDefault("rounds", "15"));
		for (int round = 0; round < rounds; round++) {
			for (Map.Entry<Kind, List<Start>> each : measured.entrySet()) {
				Start start = start(each.getKey(), String.valueOf(round));
				each.getValue().add(start);
				this.saved.add("%s\t%d\t%.4f\t%.1f\t%.0f".formatted(each.getKey().name(), round, start.seconds(),
						start.cpuMillis(), start.classes()));
			}
		}
		print(measured);
		if (this.options.containsKey("save")) {
			Files.write(Path.of(this.options.get("save")), this.saved);
		}
	}

	private List<Kind> kinds(String url) {
		String root = "hyper-client.base-url=" + url;
		String cache = "hyper-client.cache.directory=" + this.directory.resolve("cache-");
		return List.of(new Kind("plain", List.of(), false),
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

	private boolean isArchiving() {
		return this.options.getOrDefault("archive", "off").equals("on");
	}

	private static boolean hasAotCache() {
		return Runtime.version().feature() >= 25;
	}

	private Path archive(Kind kind) {
		return this.directory.resolve(kind.name() + ".archive");
	}

	private void train(Kind kind) throws Exception {
		String output = hasAotCache() ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=";
		run(kind, List.of(output + archive(kind), "-Dspring.context.exit=onRefresh", "-Dkept=training"));
		if (!Files.exists(archive(kind))) {
			throw new IllegalStateException("No archive was made for " + kind.name());
		}
	}

	private Start start(Kind kind, String round) throws Exception {
		List<String> options = new ArrayList<>(List.of("-Dkept=" + round));
		if (isArchiving()) {
			options.add((hasAotCache() ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + archive(kind));
		}
		String output = run(kind, options);
		return output.lines()
			.filter((line) -> line.startsWith(StartedApplication.MARK))
			.findFirst()
			.map(Start::parse)
			.orElseThrow(() -> new IllegalStateException(kind.name() + " did not start:\n" + output));
	}

	private String run(Kind kind, List<String> more) throws Exception {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		Arrays.stream(this.options.getOrDefault("jvm", "").split(" "))
			.filter((option) -> !option.isEmpty())
			.forEach(command::add);
		command.addAll(more);
		command.addAll(List.of("-cp", classPath(kind), StartedApplication.class.getName(),
				"--spring.config.location=" + this.directory.resolve(kind.name() + ".properties").toUri()));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		process.waitFor();
		return output;
	}

	/** Archives need jars. */
	private static String classPath(Kind kind) throws IOException {
		Path target = Path.of(StartedBenchmark.class.getProtectionDomain().getCodeSource().getLocation().getPath())
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
		return quartiles(starts.stream().mapToDouble(value).toArray(), digits);
	}

	/** The differences within each round. */
	private static String added(List<Start> starts, List<Start> others, ToDoubleFunction<Start> value, int digits,
			int parts) {
		double[] added = new double[starts.size()];
		for (int i = 0; i < added.length; i++) {
			added[i] = (value.applyAsDouble(starts.get(i)) - value.applyAsDouble(others.get(i))) / parts;
		}
		return quartiles(added, digits);
	}

	private static String quartiles(double[] values, int digits) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		String format = "%%.%1$df (%%.%1$df to %%.%1$df)".formatted(digits);
		return String.format(Locale.ROOT, format, sorted[sorted.length / 2], sorted[sorted.length / 4],
				sorted[sorted.length * 3 / 4]);
	}

}
