package dev.hyperclient.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.retry.RetryPolicy;
import dev.hyperclient.testservice.Caller;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.RequestRefusedException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link ServiceRecorder}. The real service is a {@link FakeService}.
 */
class ServiceRecorderTests {

	@TempDir
	private Path temporary;

	private Path folder;

	@AutoClose
	private FakeService service = start();

	@AutoClose
	private ServiceRoot root = client(this.service);

	@BeforeEach
	void createFolder() {
		this.folder = this.temporary.resolve("recordings/tracker");
	}

	@Test
	void recordingIsReplayedWithoutTheService() throws Exception {
		record();
		this.service.close();
		try (FakeService replayed = FakeService.replay("replayed", this.folder).start();
				ServiceRoot client = client(replayed)) {
			assertThat(client.collection("dishes").get("Caf\u00e9 au lait").getString("name"))
				.isEqualTo("Caf\u00e9 au lait");
			Entry recipe = client.collection("recipes").get(4);
			assertThat(recipe.entry("dish").getString("name")).isEqualTo("Caf\u00e9 au lait");
			assertThat(client.collection("recipes").stream().map((found) -> found.getLong("id"))).containsExactly(4L,
					5L, 6L, 7L, 8L, 9L);
			assertThat(find(client, "Boil").size()).isEqualTo(1);
			recipe.update((changed) -> changed.set("instructions", "Bake"));
			assertThat(client.collection("recipes").slice(0, 1).get(0).getString("instructions")).isEqualTo("Bake");
			assertThatExceptionOfType(HTTPError.class).isThrownBy(() -> find(client, "Fry").size())
				.withMessageContaining("has no behavior")
				.withMessageContaining("representation(\"recipes?text=%22Fry%22&ws.op=find\", ...)");
			assertThatExceptionOfType(HTTPError.class).isThrownBy(() -> client.load("dishes/Soup"))
				.withMessageContaining("has no answer for GET dishes/Soup");
		}
	}

	@Test
	void filesAreReadableAndReproducible() throws Exception {
		record();
		Map<String, String> first = files();
		assertThat(first.keySet()).allMatch((name) -> name.matches("[a-z0-9-]{1,60}\\.(json|wadl)|[a-z0-9.-]+"))
			.contains("description.wadl")
			.anyMatch((name) -> name.matches("recipes-4-[0-9a-f]{12}\\.json"))
			.anyMatch((name) -> name.matches("root-[0-9a-f]{12}\\.json"));
		assertThat(json("recipes/4")).startsWith("""
				{
				  "url" : "recipes/4",
				  "body" : {
				    "dish_link" : "%sdishes/Caf%%C3%%A9%%20au%%20lait",
				    "email" : null,
				    "http_etag" : """.formatted(this.service.baseUrl())).endsWith("}\n");
		Path file = file("recipes/4");
		Files.setLastModifiedTime(file, FileTime.fromMillis(1000));
		record();
		assertThat(files()).isEqualTo(first);
		assertThat(Files.getLastModifiedTime(file)).isEqualTo(FileTime.fromMillis(1000));
		this.service.change("recipes/4", Map.of("instructions", "Grill"));
		record();
		assertThat(files().keySet()).isEqualTo(first.keySet());
		assertThat(json("recipes/4")).contains("\"instructions\" : \"Grill\"");
	}

	@Test
	void responsesFromTheCacheAreRecorded() throws Exception {
		this.root.collection("recipes").get(4);
		record();
		assertThat(json("recipes/4")).contains("Boil");
	}

	@Test
	void credentialsAreNotRecorded() throws Exception {
		this.service.close();
		this.service = FakeService.builder("kitchen").basic("cook", "s3cret").type("note", "notes", (note) -> {
			note.integer("id").text("text");
			note.entry(Map.of("id", 1, "text", "Really? http://cook:s3cret@example.com/?a=1&oauth_token=t0ken&b=2#c"));
		}).start();
		try (ServiceRoot guarded = ServiceRoot.builder(new BasicHttpAuthorizer("cook", "s3cret"))
			.serviceRoot(this.service.baseUrl())
			.build(); ServiceRecorder recorder = ServiceRecorder.recording(guarded, this.folder)) {
			recorder.root().load("notes/1?oauth_token=t0ken&oauth_signature=s1gn");
			assertThat(json("notes/1")).contains("Really? http://example.com/?a=1&b=2#c");
			assertThat(String.join("", files().values())).doesNotContain("s3cret", "t0ken", "s1gn", "Authorization");
			assertThat(String.join("", files().keySet())).doesNotContain("oauth");
		}
	}

