package dev.hyperclient.benchmarks;

import java.nio.file.Path;

/**
 * Tests the store in Redis with a real Redis (that of the operating system) and several
 * JVMs. After {@code mvn -Pbenchmarks -DskipTests package}, in {@code benchmarks}:
 *
 * <pre>
 * java -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.RedisProof consistency
 * </pre>
 *
 * Each proof prints its figures, with PASS or FAIL where there is a bound.
 * <ul>
 * <li>{@code consistency [operations]}: four JVMs read, write and invalidate, with a long
 * timeout and with the default settings; counts responses that are older than an
 * acknowledged write, and torn ones. An older one is excused if the store reports after
 * the write that an invalidation is not confirmed, and is therefore repeated</li>
 * <li>{@code full [operations]}: the same with a Redis that has little memory, without
 * and with eviction</li>
 * <li>{@code outage}: four JVMs read while Redis is killed, restarted and paused; counts
 * failed calls and measures how much longer than the origin a call takes. A call is
 * beyond the bound if it is so without the delay that the machine has caused in its time,
 * as {@link Hiccups} measures it: on two cores, four JVMs and Redis wait for each other.
 * The number without this deduction is printed too, and that of the same load with a
 * store in memory. Each JVM has keys of its own, since the bound does not hold for
 * waiting for the response to an equal request</li>
 * <li>{@code cold [rounds]}: four JVMs with eight callers each request a URL that is not
 * stored; counts requests to the origin</li>
 * <li>{@code load [loops]}: with the default settings and busy loops, eight if not given,
 * that take the processors: two JVMs read, and their hits are compared with those of an
 * idle machine; and two JVMs that are started one after the other request one URL five
 * times each, as soon as the store has been created</li>
 * <li>{@code writers [rounds]}: kills JVMs that store long content; counts keys without a
 * time to live</li>
 * <li>{@code hits}: latency and throughput of hits, beside files and memory</li>
 * <li>{@code heap}: memory that storing and reading 10 MiB takes, with
 * {@code -XX:+UseSerialGC -XX:MarkSweepAlwaysCompactCount=1} for exact figures</li>
 * </ul>
 */
public final class RedisProof {

	private RedisProof() {
	}

	public static void main(String[] args) throws Exception {
		try (TemporaryDirectory temporary = TemporaryDirectory.create(Path.of(System.getProperty("java.io.tmpdir")),
				"hyper-client-redis-"); RedisServer redis = new RedisServer(temporary.path())) {
			Path directory = temporary.path();
			switch (args[0]) {
				case "consistency" -> RedisConsistencyProof.run(redis, directory, number(args, 1_000_000));
				case "full" -> RedisConsistencyProof.runFull(redis, directory, number(args, 40_000));
				case "outage" -> RedisOutageProof.run(redis);
				case "cold" -> RedisColdProof.run(redis, directory, number(args, 50));
				case "load" -> RedisLoadProof.run(redis, directory, number(args, 8));
				case "writers" -> RedisWritersProof.run(redis, number(args, 20));
				case "hits" -> RedisHits.run(redis, directory);
				case "heap" -> RedisHeapProof.run(redis);
				default -> throw new IllegalArgumentException("Unknown: " + args[0]);
			}
		}
		System.exit(0);
	}

	private static int number(String[] args, int absent) {
		return (args.length > 1) ? Integer.parseInt(args[1]) : absent;
	}

}
