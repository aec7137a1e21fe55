package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

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
		long requests = requests();
		long cpu = cpuTime();
		long start = System.nanoTime();
		work.run();
		double seconds = (System.nanoTime() - start) / 1e9;
		double cpuSeconds = (cpuTime() - cpu) / 1e9;
		System.out.printf(Locale.ROOT,
				"{\"impl\": \"%s\", \"scenario\": \"%s\", \"n\": %d, \"seconds\": %.6f, \"cpu_seconds\": %.6f, \"peak_rss_kb\": %d, \"requests\": %d}%n",
				this.label, scenario, n, seconds, cpuSeconds, peakRss(), requests() - requests);
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

	private static long peakRss() {
		try {
			return Files.readAllLines(Path.of("/proc/self/status"))
				.stream()
				.filter((line) -> line.startsWith("VmHWM:"))
				.mapToLong((line) -> Long.parseLong(line.replaceAll("[^0-9]", "")))
				.findFirst()
				.orElse(0);
		}
		catch (IOException ex) {
			return 0;
		}
	}

}
