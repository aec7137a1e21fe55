package dev.hyperclient.benchmarks.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Another JVM that uses the same Redis, whose last line is its result.
 */
record RedisWorker(Process process, BufferedReader output) {

	/** How many there are at the same time. */
	static final int COUNT = 4;

	private RedisWorker(Process process) {
		this(process, reader(process.getInputStream()));
	}

	private static BufferedReader reader(InputStream stream) {
		return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
	}

	/**
	 * Start all workers.
	 * @param main the main class
	 * @param redis the server, whose port is the first argument
	 * @param more more arguments
	 * @return the workers
	 * @throws IOException if one cannot be started
	 */
	static List<RedisWorker> start(Class<?> main, RedisServer redis, String... more) throws IOException {
		return start(COUNT, main, redis, more);
	}

	/**
	 * Start some workers.
	 */
	static List<RedisWorker> start(int count, Class<?> main, RedisServer redis, String... more) throws IOException {
		List<String> command = new ArrayList<>(List.of(
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-XX:+UseSerialGC",
				"-cp", System.getProperty("java.class.path"), main.getName(), String.valueOf(redis.port())));
		command.addAll(List.of(more));
		List<RedisWorker> workers = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			workers.add(new RedisWorker(
					new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start()));
		}
		return workers;
	}

	/**
	 * End this process, a worker, when the one that has started it ends, however that
	 * does. For the main methods of workers.
	 */
	static void endWithParent() {
		ProcessHandle.current()
			.parent()
			.ifPresent((parent) -> parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1)));
	}

	/**
	 * Return an executor with as many threads, which do not keep a process that has
	 * failed.
	 */
	static ExecutorService daemons(int threads) {
		return Executors.newFixedThreadPool(threads, (work) -> {
			Thread thread = new Thread(work);
			thread.setDaemon(true);
			return thread;
		});
	}

	/**
	 * Wait for the next line of its output.
	 * @throws IllegalStateException if it ends before
	 */
	void awaitLine() throws IOException {
		if (this.output.readLine() == null) {
			throw failure();
		}
	}

	/**
	 * Check that it is running or has ended well.
	 * @throws IllegalStateException if it has failed
	 */
	void check() {
		if (!this.process.isAlive() && this.process.exitValue() != 0) {
			throw failure();
		}
	}

	private static IllegalStateException failure() {
		return new IllegalStateException("A worker failed; the error output says why");
	}

	String result() throws Exception {
		String last = "";
		for (String line = this.output.readLine(); line != null; line = this.output.readLine()) {
			last = line;
		}
		if (this.process.waitFor() != 0) {
			throw failure();
		}
		return last;
	}

}
