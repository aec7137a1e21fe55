package dev.hyperclient.benchmarks;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Compares scenarios in fresh JVMs with a plain {@code WebClient} in a fresh JVM, in
 * turn, and prints a Markdown table: medians and quartiles of the timed part, and ratios
 * within each round. The plain client does the same requests, except in the scenarios
 * that end in {@code _first}. The service is another process. CPU times are steadier than
 * times on a machine that is shared. After {@code mvn -Pbenchmarks -DskipTests package},
 * in {@code benchmarks}:
 *
 * <pre>
 * java -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.FreshJvmBenchmark \
 *     scenarios=cold_root,warm_root,lookup_200,save_1k rounds=15 jvm=/path/of/java archive=on directory=/dev/shm
 * </pre>
 *
 * All arguments are optional:
 * <ul>
 * <li>{@code scenarios}: {@code cold_root} opens the service with an empty cache,
 * {@code warm_root} with a fresh one, without requests and so without a plain client;
 * {@code lookup_200} gets 2,000 entries that the service answers with status 200;
 * {@code save_1k} saves 1,000 entries. Without this argument these four are
 * measured.</li>
 * <li>{@code lookup_200_first} and {@code save_1k_first} are two more scenarios. In them
 * the plain client is created in the timed part and has made no request before it, while
 * ours has opened the service before it, and for {@code save_1k_first} has also got the
 * entries. So ours has a connection, and classes that are loaded and partly compiled. The
 * plain client saves with a constant entity tag, as it has got no entry. The goal of the
 * project, 0.95 of the speed of a plain {@code WebClient} in a fresh JVM, was measured in
 * this way: with the first exchange of the plain client in the timed part, and the
 * service opened before it for ours.</li>
 * <li>{@code count}: another number of entries for the scenarios that get or save
 * entries.</li>
 * <li>{@code rounds}: 15 otherwise.</li>
 * <li>{@code jvm}: the path of the {@code java} that is measured, and
 * {@code options='-Xshare:auto ...'} its options.</li>
 * <li>{@code archive}: {@code on} for an archive of classes, which is an AOT cache from
 * Java 25 and class-data sharing before.</li>
 * <li>{@code directory}: where the caches are, {@code /dev/shm} otherwise. Each process
 * has a cache directory of its own, which is kept until the end.</li>
 * <li>{@code description}: a WADL document, which must not have a type {@code recipes} or
 * {@code recipe}; otherwise {@code ../../shared/data/launchpad-devel.wadl} if there is
 * one.</li>
 * <li>{@code before}: the class path of an earlier build, which is then compared with in
 * place of the plain client, and so not in the scenarios that end in {@code _first}.</li>
 * </ul>
 * The columns, after the scenario: the milliseconds of ours and of the other, the ratios
 * of the times; the same of the CPU time of the timed part; and the ratios of the CPU
 * times of the whole processes. This last column is empty for the scenarios that end in
 * {@code _first}, whose processes do different work.
 */
public final class FreshJvmBenchmark {

	private static final Path DESCRIPTION = Path.of("../../shared/data/launchpad-devel.wadl");

	/** The end of the names of scenarios whose plain client begins in the timed part. */
	private static final String FIRST = "_first";

	private static final List<String> USUAL = List.of("cold_root", "warm_root", "lookup_200", "save_1k");

	private static final List<String> SCENARIOS = Stream
		.concat(USUAL.stream(), Stream.of("lookup_200" + FIRST, "save_1k" + FIRST))
		.toList();

	private final Arguments arguments;

	private final MeasuredJvm jvm;

	private final Path directory;

	private final String url;

	private final String classPath;

	private int directories;

	private FreshJvmBenchmark(Arguments arguments, MeasuredJvm jvm, Path directory, String url) throws IOException {
		this.arguments = arguments;
		this.jvm = jvm;
		this.directory = directory;
		this.url = url;
		this.classPath = classPathOfJars();
	}

	public static void main(String[] args) throws Exception {
		Arguments arguments = new Arguments(args, "scenarios", "rounds", "count", "jvm", "options", "archive",
				"directory", "description", "before");
		Path description = arguments.file("description");
		if (description == null && Files.exists(DESCRIPTION)) {
			description = DESCRIPTION;
		}
		MeasuredJvm jvm = MeasuredJvm.of(arguments);
		try (TemporaryDirectory directory = TemporaryDirectory.create(arguments.directory("directory", "/dev/shm"),
				"hyper-client-fresh-"); OriginProcess origin = SteadyOrigin.start(description)) {
			FreshJvmBenchmark benchmark = new FreshJvmBenchmark(arguments, jvm, directory.path(), origin.url());
			System.out.printf("Java %d, description: %s%n%n", jvm.version(),
					(description != null) ? description + ", " + Files.size(description) + " bytes" : "recipes alone");
			benchmark.run();
		}
	}

