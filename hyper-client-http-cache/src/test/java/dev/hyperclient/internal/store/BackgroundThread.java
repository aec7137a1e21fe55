package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.fixtures.Waiting;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The thread that cleans all directories up, each in its turn.
 */
final class BackgroundThread {

	private BackgroundThread() {
	}

	/**
	 * Wait until the thread has done all that it has to do now.
	 * @param directory one that no other store uses
	 */
	static void await(Path directory) throws IOException {
		Path last = unfinished(directory, "1", Duration.ofHours(2));
		new FileResponseStore(directory);
		await(() -> Files.notExists(last));
	}

	/**
	 * Return a clock that stops all threads but this one until a latch is open.
	 */
	static Clock stoppedUntil(CountDownLatch latch) {
		Thread present = Thread.currentThread();
		return clock(() -> {
			if (Thread.currentThread() != present) {
				await(latch);
			}
			return Instant.now();
		});
	}

	static Clock clock(InstantSource time) {
		return time.withZone(ZoneOffset.UTC);
	}

	/** Create a temporary file of a killed writer. */
	static Path unfinished(Path directory, String name, Duration age) throws IOException {
		Path file = Files.write(directory.resolve(".temp" + name), new byte[10_000]);
		Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
		return file;
	}

	static void await(Callable<Boolean> condition) {
		Waiting.await().until(condition);
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
