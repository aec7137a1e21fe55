package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Compares calls in the steady state with a floor in the same process, and prints a
 * Markdown table: ratios are medians of interleaved rounds with their quartiles. The
 * service is another process. Compare within one table only; CPU times and bytes are
 * steadier than times on a machine that is shared. After
 * {@code mvn -Pbenchmarks -DskipTests package}, in {@code benchmarks}:
 *
 * <pre>
 * java -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.SteadyBenchmark \
 *     directory=/dev/shm threads=1,16 rounds=15 warm=60 count=400 modes='200.*' rules=10 save=FILE compare=FILE
 * </pre>
 *
 * All arguments are optional: the directory of the files, the numbers of threads with a
 * {@code v} for virtual ones, the rounds, those before them that are not measured, the
 * calls of a round (modes that send no request make five times as many), the modes as a
 * regular expression, the number of cache rules that do not match in the mode with rules,
 * the file to write the ratios to, and the file of an earlier run. Without {@code modes},
 * the heap that entries take is printed as well.
 * <p>
 * The columns, after the mode: the ratios of the time, of the CPU time and of the
 * allocated bytes of a call to the floor, with quartiles; then the medians of both, of
 * the time and of the CPU time in microseconds, of the allocated KB, and of the time in
 * microseconds that 99 % of the calls are within; and the medians of the ratios of the
 * earlier run.
 */
public final class SteadyBenchmark {

	private final Arguments arguments;

	private final List<String> saved = new ArrayList<>();

	private final Map<String, String[]> earlier = new HashMap<>();

	private SteadyBenchmark(Arguments arguments) {
		this.arguments = arguments;
	}

	public static void main(String[] args) throws Exception {
		Arguments arguments = new Arguments(args, "directory", "threads", "rounds", "warm", "count", "modes", "rules",
				"save", "compare");
		SteadyBenchmark benchmark = new SteadyBenchmark(arguments);
		benchmark.readEarlier(arguments.file("compare"));
		try (TemporaryDirectory directory = TemporaryDirectory.create(arguments.directory("directory", "/dev/shm"),
				"hyper-client-steady-"); OriginProcess origin = SteadyOrigin.start()) {
			benchmark.run(origin.url(), directory.path());
		}
		System.exit(0);
	}

	private void readEarlier(@Nullable Path file) throws IOException {
		if (file == null) {
			return;
		}
		for (String line : Files.readAllLines(file)) {
			String[] columns = line.split("\t");
			this.earlier.put(columns[0], columns);
		}
	}

	private void run(String url, Path directory) throws Exception {
		List<String> callersOfAll = List.of(this.arguments.text("threads", "1,16").split(","));
		callersOfAll.forEach(SteadyMeasurement.Callers::check);
		SteadyModes modes = new SteadyModes(url, directory, this.arguments.number("count", 400),
				this.arguments.number("rules", 10));
		Map<String, SteadyModes.Mode> chosen = chosen(modes.all());
		for (String threads : callersOfAll) {
			try (SteadyMeasurement.Callers callers = SteadyMeasurement.Callers.of(threads)) {
				print(callers, chosen, measure(callers, chosen));
			}
		}
		if (this.arguments.text("modes") == null) {
			System.out.printf("%nHeap: %s%n", String.join(", ", modes.heldEntries()));
		}
		String save = this.arguments.text("save");
		if (save != null) {
			Files.write(Path.of(save), this.saved);
		}
	}

	private Map<String, SteadyModes.Mode> chosen(Map<String, SteadyModes.Mode> all) {
		Predicate<String> pattern = this.arguments.pattern("modes", all.keySet());
		Map<String, SteadyModes.Mode> chosen = new LinkedHashMap<>();
		all.forEach((name, mode) -> {
			boolean floor = all.entrySet()
				.stream()
				.anyMatch((each) -> pattern.test(each.getKey()) && each.getValue().floor().equals(name));
			if (floor || pattern.test(name)) {
				chosen.put(name, mode);
			}
		});
		return chosen;
	}

	private Map<String, List<SteadyMeasurement>> measure(SteadyMeasurement.Callers callers,
			Map<String, SteadyModes.Mode> modes) throws Exception {
		Map<String, List<SteadyMeasurement>> measured = new LinkedHashMap<>();
		int warm = this.arguments.number("warm", 60, 0);
		int rounds = this.arguments.number("rounds", 15);
		for (int round = -warm; round < rounds; round++) {
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
		Quartiles time = Quartiles.ofRatios(ours, floor, SteadyMeasurement::micros);
		Quartiles cpu = Quartiles.ofRatios(ours, floor, SteadyMeasurement::cpuMicros);
		Quartiles bytes = Quartiles.ofRatios(ours, floor, SteadyMeasurement::bytes);
		String line = "| %s | %s | %s | %s | %s | %s | %s | %s |".formatted(name, time.text(2), cpu.text(2),
				bytes.text(2), pair(ours, floor, SteadyMeasurement::micros, 1),
				pair(ours, floor, SteadyMeasurement::cpuMicros, 1), pair(ours, floor, SteadyMeasurement::bytes, 1024),
				pair(ours, floor, SteadyMeasurement::p99, 1));
		String[] before = this.earlier.get(key);
		System.out
			.println(line + ((before != null) ? " " + before[1] + ", " + before[2] + ", " + before[3] + " |" : ""));
		this.saved
			.add(String.format(Locale.ROOT, "%s\t%.2f\t%.2f\t%.2f", key, time.median(), cpu.median(), bytes.median()));
	}

	private static String pair(List<SteadyMeasurement> ours, List<SteadyMeasurement> floor,
			ToDoubleFunction<SteadyMeasurement> value, double unit) {
		return List.of(ours, floor)
			.stream()
			.map((each) -> Quartiles.of(each, value).median() / unit)
			.map((median) -> String.format(Locale.ROOT, "%.1f", median))
			.collect(Collectors.joining(" / "));
	}

}