	private void run() throws Exception {
		List<String> scenarios = scenarios();
		int rounds = this.arguments.number("rounds", 15);
		String other = (this.arguments.text("before") != null) ? "before" : "raw";
		System.out.println(
				"| scenario | ms, ours | ms, other | time | CPU ms, ours | CPU ms, other | CPU | CPU of the process |");
		System.out.println("|---|---|---|---|---|---|---|---|");
		for (String scenario : scenarios) {
			boolean floor = other.equals("before") || !scenario.equals("warm_root");
			List<Measured> ours = new ArrayList<>();
			List<Measured> raw = new ArrayList<>();
			String archive = archive("ours", scenario);
			String rawArchive = floor ? archive(other, scenario) : null;
			for (int round = 0; round < rounds; round++) {
				if (floor && round % 2 == 1) {
					raw.add(measure(other, scenario, rawArchive));
				}
				ours.add(measure("ours", scenario, archive));
				if (floor && round % 2 == 0) {
					raw.add(measure(other, scenario, rawArchive));
				}
			}
			System.out.printf("| %s | %s | %s | %s | %s | %s | %s | %s |%n", scenario, each(ours, Measured::millis),
					each(raw, Measured::millis), ratio(ours, raw, Measured::millis), each(ours, Measured::cpuMillis),
					each(raw, Measured::cpuMillis), ratio(ours, raw, Measured::cpuMillis),
					scenario.endsWith(FIRST) ? "" : ratio(ours, raw, Measured::processCpuMillis));
		}
	}

	private List<String> scenarios() {
		List<String> scenarios = this.arguments.list("scenarios", String.join(",", USUAL), SCENARIOS);
		for (String scenario : scenarios) {
			if (scenario.endsWith(FIRST) && this.arguments.text("before") != null) {
				throw new IllegalArgumentException(
						"scenarios=: '%s' differs from '%s' in the plain client alone, which before= replaces; write the latter"
							.formatted(scenario, scenario.substring(0, scenario.length() - FIRST.length())));
			}
		}
		return scenarios;
	}

	/** The archive of classes of one scenario, made by a run of it. */
	private @Nullable String archive(String client, String scenario) throws Exception {
		if (!this.arguments.isOn("archive")) {
			return null;
		}
		Path archive = this.directory.resolve(client + "-" + scenario + ".archive");
		Path cache = newCache(client, scenario);
		run(client, scenario, cache, this.jvm.makeArchive(archive));
		return this.jvm.useArchive(archive);
	}

	private Measured measure(String client, String scenario, @Nullable String option) throws Exception {
		return run(client, scenario, newCache(client, scenario), option);
	}

	private Path newCache(String client, String scenario) throws Exception {
		Path cache = this.directory.resolve("cache" + this.directories++);
		if (scenario.equals("warm_root")) {
			run(client, "cold_root", cache, null);
		}
		return cache;
	}

	private Measured run(String client, String scenario, Path cache, @Nullable String option) throws Exception {
		List<String> command = this.jvm.command();
		if (option != null) {
			command.add(option);
		}
		int count = this.arguments.number("count", scenario.startsWith("save_1k") ? 1000 : 2000);
		boolean before = client.equals("before");
		command
			.addAll(List.of("-cp", (before ? this.arguments.text("before") + File.pathSeparator : "") + this.classPath,
					FreshJvmClient.class.getName(), before ? "ours" : client, scenario, this.url, cache.toString(),
					String.valueOf(count)));
		Path errors = this.directory.resolve("errors");
		Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		if (process.waitFor() != 0) {
			throw new IllegalStateException(output + Files.readString(errors));
		}
		String[] values = output.lines()
			.filter((line) -> line.matches("[0-9. E]+"))
			.findFirst()
			.orElseThrow()
			.split(" ");
		return new Measured(Double.parseDouble(values[0]), Double.parseDouble(values[1]),
				Double.parseDouble(values[2]));
	}

	/** Archives of classes need a class path of jars. */
	private String classPathOfJars() throws IOException {
		List<String> paths = new ArrayList<>();
		for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
			Path source = Path.of(path);
			if (!Files.isDirectory(source)) {
				paths.add(path);
				continue;
			}
			Path jar = this.directory.resolve("classes" + paths.size() + ".jar");
			try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
					Stream<Path> files = Files.walk(source)) {
				files.filter(Files::isRegularFile).forEach((file) -> add(out, source, file));
			}
			paths.add(jar.toString());
		}
		return String.join(File.pathSeparator, paths);
	}

	private static void add(JarOutputStream out, Path source, Path file) {
		try {
			out.putNextEntry(new JarEntry(source.relativize(file).toString()));
			Files.copy(file, (OutputStream) out);
			out.closeEntry();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String each(List<Measured> all, ToDoubleFunction<Measured> value) {
		return all.isEmpty() ? "" : Quartiles.of(all, value).text(0);
	}

	private static String ratio(List<Measured> ours, List<Measured> others, ToDoubleFunction<Measured> value) {
		return others.isEmpty() ? "" : Quartiles.ofRatios(ours, others, value).text(2);
	}

	private record Measured(double millis, double cpuMillis, double processCpuMillis) {
	}

}