	@Test
	void redactedValuesAreHidden() throws Exception {
		this.service.change("recipes/5", Map.of("email", "cook@example.com"));
		try (ServiceRecorder recorder = ServiceRecorder.recording(this.root, this.folder)
			.redact("email", "text", "dish")) {
			assertThatIllegalArgumentException().isThrownBy(() -> recorder.redact("emial"))
				.withMessage("The description of the service has no attribute 'emial'. The nearest name is 'email'.");
			recorder.root().collection("recipes").get(5);
			find(recorder.root(), "Boil").size();
			recorder.root().collection("recipes").slice(0, 2);
			assertThatIllegalStateException().isThrownBy(() -> recorder.redact("id"))
				.withMessage("Call redact(...) before root(), which starts the recording");
		}
		assertThat(String.join("", files().values())).doesNotContain("cook@example.com", "ws.op=find&")
			.contains("\"email\" : null");
		assertThat(json("recipes/5")).contains("\"email\" : \"tag:launchpad.net:2008:redacted\"")
			.contains("\"dish_link\" : \"tag:launchpad.net:2008:redacted\"");
		try (FakeService replayed = FakeService.replay("replayed", this.folder).start();
				ServiceRoot client = client(replayed)) {
			assertThatExceptionOfType(RedactedValueException.class)
				.isThrownBy(() -> client.collection("recipes").get(5).getString("email"));
		}
		assertThat(ServiceRecorder.differences(this.root, this.folder)).isEmpty();
	}

	@Test
	void folderOfAnotherServiceIsRefused() throws Exception {
		record();
		try (FakeService other = FakeService.builder("garage").type("car", "cars", (car) -> car.text("name")).start();
				ServiceRoot otherRoot = ServiceRoot.builder().serviceRoot(other.baseUrl()).build()) {
			assertThatIllegalArgumentException().isThrownBy(() -> ServiceRecorder.recording(otherRoot, this.folder))
				.withMessageContaining("has a recording of " + this.service.baseUrl() + ", not of " + other.baseUrl())
				.withMessageEndingWith("Record each service into a folder of its own, or delete the folder.");
			assertThatIllegalArgumentException().isThrownBy(() -> ServiceRecorder.differences(otherRoot, this.folder))
				.withMessageContaining("has a recording of ");
		}
		Path foreign = Files.createDirectory(this.temporary.resolve("foreign"));
		Files.writeString(foreign.resolve("notes.txt"), "mine");
		assertThatIllegalArgumentException().isThrownBy(() -> ServiceRecorder.recording(this.root, foreign))
			.withMessageEndingWith("Record into a new folder, or an empty one.");
		assertThat(foreign).isDirectoryNotContaining((file) -> !file.endsWith("notes.txt"));
	}

	@Test
	void serviceIsRecordedAndComparedAtAnotherUrl() throws Exception {
		record();
		Map<String, String> first = files();
		try (FakeService moved = start(); ServiceRoot movedRoot = client(moved)) {
			assertThat(ServiceRecorder.differences(movedRoot, this.folder)).isEmpty();
			moved.change("recipes/4", Map.of("instructions", "Grill"));
			try (ServiceRecorder recorder = ServiceRecorder.recording(movedRoot, this.folder)) {
				recorder.root().collection("recipes").get(4).entry("dish").getString("name");
			}
			assertThat(String.join("", files().values())).doesNotContain(moved.baseUrl().toString());
		}
		assertThat(files().keySet()).isEqualTo(first.keySet());
		assertThat(json("recipes/4")).contains("Grill", "\"self_link\" : \"" + this.service.baseUrl() + "recipes/4\"");
		assertThat(files().get("description.wadl")).isEqualTo(first.get("description.wadl"));
	}

