package dev.hyperclient.cookbook.service;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

import dev.hyperclient.CollectionType;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.retry.RetryPolicy;
import dev.hyperclient.testservice.RecordedRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Our client and lazr.restfulclient use the same cache directory alternately. Each reads
 * the root and recipe 4.
 */
@Tag("slow")
class SharedCacheDirectoryTests {

	private static final String RECIPE = "/1.0/recipes/4";

	@RegisterExtension
	static final PythonClient PYTHON = new PythonClient();

	@RegisterExtension
	static final RunningService service = new RunningService();

	@RegisterExtension
	static final RunningService guarded = new RunningService("security=oauth");

	@TempDir
	Path directory;

	private int seenRequests;

	@Test
	void pythonClientReadsOurStoredResponses() throws IOException, InterruptedException {
		readWithOurClient();
		assertThat(newRequests()).containsExactly("/1.0/ 200", "/1.0/ 200", RECIPE + " 200");
		List<String> stored = List.of(this.directory.toFile().list());
		readWithPythonClient();
		assertThat(newRequests()).containsExactly(RECIPE + " 304");
		assertThat(this.directory.toFile().list()).hasSize(3).containsExactlyInAnyOrderElementsOf(stored);
		readWithOurClient();
		assertThat(newRequests()).containsExactly(RECIPE + " 304");
	}

	/**
	 * Files of the Python client have no identity, so our client revalidates them once
	 * before it uses them, and stores the identity.
	 */
	@Test
	void ourClientReadsStoredResponsesOfPythonClient() throws IOException, InterruptedException {
		readWithPythonClient();
		assertThat(newRequests()).containsExactly("/1.0/ 200", "/1.0/ 200", RECIPE + " 200");
		readWithOurClient();
		assertThat(newRequests()).containsExactly("/1.0/ 304", "/1.0/ 304", RECIPE + " 304");
		readWithOurClient();
		assertThat(newRequests()).containsExactly(RECIPE + " 304");
		readWithPythonClient();
		assertThat(newRequests()).containsExactly(RECIPE + " 304");
	}

	@Test
	void changedEntryIsRevalidatedByOtherClient() throws IOException, InterruptedException {
		readWithOurClient();
		readWithPythonClient();
		change("Soak them first.");
		newRequests();
		readWithPythonClient();
		assertThat(newRequests()).containsExactly(RECIPE + " 200");
		assertThat(readWithOurClient()).isEqualTo("Soak them first.");
		assertThat(newRequests()).containsExactly(RECIPE + " 304");
		change("Do not soak them.");
		newRequests();
		assertThat(readWithOurClient()).isEqualTo("Do not soak them.");
		assertThat(newRequests()).containsExactly(RECIPE + " 200");
		readWithPythonClient();
		assertThat(newRequests()).containsExactly(RECIPE + " 304");
	}

	@Test
	void directoryIsSharedWithOAuth() throws IOException, InterruptedException {
		URI base = URI.create(guarded.base() + "/");
		HttpAuthorizer known = new OAuthAuthorizer("consumer", new AccessToken("token", "secret"));
		HttpAuthorizer anonymous = new OAuthAuthorizer("other", AccessToken.anonymous());
		read(base, known, this.directory);
		guarded.service().reset();
		PYTHON.walk("shared_cache", base.toString(), this.directory.toString(), "consumer", "token", "secret");
		assertThat(lines(guarded.service().requests())).containsExactly(RECIPE + " 304");
		guarded.service().reset();
		read(base, known, this.directory);
		assertThat(lines(guarded.service().requests())).containsExactly(RECIPE + " 304");
		guarded.service().reset();
		read(base, anonymous, this.directory);
		assertThat(lines(guarded.service().requests())).as("stored responses of another identity are not used")
			.containsExactly("/1.0/ 200", "/1.0/ 200", RECIPE + " 200");
	}

	private void readWithPythonClient() throws IOException, InterruptedException {
		PYTHON.walk("shared_cache", service.base() + "/", this.directory.toString());
	}

	private String readWithOurClient() {
		return read(URI.create(service.base() + "/"), null, this.directory);
	}

	private static String read(URI base, @Nullable HttpAuthorizer authorizer, Path directory) {
		try (ServiceRoot root = ServiceRoot.builder(authorizer)
			.serviceRoot(base)
			.version("1.0")
			.cache(directory)
			.retryPolicy(RetryPolicy.none())
			.collection("recipes", CollectionType.collectionOf("recipe").withKeyPath("recipes/{key}"))
			.build()) {
			return root.collection("recipes").get(4).getString("instructions");
		}
	}

	private void change(String instructions) {
		assertThat(service
			.send("PATCH", RECIPE, "{\"instructions\":\"" + instructions + "\"}", "Content-Type", "application/json")
			.statusCode()).isEqualTo(209);
	}

	/**
	 * Return the requests since the last call, as lines such as {@code /1.0/recipes 200}.
	 */
	private List<String> newRequests() {
		List<RecordedRequest> all = service.service().requests();
		List<String> lines = lines(all.subList(this.seenRequests, all.size()));
		this.seenRequests = all.size();
		return lines;
	}

	private static List<String> lines(List<RecordedRequest> requests) {
		return requests.stream().map((request) -> request.target() + " " + request.status()).toList();
	}

}
