package dev.hyperclient.benchmarks;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.util.FileSystemUtils;

/**
 * Compares scenarios in fresh JVMs with a plain {@code WebClient} that does the same
 * requests in a fresh JVM, in turn, and prints a Markdown table: medians and quartiles of
 * the timed part, and ratios within each round. The service is another process. CPU times
 * are steadier than times on a machine that is shared. After
 * {@code mvn -Pbenchmarks package}:
 *
 * <pre>
 * java -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.FreshJvmBenchmark \
 *     scenarios=cold_root,warm_root,lookup_200,save_1k rounds=15 jvm=/path/of/java archive=on directory=/dev/shm
 * </pre>
 *
 * All arguments are optional: the scenarios, the rounds, the {@code java} that is
 * measured, whether it has an archive of classes (an AOT cache with Java 25, class-data
 * sharing before), its options as {@code options='-Xshare:auto ...'}, the directory of
 * the caches, and that of a WADL document as {@code description=FILE}, otherwise
 * Launchpad's in {@code ../shared/data} if there is one. With {@code before=} and the
 * class path of an earlier build, ours is compared with that in place of the plain
 * client. Each process has a cache directory of its own, which is kept until the end.
 */
public final class FreshJvmBenchmark {

	private static final Path DESCRIPTION = Path.of("../shared/data/launchpad-devel.wadl");

	private final Map<String, String> options;

	private final Path directory;

	private final String url;

	private final String classPath;

	private int directories;

	private FreshJvmBenchmark(Map<String, String> options, Path directory, String url) throws IOException {
		this.options = options;
		this.directory = directory;
		this.url = url;
		this.classPath = classPathOfJars();
	}

	public static void main(String[] args) throws Exception {
		Map<String, String> options = new HashMap<>();
		for (String arg : args) {
			int equals = arg.indexOf('=');
			options.put(arg.substring(0, equals), arg.substring(equals + 1));
		}
		Path parent = Path.of(options.getOrDefault("directory", "/dev/shm"));
		Path directory = Files.createTempDirectory(parent, "hyper-client-fresh-");
		Path description = description(options.get("description"));
		try (SteadyOrigin.Running origin = SteadyOrigin.start(description)) {
			System.out.printf("Description: %s%n%n",
					(description != null) ? description + ", " + Files.size(description) + " bytes" : "recipes alone");
			new FreshJvmBenchmark(options, directory, origin.url()).run();
		}
		finally {
			FileSystemUtils.deleteRecursively(directory);
		}
	}

	private static @Nullable Path description(@Nullable String chosen) {
		if (chosen != null) {
			return Path.of(chosen);
		}
		return Files.exists(DESCRIPTION) ? DESCRIPTION : null;
	}

	private void run() throws Exception {
		System.out.println(
				"| scenario | ms, ours | ms, other | time | CPU ms, ours | CPU ms, other | CPU | CPU of the process |");
		System.out.println("|---|---|---|---|---|---|---|---|");
		for (String scenario : this.options.getOrDefault("scenarios", "cold_root,warm_root,lookup_200,save_1k")
			.split(",")) {
			String other = this.options.containsKey("before") ? "before" : "raw";
			boolean floor = other.equals("before") || !scenario.equals("warm_root");
			List<Measured> ours = new ArrayList<>();
			List<Measured> raw = new ArrayList<>();
			String archive = archive("ours", scenario);
			String rawArchive = floor ? archive(other, scenario) : null;
			for (int round = 0; round < Integer.parseInt(this.options.getOrDefault("rounds", "15")); round++) {
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
					ratio(ours, raw, Measured::processCpuMillis));
		}
	}

	/** The archive of classes of one scenario, made by a run of it. */
	private @Nullable String archive(String client, String scenario) throws Exception {
		if (!"on".equals(this.options.get("archive"))) {
			return null;
		}
		Path archive = this.directory.resolve(client + "-" + scenario + ".archive");
		boolean aot = aot();
		Path cache = newCache(client, scenario);
		run(client, scenario, cache, (aot ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive);
		return (aot ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + archive;
	}

	private boolean aot() throws IOException {
		Process process = new ProcessBuilder(java(), "-XshowSettings:properties", "-version").redirectErrorStream(true)
			.start();
		String settings = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		int at = settings.indexOf("java.specification.version = ") + "java.specification.version = ".length();
		return Double.parseDouble(settings.substring(at, settings.indexOf('\n', at)).strip()) >= 25;
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
		List<String> command = new ArrayList<>(List.of(java()));
		Stream.of(this.options.getOrDefault("options", "").split(" "))
			.filter((each) -> !each.isEmpty())
			.forEach(command::add);
		if (option != null) {
			command.add(option);
		}
		String count = scenario.equals("save_1k") ? "1000" : "2000";
		boolean before = client.equals("before");
		command.addAll(List.of("-cp", (before ? this.options.get("before") + File.pathSeparator : "") + this.classPath,
				FreshJvmClient.class.getName(), before ? "ours" : client, scenario, this.url, cache.toString(),
				this.options.getOrDefault("count", count)));
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

	private String java() {
		return this.options.getOrDefault("jvm", Path.of(System.getProperty("java.home"), "bin", "java").toString());
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
		return quartiles(all.stream().mapToDouble(value).toArray(), "%.0f");
	}

	private static String ratio(List<Measured> ours, List<Measured> raw, ToDoubleFunction<Measured> value) {
		double[] ratios = new double[raw.size()];
		for (int i = 0; i < ratios.length; i++) {
			ratios[i] = value.applyAsDouble(ours.get(i)) / value.applyAsDouble(raw.get(i));
		}
		return quartiles(ratios, "%.2f");
	}

	private static String quartiles(double[] values, String format) {
		if (values.length == 0) {
			return "";
		}
		Arrays.sort(values);
		return String.format(Locale.ROOT, format + " (" + format + " to " + format + ")", values[values.length / 2],
				values[values.length / 4], values[values.length * 3 / 4]);
	}

	private record Measured(double millis, double cpuMillis, double processCpuMillis) {
	}

}