	@Test
	void earlierRecordingsAreRedacted() throws Exception {
		this.service.change("recipes/5", Map.of("email", "cook@example.com"));
		record();
		assertThat(String.join("", files().values())).contains("cook@example.com", "Boil%22");
		try (ServiceRecorder recorder = ServiceRecorder.recording(this.root, this.folder).redact("email", "text")) {
			recorder.root();
			assertThat(String.join("", files().values())).doesNotContain("cook@example.com", "Boil%22");
			assertThat(json("recipes")).contains("tag:launchpad.net:2008:redacted");
		}
	}

	@Test
	void substituteIsReadInReplay() throws Exception {
		this.service.change("recipes/5", Map.of("email", "cook@example.com"));
		recordRecipe((recorder) -> recorder.substitute("email", "someone@example.org"));
		assertThat(json("recipes/5")).doesNotContain("cook@example.com");
		try (FakeService replayed = FakeService.replay("replayed", this.folder).start();
				ServiceRoot client = client(replayed)) {
			assertThat(client.collection("recipes").get(5).getString("email")).isEqualTo("someone@example.org");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = ' ',
			textBlock = """
					HTTP://user:PW@example.com/ HTTP://example.com/
					ssh://git:PW@example.com ssh://example.com
					https://u:p@PW@example.com/a@b https://example.com/a@b
					https://example.com/?oauth%5Ftoken=PW&a=1 https://example.com/?a=1
					https://example.com/?a=1&access_token=PW#b https://example.com/?a=1#b
					https://example.com/#access_token=PW&a=1&X-Amz-Signature=PW https://example.com/#a=1
					https://example.com/?api_key=PW&pageToken=2&client_secret=PW https://example.com/?pageToken=2
					https://example.com/?next=https%3A%2F%2Fu:PW%40example.org%2F https://example.com/?next=https%3A%2F%2Fexample.org%2F
					https://example.com/?next=https%3A%2F%2Fexample.org%2F%3Fpassword%3DPW&a=1 https://example.com/?a=1
					https://example.com/#access_token https://example.com/#access_token
					""")
	void credentialsInUrlsOfTextsAreNotRecorded(String recorded, String expected) throws Exception {
		this.service.change("recipes/5", Map.of("email", "See " + recorded + " now"));
		recordRecipe(UnaryOperator.identity());
		assertThat(json("recipes/5")).contains("\"See " + expected + " now\"");
	}

	@Test
	void parametersThatAreCredentialsAreNotRecorded() throws Exception {
		String secret = Stream
			.of("access_token", "password", "passwd", "Passphrase", "client-secret", "X-Amz-Signature", "api_key",
					"accessKey", "AWSAccessKeyId", "private.key", "X-Amz-Credential", "credentials", "auth",
					"Authorization", "pwd", "pass", "sig", "jwt", "session_id", "JSESSIONID", "PHPSESSID",
					"oauth_nonce")
			.map((name) -> name + "=PW")
			.collect(Collectors.joining("&"));
		String shown = Stream
			.of("pageToken", "next_page_token", "nextToken", "continuation-token", "syncToken", "author", "passage")
			.map((name) -> name + "=1")
			.collect(Collectors.joining("&"));
		this.service.change("recipes/5", Map.of("email", "https://example.com/?%s&%s".formatted(secret, shown)));
		recordRecipe(UnaryOperator.identity());
		assertThat(json("recipes/5")).contains("\"https://example.com/?%s\"".formatted(shown));
	}

	@Test
	void unreadableResourcesAreNotReportedAsRemoved() throws Exception {
		AtomicBoolean denied = new AtomicBoolean();
		try (FakeService guarded = FakeService.builder("kitchen").guard((request) -> {
			if (denied.get() && request.path().contains("Soup")) {
				throw RequestRefusedException.unauthorized("Log in.");
			}
			return Caller.ANONYMOUS;
		}).type("dish", "dishes", (dish) -> dish.text("name").entry(Map.of("name", "Soup"))).start();
				ServiceRoot client = ServiceRoot.builder().serviceRoot(guarded.baseUrl()).build()) {
			try (ServiceRecorder recorder = ServiceRecorder.recording(client, this.folder)) {
				recorder.root().load("dishes/Soup");
			}
			denied.set(true);
			assertThat(ServiceRecorder.differences(client, this.folder))
				.containsExactly("not readable: 'dishes/Soup' (status 401)");
		}
	}

	@Test
	void folderThatCannotBeWrittenIsRefused() throws Exception {
		Path file = Files.writeString(this.temporary.resolve("file"), "");
		assertThatIllegalArgumentException().isThrownBy(() -> ServiceRecorder.recording(this.root, file))
			.withMessageContaining("cannot be created")
			.withMessageEndingWith("Record into a folder.");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> ServiceRecorder.recording(this.root, file.resolve("below")));
		assertThatIllegalArgumentException().isThrownBy(() -> ServiceRecorder.differences(this.root, this.folder))
			.withMessageContaining("has no recording, because there is no 'description.wadl' in it");
	}

