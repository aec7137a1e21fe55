package dev.hyperclient.cache;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Fields of cache groups (RFC 9875) as a server may send them by mistake or on purpose: a
 * call always succeeds.
 */
class CacheGroupInputTests {

	private final Map<String, List<String>> fields = new ConcurrentHashMap<>();

	private final AtomicInteger requests = new AtomicInteger();

	private HttpServer server;

	private HttpCache cache;

	private TestClients.TestClient client;

	@TempDir
	Path directory;

	@BeforeEach
	void start() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/", this::answer);
		this.server.start();
	}

	@AfterEach
	void stop() {
		this.cache.close();
		this.server.stop(0);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '^', quoteCharacter = '`', textBlock = """
			recipes                        ^ a token
			?1                             ^ a boolean
			12                             ^ a number
			:cmVjaXBlcw==:                 ^ bytes
			%"recipes"                     ^ a display string
			("recipes")                    ^ an inner list
			recipes="recipes"              ^ a dictionary
			"other", recipes, "recipes"    ^ one member is no string
			"recipes", "other              ^ no end
			"recipes" "other"              ^ no comma
			"recipes",                     ^ a comma at the end
			, "recipes"                    ^ a comma at the beginning
			"recipes",, "other"            ^ no member
			"recipes"; A=1                 ^ a parameter in capitals
			"recipes";a=                   ^ a parameter without its value
			"recipes", "a\\b"             ^ an escaped letter
			"recipes", "récipes"      ^ not ASCII
			'recipes'                      ^ other quotation marks
			""")
	void malformedFieldCountsAsAbsent(String field, String reason) {
		open("memory");
		this.fields.put("/recipes", List.of("\"recipes\""));
		this.fields.put("PUT", List.of(field));
		get("/recipes");
		put();
		get("/recipes");
		assertThat(this.requests).as("invalidation: " + reason).hasValue(2);
		this.fields.put("/other", List.of(field));
		this.fields.put("PUT", List.of("\"recipes\", \"other\""));
		get("/other");
		put();
		get("/other");
		assertThat(this.requests).as("response: " + reason).hasValue(4);
	}

	@ParameterizedTest
	@ValueSource(strings = { "memory", "directory" })
	void fieldInSeveralLinesIsOneList(String store) {
		open(store);
		List<String> lines = IntStream.range(0, 100).mapToObj((i) -> "\"" + i + "\";line=" + i).toList();
		this.fields.put("/recipes", lines);
		this.fields.put("PUT", List.of("\"other\"", "\"99\""));
		get("/recipes");
		put();
		get("/recipes");
		assertThat(this.requests).hasValue(3);
	}

	@ParameterizedTest
	@ValueSource(strings = { "memory", "directory" })
	void manyAndLongNamesAreBounded(String store) {
		open(store);
		String many = IntStream.range(0, 10_000).mapToObj((i) -> "\"" + i + "\"").collect(Collectors.joining(","));
		// More would be too much for the HTTP client.
		List<String> lines = IntStream.range(0, 5000).mapToObj((i) -> "\"" + i + "\"").toList();
		String name = "x".repeat(8 * 1024);
		String parameters = "\"recipes\"" + ";a=\"x\"".repeat(8 * 1024);
		for (List<String> field : List.of(List.of(many), lines, List.of("\"" + name + "\""), List.of(parameters),
				List.of("(".repeat(50_000)), List.of("\\".repeat(50_000)))) {
			this.fields.put("PUT", field);
			put();
			for (int i = 0; i < 5; i++) {
				this.fields.put("/recipes" + i, field);
				get("/recipes" + i);
				get("/recipes" + i);
			}
			put();
		}
		if (store.equals("memory")) {
			assertThat(this.cache.size().bytes()).isLessThanOrEqualTo(DataSize.ofMegabytes(4).toBytes());
		}
		// What works is not affected.
		this.fields.put("/recipes", List.of("\"recipes\""));
		this.fields.put("PUT", List.of("\"recipes\""));
		get("/recipes");
		int before = this.requests.get();
		get("/recipes");
		put();
		get("/recipes");
		assertThat(this.requests).hasValue(before + 2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "memory", "directory" })
	void thirtyTwoGroupsOfThirtyTwoCharactersAreInvalidated(String store) {
		open(store);
		// RFC 9875, 2 and 3: the least that is to be supported.
		List<String> names = IntStream.range(0, 32).mapToObj("\"%032d\""::formatted).toList();
		this.fields.put("/recipes", List.of(String.join(", ", names)));
		this.fields.put("/last", names.subList(31, 32));
		this.fields.put("PUT", List.of(String.join(", ", names)));
		get("/recipes");
		get("/last");
		put();
		get("/recipes");
		get("/last");
		assertThat(this.requests).hasValue(5);
		this.fields.put("PUT", names.subList(31, 32));
		put();
		get("/recipes");
		assertThat(this.requests).hasValue(7);
	}

	private void open(String store) {
		HttpCacheBuilder builder = HttpCache.builder();
		this.cache = (store.equals("memory") ? builder.inMemory(DataSize.ofMegabytes(4))
				: builder.directory(this.directory))
			.build();
		this.client = new RestClients().create(this.cache);
	}

	private void get(String path) {
		assertThat(this.client.get(url(path)).getBody()).isEqualTo("text");
	}

	private void put() {
		assertThat(this.client.exchange(HttpMethod.PUT, url("/changed"), HttpHeaders.EMPTY).getBody())
			.isEqualTo("text");
	}

	private String url(String path) {
		return "http://127.0.0.1:" + this.server.getAddress().getPort() + path;
	}

	private void answer(HttpExchange exchange) throws IOException {
		this.requests.incrementAndGet();
		boolean isGet = exchange.getRequestMethod().equals("GET");
		exchange.getResponseHeaders().set("Cache-Control", "max-age=3600");
		this.fields.getOrDefault(isGet ? exchange.getRequestURI().getPath() : "PUT", List.of())
			.forEach((line) -> exchange.getResponseHeaders()
				.add(isGet ? "Cache-Groups" : "Cache-Group-Invalidation", line));
		byte[] body = "text".getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(200, body.length);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

}
