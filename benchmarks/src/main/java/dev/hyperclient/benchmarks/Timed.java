package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import com.sun.management.OperatingSystemMXBean;

/**
 * Times a piece of work and prints one JSON line about it. The service's own count of
 * requests is taken in a connection of its own, outside of what is timed.
 */
final class Timed {

	private final String base;

	private final String label;

	Timed(String base, String label) {
		this.base = base;
		this.label = label;
	}

	void run(String scenario, int n, Runnable work) {
		run(scenario, n, work, Map::of);
	}

	/**
	 * Time a piece of work.
	 * @param scenario the name
	 * @param n the number of parts
	 * @param work the work
	 * @param more supplies more fields of the line, after the work
	 */
	void run(String scenario, int n, Runnable work, Supplier<Map<String, Long>> more) {
		long requests = requests();
		long cpu = cpuTime();
		long start = System.nanoTime();
		work.run();
		double seconds = (System.nanoTime() - start) / 1e9;
		double cpuSeconds = (cpuTime() - cpu) / 1e9;
		print(scenario, n, seconds, cpuSeconds, requests() - requests, more.get());
	}

	/** Time the median of several runs, and their mean CPU time. */
	void median(String scenario, int n, int repeats, Runnable work) {
		double[] seconds = new double[repeats];
		long cpu = cpuTime();
		for (int i = 0; i < repeats; i++) {
			long start = System.nanoTime();
			work.run();
			seconds[i] = (System.nanoTime() - start) / 1e9;
		}
		double cpuSeconds = (cpuTime() - cpu) / 1e9 / repeats;
		Arrays.sort(seconds);
		print(scenario, n, seconds[repeats / 2], cpuSeconds, 0, Map.of("repeats", (long) repeats));
	}

	private void print(String scenario, int n, double seconds, double cpuSeconds, long requests,
			Map<String, Long> more) {
		String fields = more.entrySet()
			.stream()
			.map((field) -> ", \"" + field.getKey() + "\": " + field.getValue())
			.collect(Collectors.joining());
		System.out.printf(Locale.ROOT,
				"{\"impl\": \"%s\", \"scenario\": \"%s\", \"n\": %d, \"seconds\": %.6f, \"cpu_seconds\": %.6f, \"peak_rss_kb\": %d, \"requests\": %d%s}%n",
				this.label, scenario, n, seconds, cpuSeconds, statusKb("VmHWM"), requests, fields);
	}

	private long requests() {
		String stats = control("/__stats");
		int at = stats.indexOf("\"requests\":") + "\"requests\":".length();
		int end = at;
		while (end < stats.length() && " 0123456789".indexOf(stats.charAt(end)) >= 0) {
			end++;
		}
		return Long.parseLong(stats.substring(at, end).strip());
	}

	/**
	 * Send a GET to a control URL of the benchmark service over a plain socket, so that
	 * no class of the measured client is loaded.
	 * @param path the path
	 * @return the response
	 */
	String control(String path) {
		URI uri = URI.create(this.base + path);
		String request = "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".formatted(path);
		try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
			socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static long cpuTime() {
		return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
	}

	/** Return a size of this process, such as VmRSS, in KB. */
	static long statusKb(String field) {
		try {
			return Files.readAllLines(Path.of("/proc/self/status"))
				.stream()
				.filter((line) -> line.startsWith(field + ":"))
				.mapToLong((line) -> Long.parseLong(line.replaceAll("[^0-9]", "")))
				.findFirst()
				.orElse(0);
		}
		catch (IOException ex) {
			return 0;
		}
	}

}
