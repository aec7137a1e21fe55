package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.benchmarks.redis.RedisServer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheSettings;

import org.springframework.util.FileSystemUtils;
import org.springframework.util.unit.DataSize;

/**
 * Runs the suite <a href="https://cache-tests.fyi">cache-tests</a> for each client and
 * each store, and for the caches of other clients, and prints the table. Needs Node and
 * git.
 */
public final class ConformanceTable {

	private static final String COMMIT = "b55b8bda3dbb8c927c04e85bd8d496a8caa3e4ba";

	private static final Pattern LISTENING = Pattern.compile("Listening on http://.*:(\\d+)/");

	private final Path suite;

	private final Path runner;

	private final Path temporary;

	private ConformanceTable(Path suite, Path runner, Path temporary) {
		this.suite = suite;
		this.runner = runner;
		this.temporary = temporary;
	}

	/**
	 * Run the suite and print the table.
	 * @param args the git directory or URL of the suite, the directory with
	 * {@code run-suite.mjs} and {@code score.mjs}, the directory for the results, and
	 * after that beginnings of the labels of clients and stores, to run only these
	 * @throws IOException if a file cannot be used
	 * @throws InterruptedException if interrupted
	 */
	public static void main(String[] args) throws IOException, InterruptedException {
		// Read when the HTTP client of the JDK is loaded.
		System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
		System.setProperty("jdk.httpclient.keepalive.timeout", "0");
		Path temporary = Files.createTempDirectory("cache-tests");
		try {
			Path suite = temporary.resolve("suite");
			run(temporary, "git", "clone", "-q", args[0], suite.toString());
			run(suite, "git", "checkout", "-q", COMMIT);
			Path results = Files.createDirectories(Path.of(args[2]).toAbsolutePath());
			List<String> only = Arrays.asList(args).subList(3, args.length);
			new ConformanceTable(suite, Path.of(args[1]).toAbsolutePath(), temporary).run(results, only);
		}
		finally {
			FileSystemUtils.deleteRecursively(temporary);
		}
		System.exit(0);
	}

	private void run(Path results, List<String> only) throws IOException, InterruptedException {
		Path log = this.temporary.resolve("origin.log");
		ProcessBuilder starting = new ProcessBuilder("node", "--require",
				this.runner.resolve("loopback-only.cjs").toString(), "test-engine/server/server.mjs")
			.directory(this.suite.toFile())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile());
		starting.environment()
			.putAll(Map.of("npm_config_protocol", "http", "npm_config_port", "0", "npm_config_pidfile",
					this.temporary.resolve("origin.pid").toString()));
		Process server = starting.start();
		try {
			URI origin = origin(server, log);
			List<String> score = new ArrayList<>(
					List.of("node", this.runner.resolve("score.mjs").toString(), this.suite.toString()));
			for (ProxiedClient.Kind kind : ProxiedClient.Kind.values()) {
				for (Store store : Store.values()) {
					String label = kind.label() + "-" + store.name().toLowerCase(Locale.ROOT);
					if (isChosen(label, only)) {
						Path result = results.resolve(label + ".json");
						runSuite(origin, kind, store, result);
						score.add(result.toString());
					}
				}
			}
			for (OtherCache other : OtherCache.values()) {
				if (isChosen(other.label(), only)) {
					Path result = results.resolve(other.label() + ".json");
					runSuite(origin, other.create(Files.createTempDirectory(this.temporary, other.label())), result);
					score.add(result.toString());
				}
			}
			run(this.temporary, score.toArray(String[]::new));
		}
		finally {
			server.destroy();
		}
	}

	private static boolean isChosen(String label, List<String> only) {
		return only.isEmpty() || only.stream().anyMatch(label::startsWith);
	}

	private void runSuite(URI origin, ProxiedClient.Kind kind, Store store, Path result)
			throws IOException, InterruptedException {
		CacheSettings settings = CacheSettings.defaults().withHeuristicFraction(0.1);
		try (HttpCache cache = store.create(this.temporary).withSettings(settings)) {
			runSuite(origin, kind.create(cache), result);
		}
	}

	private void runSuite(URI origin, ProxiedClient client, Path result) throws IOException, InterruptedException {
		System.err.println(result.getFileName());
		try (CacheProxy proxy = new CacheProxy(origin, client)) {
			run(this.temporary, "node", "--no-warnings", this.runner.resolve("run-suite.mjs").toString(),
					this.suite.toString(), proxy.url().toString(), result.toString());
		}
	}

	/**
	 * Wait until the server of the suite has chosen a port.
	 */
	private static URI origin(Process server, Path log) throws IOException, InterruptedException {
		for (int i = 0; i < 300 && server.isAlive(); i++) {
			Matcher listening = LISTENING.matcher(Files.readString(log));
			if (listening.find()) {
				return URI.create("http://127.0.0.1:" + listening.group(1));
			}
			Thread.sleep(100);
		}
		throw new IllegalStateException("The server of the suite has not started: " + Files.readString(log));
	}

	private static void run(Path directory, String... command) throws IOException, InterruptedException {
		int status = new ProcessBuilder(command).directory(directory.toFile()).inheritIO().start().waitFor();
		if (status != 0) {
			throw new IllegalStateException(String.join(" ", command) + " has ended with " + status);
		}
	}

	private enum Store {

		MEMORY {

			@Override
			HttpCache create(Path directory) {
				return HttpCache.inMemory(DataSize.ofMegabytes(50));
			}

		},

		FILES {

			@Override
			HttpCache create(Path directory) throws IOException {
				return HttpCache.inDirectory(Files.createTempDirectory(directory, "files"));
			}

		},

		TIERS {

			@Override
			HttpCache create(Path directory) throws IOException {
				return HttpCache.builder()
					.directory(Files.createTempDirectory(directory, "tiers"))
					.memoryTier(DataSize.ofMegabytes(50))
					.build();
			}

		},

		REDIS {

			@Override
			HttpCache create(Path directory) throws IOException {
				return HttpCache.using(RedisServer.start().open());
			}

		};

		abstract HttpCache create(Path directory) throws IOException;

	}

}
