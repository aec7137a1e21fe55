package dev.hyperclient.cache.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A server that passes commands on to a real Redis, or replies as it likes.
 */
final class FaultyRedis implements AutoCloseable {

	private final TestRedis redis;

	private final ServerSocket server;

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	private final Queue<String> received = new ConcurrentLinkedQueue<>();

	private volatile Fault fault = Fault.NONE;

	private final AtomicReference<Duration> next = new AtomicReference<>(Duration.ZERO);

	private volatile CountDownLatch released = new CountDownLatch(0);

	private final AtomicInteger delays = new AtomicInteger();

	private final AtomicBoolean losing = new AtomicBoolean();

	private volatile CountDownLatch reachable = new CountDownLatch(0);

	FaultyRedis(TestRedis redis) throws IOException {
		this.redis = redis;
		this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		start(this::accept);
	}

	/**
	 * What is wrong.
	 *
	 * @param name its name, for reports
	 * @param scripts whether scripts only are concerned, or all commands
	 * @param reply the reply, empty for none. If it is no error, the connection is never
	 * answered again
	 * @param closes whether the connection is closed
	 * @param delay how long a proper reply takes
	 */
	record Fault(String name, boolean scripts, String reply, boolean closes, Duration delay) {

		static final Fault NONE = new Fault("none", true, "", false, Duration.ZERO);

		static Fault error(String reply) {
			return new Fault(reply, false, "-" + reply + "\r\n", false, Duration.ZERO);
		}

		static Fault errorOfScripts(String reply) {
			return new Fault(reply, true, "-" + reply + "\r\n", false, Duration.ZERO);
		}

		static Fault reply(String name, String reply) {
			return new Fault(name, false, reply, false, Duration.ZERO);
		}

		static Fault closed() {
			return new Fault("closed connections", false, "", true, Duration.ZERO);
		}

		static Fault slow(Duration delay) {
			return new Fault("slow", false, "", false, delay);
		}

		boolean concerns(String command) {
			return this != NONE && (!this.scripts || command.startsWith("EVAL"));
		}

		boolean isError() {
			return this.reply.startsWith("-");
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

	/**
	 * Delay one command, and those that are received while it is delayed.
	 * @param delay how long, unless it is {@link #release released} earlier
	 */
	void delayNext(Duration delay) {
		this.released = new CountDownLatch(1);
		this.next.set(delay);
	}

	void release() {
		this.released.countDown();
	}

	/** Return how many commands have been slow until now, the present one included. */
	int delays() {
		return this.delays.get();
	}

	/**
	 * Execute the next script, and close its connection in place of a reply. New
	 * connections wait.
	 */
	void loseNextReply() {
		this.reachable = new CountDownLatch(1);
		this.losing.set(true);
	}

	boolean isReplyLost() {
		return !this.losing.get();
	}

	/** Let new connections no longer wait. */
	void reconnect() {
		this.reachable.countDown();
	}

	void set(Fault other) {
		this.fault = other;
	}

	/**
	 * Return the keys whose invalidation has been received.
	 * @param keys the keys to look for
	 */
	List<String> invalidated(List<String> keys) {
		return keys.stream()
			.filter((key) -> this.received.stream()
				.anyMatch((command) -> command.contains(RedisScript.INVALIDATE.sha) && command.contains(key)))
			.toList();
	}

	/**
	 * Return how many commands with a text, such as a key, have been received.
	 */
	long count(String text) {
		return this.received.stream().filter((command) -> command.contains(text)).count();
	}

	LettuceConnectionFactory connect() {
		return this.redis.connect(new RedisStandaloneConfiguration("127.0.0.1", port()));
	}

	/**
	 * Return a new connection factory, which sends commands again after a reconnect.
	 */
	LettuceConnectionFactory connectRepeating() {
		return this.redis.connect(new LettuceConnectionFactory("127.0.0.1", port()));
	}

	int port() {
		return this.server.getLocalPort();
	}

	@Override
	public void close() throws IOException {
		this.server.close();
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

	private void accept() throws IOException {
		while (!this.server.isClosed()) {
			Socket client = this.server.accept();
			await(this.reachable, Duration.ofMinutes(1));
			Socket upstream = new Socket("127.0.0.1", this.redis.port());
			this.sockets.addAll(List.of(client, upstream));
			start(() -> commands(client, upstream));
		}
	}

	private void commands(Socket client, Socket upstream) throws IOException {
		try (client; upstream) {
			DataInputStream commands = new DataInputStream(new BufferedInputStream(client.getInputStream()));
			DataInputStream replies = new DataInputStream(new BufferedInputStream(upstream.getInputStream()));
			OutputStream answers = client.getOutputStream();
			boolean silent = false;
			while (true) {
				ByteArrayOutputStream command = new ByteArrayOutputStream();
				String name = copy(commands, command);
				this.received.add(command.toString(StandardCharsets.ISO_8859_1));
				Fault present = this.fault;
				if (silent) {
					continue;
				}
				if (!present.concerns(name) || !present.delay().isZero()) {
					if (!present.delay().isZero()) {
						this.delays.incrementAndGet();
					}
					LockSupport.parkNanos(present.delay().toNanos());
					Duration delay = this.next.getAndSet(Duration.ZERO);
					if (!delay.isZero()) {
						await(this.released, delay);
					}
					upstream.getOutputStream().write(command.toByteArray());
					ByteArrayOutputStream reply = new ByteArrayOutputStream();
					copy(replies, reply);
					if (name.startsWith("EVAL") && this.losing.compareAndSet(true, false)) {
						return;
					}
					answers.write(reply.toByteArray());
				}
				else if (present.closes()) {
					return;
				}
				else {
					answers.write(present.reply().getBytes(StandardCharsets.US_ASCII));
					silent = !present.isError();
				}
			}
		}
	}

	/**
	 * Copy a command or a reply.
	 * @return its first text
	 */
	private static String copy(DataInputStream source, OutputStream target) throws IOException {
		String line = line(source, target);
		int length = "*%$".indexOf(line.charAt(0)) >= 0 ? Integer.parseInt(line.substring(1)) : 0;
		if (line.charAt(0) == '$') {
			byte[] text = new byte[Math.max(length, 0)];
			source.readFully(text);
			target.write(text);
			if (length >= 0) {
				line(source, target);
			}
			return new String(text, StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
		}
		String first = "";
		for (int i = 0; i < ((line.charAt(0) == '%') ? 2 * length : length); i++) {
			String text = copy(source, target);
			first = (i == 0) ? text : first;
		}
		return first;
	}

	private static String line(InputStream source, OutputStream target) throws IOException {
		StringBuilder line = new StringBuilder();
		while (!line.toString().endsWith("\r\n")) {
			int read = source.read();
			if (read < 0) {
				throw new IOException("Closed");
			}
			target.write(read);
			line.append((char) read);
		}
		return line.toString().strip().isEmpty() ? "+" : line.toString().strip();
	}

	private static void await(CountDownLatch latch, Duration limit) throws IOException {
		try {
			latch.await(limit.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			throw new InterruptedIOException();
		}
	}

	private static void start(Work work) {
		Thread thread = new Thread(() -> {
			try {
				work.run();
			}
			catch (IOException ex) {
				// Closed.
			}
		}, "faulty-redis");
		thread.setDaemon(true);
		thread.start();
	}

	@FunctionalInterface
	private interface Work {

		void run() throws IOException;

	}

}
