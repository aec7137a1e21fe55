package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import org.springframework.util.FileSystemUtils;

/**
 * Compares calls in the steady state with a floor in the same process, and prints a
 * Markdown table: ratios are medians of interleaved rounds with their quartiles. The
 * service is another process. Compare within one table only; CPU times and bytes are
 * steadier than times on a machine that is shared. After
 * {@code mvn -Pbenchmarks package}:
 *
 * <pre>
 * java -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.SteadyBenchmark \
 *     directory=/dev/shm threads=1,16 rounds=15 warm=60 count=400 modes='200.*' save=FILE compare=FILE
 * </pre>
 *
 * All arguments are optional: the directory of the files, the numbers of threads with a
 * {@code v} for virtual ones, the rounds, those before them, the calls of a round, the
 * modes as a regular expression, the file to write the ratios to, and that of an earlier
 * run.
 */
public final class SteadyBenchmark {

	private final Map<String, String> options;

	private final List<String> saved = new ArrayList<>();

	private final Map<String, String[]> earlier = new HashMap<>();

	private SteadyBenchmark(Map<String, String> options) {
		this.options = options;
	}

	public static void main(String[] args) throws Exception {
		Map<String, String> options = new HashMap<>();
		for (String arg : args) {
			int equals = arg.indexOf('=');
			options.put(arg.substring(0, equals), arg.substring(equals + 1));
		}
		Path parent = Path.of(options.getOrDefault("directory", "/dev/shm"));
		Path directory = Files.createTempDirectory(parent, "hyper-client-steady-");
		try (SteadyOrigin.Running origin = SteadyOrigin.start()) {
			new SteadyBenchmark(options).run(origin.url(), directory);
		}
		finally {
			FileSystemUtils.deleteRecursively(directory);
		}
		System.exit(0);
	}

	private void run(String url, Path directory) throws Exception {
		if (this.options.containsKey("compare")) {
			for (String line : Files.readAllLines(Path.of(this.options.get("compare")))) {
				String[] columns = line.split("\t");
				this.earlier.put(columns[0], columns);
			}
		}
		SteadyModes modes = new SteadyModes(url, directory, number("count", 400));
		Map<String, SteadyModes.Mode> chosen = chosen(modes.all());
		for (String threads : this.options.getOrDefault("threads", "1,16").split(",")) {
			try (SteadyMeasurement.Callers callers = SteadyMeasurement.Callers.of(threads)) {
				print(callers, chosen, measure(callers, chosen));
			}
		}
		if (!this.options.containsKey("modes")) {
			System.out.printf("%nHeap: %s%n", String.join(", ", modes.heldEntries()));
		}
		if (this.options.containsKey("save")) {
			Files.write(Path.of(this.options.get("save")), this.saved);
		}
	}

	private int number(String name, int otherwise) {
		return Integer.parseInt(this.options.getOrDefault(name, String.valueOf(otherwise)));
	}

	private Map<String, SteadyModes.Mode> chosen(Map<String, SteadyModes.Mode> all) {
		String pattern = this.options.getOrDefault("modes", ".*");
		Map<String, SteadyModes.Mode> chosen = new LinkedHashMap<>();
		all.forEach((name, mode) -> {
			boolean floor = all.entrySet()
				.stream()
				.anyMatch((each) -> each.getKey().matches(pattern) && each.getValue().floor().equals(name));
			if (floor || name.matches(pattern)) {
				chosen.put(name, mode);
			}
		});
		return chosen;
	}

	private Map<String, List<SteadyMeasurement>> measure(SteadyMeasurement.Callers callers,
			Map<String, SteadyModes.Mode> modes) throws Exception {
		Map<String, List<SteadyMeasurement>> measured = new LinkedHashMap<>();
		for (int round = -number("warm", 60); round < number("rounds", 15); round++) {
			for (Map.Entry<String, SteadyModes.Mode> named : modes.entrySet()) {
				SteadyModes.Mode mode = named.getValue();
				mode.prepare().run();
				SteadyMeasurement each = SteadyMeasurement.of(callers, mode.call(), mode.count(), mode.parts());
				if (round >= 0) {
					measured.computeIfAbsent(named.getKey(), (name) -> new ArrayList<>()).add(each);
				}
			}
		}
		return measured;
	}

	private void print(SteadyMeasurement.Callers callers, Map<String, SteadyModes.Mode> modes,
			Map<String, List<SteadyMeasurement>> measured) throws IOException {
		System.out.printf("%n%s, Java %s%n%n", callers, Runtime.version());
		System.out.println("| mode | time | CPU | bytes | us, ours / floor | CPU us | KB | p99 us |"
				+ (this.earlier.isEmpty() ? "" : " earlier time, CPU, bytes |"));
		System.out.println("|---|---|---|---|---|---|---|---|" + (this.earlier.isEmpty() ? "" : "---|"));
		modes.forEach((name, mode) -> {
			if (!name.equals(mode.floor())) {
				print(callers + ": " + name, name, Objects.requireNonNull(measured.get(name)),
						Objects.requireNonNull(measured.get(mode.floor())));
			}
		});
	}

	private void print(String key, String name, List<SteadyMeasurement> ours, List<SteadyMeasurement> floor) {
		Quartiles time = ratio(ours, floor, SteadyMeasurement::micros);
		Quartiles cpu = ratio(ours, floor, SteadyMeasurement::cpuMicros);
		Quartiles bytes = ratio(ours, floor, SteadyMeasurement::bytes);
		String line = "| %s | %s | %s | %s | %s | %s | %s | %s |".formatted(name, time, cpu, bytes,
				pair(ours, floor, SteadyMeasurement::micros, 1), pair(ours, floor, SteadyMeasurement::cpuMicros, 1),
				pair(ours, floor, SteadyMeasurement::bytes, 1024), pair(ours, floor, SteadyMeasurement::p99, 1));
		String[] before = this.earlier.get(key);
		System.out
			.println(line + ((before != null) ? " " + before[1] + ", " + before[2] + ", " + before[3] + " |" : ""));
		this.saved.add(String.format(Locale.ROOT, "%s\t%.2f\t%.2f\t%.2f", key, time.median, cpu.median, bytes.median));
	}

	/** The ratios within each round. */
	private static Quartiles ratio(List<SteadyMeasurement> ours, List<SteadyMeasurement> floor,
			ToDoubleFunction<SteadyMeasurement> value) {
		double[] ratios = new double[ours.size()];
		for (int i = 0; i < ratios.length; i++) {
			ratios[i] = value.applyAsDouble(ours.get(i)) / value.applyAsDouble(floor.get(i));
		}
		return Quartiles.of(ratios);
	}

	private static String pair(List<SteadyMeasurement> ours, List<SteadyMeasurement> floor,
			ToDoubleFunction<SteadyMeasurement> value, double unit) {
		return List.of(ours, floor)
			.stream()
			.map((each) -> Quartiles.of(each.stream().mapToDouble(value).toArray()).median / unit)
			.map((median) -> String.format(Locale.ROOT, "%.1f", median))
			.collect(Collectors.joining(" / "));
	}

	private record Quartiles(double lower, double median, double upper) {

		static Quartiles of(double[] values) {
			double[] sorted = values.clone();
			Arrays.sort(sorted);
			return new Quartiles(sorted[sorted.length / 4], sorted[sorted.length / 2], sorted[sorted.length * 3 / 4]);
		}

		@Override
		public String toString() {
			return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", this.median, this.lower, this.upper);
		}

	}

}