	@Test
	void invalidFileIsRefused() throws Exception {
		record();
		Files.writeString(file("recipes/4"), "{\"url\": \"recip");
		assertThatIllegalArgumentException().isThrownBy(() -> ServiceRecorder.recording(this.root, this.folder))
			.withMessageContaining("is not a recorded representation")
			.withMessageEndingWith("Delete it and record it again.");
		Files.delete(this.folder.resolve("description.wadl"));
		assertThatIllegalArgumentException().isThrownBy(() -> ServiceRecorder.recording(this.root, this.folder))
			.withMessageContaining("has no recording");
		Files.writeString(this.folder.resolve("description.wadl"), "<html/>");
		Files
			.delete(this.folder.resolve(fileNames().filter((name) -> name.startsWith("recipes-4-")).findFirst().get()));
		assertThatIllegalArgumentException().isThrownBy(() -> ServiceRecorder.recording(this.root, this.folder));
	}

	@Test
	void fileThatWasWrittenByHandIsUpdated() throws Exception {
		record();
		Path file = file("recipes/4");
		Path byHand = Files.move(file, this.folder.resolve("my recipe.json"));
		this.service.change("recipes/4", Map.of("instructions", "Grill"));
		record();
		assertThat(file).doesNotExist();
		assertThat(byHand).content().contains("Grill");
	}

	@Test
	void urlsThatDifferInCaseHaveFilesOfTheirOwn() throws Exception {
		this.service.add("dishes", Map.of("name", "soup"));
		try (ServiceRecorder recorder = ServiceRecorder.recording(this.root, this.folder)) {
			recorder.root().load("dishes/Soup");
			recorder.root().load("dishes/soup");
			assertThat(fileNames().filter((name) -> name.startsWith("dishes-soup-"))).hasSize(2);
		}
	}

	@Test
	void serviceHasNoDifferencesFromItsRecordingBesideHiddenFiles() throws Exception {
		Files.createDirectories(this.folder);
		Files.writeString(this.folder.resolve(".gitkeep"), "");
		Files.writeString(this.folder.resolve(".recording1.part"), "interrupted");
		record();
		this.service.change("recipes/4", Map.of("instructions", "Grill", "dish", "Soup"));
		this.service.add("recipes", Map.of("id", 10, "instructions", "Fry"));
		assertThat(ServiceRecorder.differences(this.root, this.folder)).isEmpty();
	}

