package dev.hyperclient;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.InputStreamResource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for arguments of named operations: which are rejected, and how they are encoded.
 */
class OperationArgumentsTests {

	private static final String TAKES = " 'find' takes: search (required), course";

	@RegisterExtension
	private final StubService service = new StubService();

	@Test
	void bytesAreRejectedWithTheWayToSendThem() {
		for (Object bytes : List.of(new byte[3], List.of(new byte[3]))) {
			assertThatIllegalArgumentException().isThrownBy(() -> find().with("search", bytes))
				.withMessageContaining("a byte[] cannot be sent")
				.withMessageContaining("write the content of a file with file(name).write(...)");
		}
	}

	@Test
	void invalidArgumentsAreRejectedWithTheParametersOfTheOperation() {
		NamedOperation find = find();
		assertRejected(() -> find.with("serch", "x"),
				"Unrecognized parameter(s): 'serch'; did you mean 'search'?" + TAKES);
		assertRejected(() -> find.with("ws.ob", "x"), "Unrecognized parameter(s): 'ws.ob';" + TAKES);
		assertRejected(() -> find.with("ws.op", "delete"),
				"Value 'delete' for parameter 'ws.op' conflicts with fixed value 'find';" + TAKES);
		assertRejected(() -> find.with("search", Double.NaN),
				"Invalid value for parameter 'search': JSON has no number for NaN;" + TAKES);
		assertRejected(() -> find.with("course", "Desert"),
				"Invalid value 'Desert' for parameter 'course': valid values are: \"Starter\", \"Main dish\";" + TAKES
						+ ". If the service accepts it, set 'checkValues' to false");
		assertRejected(find::invoke, "No value for required parameter 'search';" + TAKES);
		assertRejected(find.with("course", "Starter")::invoke, "No value for required parameter 'search';" + TAKES);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			a b+c&d=e%    | %22a+b%2Bc%26d%3De%25%22
			caf\u00e9 \ud83c\udf70       | %22caf%C3%A9+%F0%9F%8D%B0%22
			-._~!*'()/?#  | %22-._~%21%2A%27%28%29%2F%3F%23%22
			%20           | %22%2520%22
			""")
	void argumentsAreSortedAndEncoded(String search, String encoded) {
		this.service.serve(get(urlPathEqualTo("/1.0/recipes")), StubService.json("null"));
		this.service.serve("POST", "recipes", aResponse().withStatus(200));
		ServiceRoot root = this.service.root();
		find().with("ws.op", "find").with("search", search).with("course", "Main dish").invoke();
		assertThat(this.service.requestsFor("recipes?course=Main+dish&search=" + encoded + "&ws.op=find")).hasSize(1);
		root.collection("recipes").operation("create").with("instructions", search).invoke();
		assertThat(this.service.requestsFor("recipes")).singleElement()
			.satisfies((request) -> assertThat(request.getBodyAsString())
				.isEqualTo("instructions=" + encoded + "&ws.op=create"));
	}

	@Test
	void lastArgumentIsSentAndOthersAreNotChanged() {
		this.service.serve(get(urlPathEqualTo("/1.0/recipes")), StubService.json("null"));
		NamedOperation first = find().with("search", "a");
		first.with("search", "b").invoke();
		first.invoke();
		assertThat(this.service.requestsFor("recipes?search=%22a%22&ws.op=find")).hasSize(1);
		assertThat(this.service.requestsFor("recipes?search=%22b%22&ws.op=find")).hasSize(1);
	}

	@Test
	void fileIsGivenInOneOfFourWays(@TempDir Path directory) throws Exception {
		this.service.serve("POST", "recipes/4", aResponse().withStatus(200));
		Path file = Files.write(directory.resolve("soup.png"), new byte[] { 'h', 'o', 't' });
		byte[] bytes = { 'h', 'o', 't' };
		Map<Object, String> fileNames = new LinkedHashMap<>();
		fileNames.put(bytes, "picture");
		fileNames.put(new ByteArrayResource(bytes), "picture");
		fileNames.put(new InputStreamResource(new ByteArrayInputStream(bytes)), "picture");
		fileNames.put(file, "soup.png");
		fileNames.put(new FileSystemResource(file), "soup.png");
		fileNames.put(FileArgument.of(file), "soup.png");
		fileNames.put(FileArgument.of(file).withFileName("stew.png"), "stew.png");
		fileNames.forEach((content, name) -> {
			this.service.forgetRequests();
			attach().with("picture", content).invoke();
			assertThat(this.service.requestsFor("recipes/4")).singleElement()
				.satisfies((request) -> assertThat(new String(request.getBody(), StandardCharsets.ISO_8859_1))
					.contains("; name=\"picture\"; filename=\"" + name
							+ "\"\r\nContent-Type: application/octet-stream\r\n\r\nhot\r\n--"));
		});
	}

	@Test
	void fileThatGrowsIsSentAsItWas(@TempDir Path directory) throws Exception {
		this.service.serve("POST", "recipes/4", aResponse().withStatus(200));
		Path log = Files.writeString(directory.resolve("app.log"), "one\n");
		attach().with("picture", new FileSystemResource(log) {

			@Override
			public InputStream getInputStream() throws IOException {
				InputStream content = super.getInputStream();
				Files.writeString(log, "more\n", StandardOpenOption.APPEND);
				return content;
			}

		}).invoke();
		assertThat(this.service.requestsFor("recipes/4")).singleElement()
			.satisfies((request) -> assertThat(request.getBodyAsString()).contains("\r\n\r\none\n")
				.contains("more\n\r\n--"));
	}

	@Test
	void fileThatCannotBeSentIsNamed(@TempDir Path directory) {
		String search = "<w:param style=\"query\" name=\"search\" required=\"true\"";
		this.service.serveRoot(StubService.wadl(this.service.url("")).replace(search, search + " type=\"binary\""),
				this.service.rootJson());
		Path missing = directory.resolve("missing.png");
		for (Object content : List.of("text", 5, missing.toFile())) {
			assertThatIllegalArgumentException().isThrownBy(() -> attach().with("picture", content))
				.withMessageStartingWith("Invalid value for parameter 'picture': it is a file, to be given as"
						+ " byte[], Path or FileArgument; 'attach' takes: ");
		}
		assertThatIllegalArgumentException().isThrownBy(attach().with("picture", missing)::invoke)
			.withMessage(
					"The file for parameter 'picture' of 'attach' cannot be read: file [%s] (FileNotFoundException)",
					missing);
		assertThatIllegalArgumentException().isThrownBy(attach().with("picture", directory)::invoke)
			.withMessage("The file for parameter 'picture' of 'attach' cannot be read: file [%s] (IOException)",
					directory);
		assertRejected(find().with("search", new byte[1])::invoke,
				"The description does not define how to send the file 'search';" + TAKES);
	}

	private NamedOperation find() {
		return this.service.root().collection("recipes").operation("find");
	}

	private NamedOperation attach() {
		return this.service.root().collection("recipes").getReference(4).operation("attach");
	}

	private static void assertRejected(ThrowingCallable call, String message) {
		assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
	}

}
