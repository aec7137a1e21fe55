package dev.hyperclient.cache.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the server of the other tests.
 */
class TestRedisTests {

	@Test
	@DisabledOnOs(value = OS.WINDOWS, disabledReason = "There is no shell")
	void serverEndsWithAKilledJvm(@TempDir Path directory) throws Exception {
		TestRedis.startAny().close();
		Process jvm = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djava.io.tmpdir=" + directory, "-cp",
				System.getProperty("java.class.path"), Starter.class.getName())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		int port;
		try (BufferedReader output = jvm.inputReader()) {
			port = Integer.parseInt(output.readLine());
			assertThat(accepts(port)).isTrue();
		}
		finally {
			jvm.destroyForcibly();
		}
		Awaitility.await().until(() -> !accepts(port));
	}

	private static boolean accepts(int port) throws IOException {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			return socket.isConnected();
		}
		catch (ConnectException ex) {
			return false;
		}
	}

	/** Starts a server, and waits. */
	static final class Starter {

		private Starter() {
		}

		public static void main(String[] args) throws Exception {
			System.out.println(TestRedis.startAny().port());
			Thread.currentThread().join();
		}

	}

}