	@Test
	void changesOfTheServiceAreListed() throws Exception {
		record();
		int port = this.service.port();
		this.root.close();
		this.service.close();
		this.service = FakeService.builder("kitchen").port(port).type("dish", "dishes", (dish) -> {
			dish.text("name").choice("course", "Starter", "Dessert");
			dish.entry(Map.of("name", "Caf\u00e9 au lait")).entry(Map.of("name", "Soup"));
		}).type("recipe", "recipes", (recipe) -> {
			recipe.integer("id").integer("instructions").link("dish", "dish").date("cooked");
			recipe.entry(Map.of("id", 5, "instructions", 7, "dish", "Soup"));
			recipe.collectionOperation("find",
					(find) -> find.integer("limit").returnsPage("recipe").answers((call) -> List.of()));
		}).type("cook", "cooks", (cook) -> cook.text("name").date("born")).start();
		this.root = client(this.service);
		assertThat(ServiceRecorder.differences(this.root, this.folder)).containsExactlyInAnyOrder(
				"removed: type 'dish' attribute 'course' option 'Main'",
				"added: type 'dish' attribute 'course' option 'Dessert'",
				"removed: type 'recipes' operation 'find' parameter 'text' (value, required)",
				"added: type 'recipes' operation 'find' parameter 'limit' (value)",
				"removed: type 'recipe' attribute 'email' (value, writable)",
				"added: type 'recipe' attribute 'cooked' (date, writable)",
				"added: type 'service-root' attribute 'cooks_collection_link' (link to 'cooks')",
				"added: type 'cooks' (GET)", "added: type 'cook' (GET PATCH PUT)",
				"added: type 'cook-page-resource' (GET)", "added: '' attribute 'cooks_collection_link' (text)",
				"removed: 'recipes/4' (status 404)",
				"removed: 'recipes' entries of the type 'recipe' attribute 'email'",
				"added: 'recipes' entries of the type 'recipe' attribute 'cooked'",
				"changed: 'recipes' entries of the type 'recipe' attribute 'instructions' was text and is number");
	}

	private void record() throws IOException {
		try (ServiceRecorder recorder = ServiceRecorder.recording(this.root, this.folder)) {
			EntryCollection recipes = recorder.root().collection("recipes");
			assertThat(recipes.stream().toList()).hasSizeGreaterThan(5);
			assertThat(recipes.get(4).entry("dish").getString("name")).isNotEmpty();
			assertThat(find(recorder.root(), "Boil").size()).isLessThan(2);
		}
	}

	private void recordRecipe(UnaryOperator<ServiceRecorder> settings) {
		try (ServiceRecorder recorder = settings.apply(ServiceRecorder.recording(this.root, this.folder))) {
			recorder.root().collection("recipes").get(5);
		}
	}

	private static EntryCollection find(ServiceRoot root, String text) {
		return root.collection("recipes").operation("find").with("text", text).invoke().collection();
	}

	private String json(String url) throws IOException {
		return Files.readString(file(url));
	}

	private Path file(String url) throws IOException {
		return this.folder.resolve(files().entrySet()
			.stream()
			.filter((file) -> file.getValue().contains("\"url\" : \"" + url + "\""))
			.findFirst()
			.orElseThrow()
			.getKey());
	}

	private Map<String, String> files() throws IOException {
		Map<String, String> files = new TreeMap<>();
		for (String name : fileNames().toList()) {
			files.put(name, Files.readString(this.folder.resolve(name), StandardCharsets.UTF_8));
		}
		return files;
	}

	private Stream<String> fileNames() throws IOException {
		try (Stream<Path> files = Files.list(this.folder)) {
			return List.copyOf(files.map(Path::getFileName).map(Path::toString).toList()).stream();
		}
	}

	private static FakeService start() {
		return FakeService.builder("kitchen").type("dish", "dishes", (dish) -> {
			dish.text("name").choice("course", "Starter", "Main");
			dish.entry(Map.of("name", "Caf\u00e9 au lait")).entry(Map.of("name", "Soup"));
		}).type("recipe", "recipes", (recipe) -> {
			recipe.integer("id").text("instructions").link("dish", "dish").text("email");
			recipe.entry(Map.of("id", 4, "instructions", "Boil", "dish", "Caf\u00e9 au lait"));
			for (int id = 5; id < 10; id++) {
				recipe.entry(Map.of("id", id, "instructions", "Soak", "dish", "Soup"));
			}
			recipe.collectionOperation("find",
					(find) -> find.text("text", (text) -> text.required())
						.returnsPage("recipe")
						.answers((call) -> call.entries("recipes")
							.stream()
							.filter((found) -> found.text("instructions").equals(call.arguments().text("text")))
							.toList()));
		}).start();
	}

	private static ServiceRoot client(FakeService service) {
		return ServiceRoot.builder()
			.serviceRoot(service.baseUrl())
			.collection("recipes", CollectionType.keyedBy("recipes/{key}"))
			.collection("dishes", CollectionType.keyedBy("dishes/{key}"))
			.retryPolicy(RetryPolicy.none())
			.build();
	}

}
