package dev.hyperclient.cookbook.service;

import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The service with authentication and lazr.restfulclient.
 */
class PythonClientSecurityTests {

	private static final String PRODUCT = "lazr\\.restfulclient [0-9.]+";

	@RegisterExtension
	static final PythonClient PYTHON = new PythonClient();

	@RegisterExtension
	final RunningService oauth = new RunningService(
			CookbookSettings.onAnyPort("security=oauth", "realm=Cook \"books\", 2nd \\ edition"));

	@RegisterExtension
	final RunningService basic = new RunningService(CookbookSettings.onAnyPort("security=basic", "username=us\u00e9r",
			"password=pass:word", "realm=Cook \"books\", 2nd \\ edition"));

	@Test
	void pythonClientAuthenticatesWithOAuth() throws IOException, InterruptedException {
		PYTHON.walk("oauth", this.oauth.base() + "/");
		assertThat(userAgents(this.oauth)).hasSize(5)
			.anyMatch((agent) -> agent.matches(PRODUCT + "; application=\"the app\"; oauth_consumer=\"consumer\""))
			.anyMatch((agent) -> agent.matches(PRODUCT + "; oauth_consumer=\"consumer\""))
			.anyMatch((agent) -> agent.matches(PRODUCT + "; oauth_consumer=\"someone\""))
			.anyMatch((agent) -> agent.matches(PRODUCT + "; oauth_consumer\\*=utf-8''some%C3%B6ne%20%26%20co"))
			.anyMatch((agent) -> agent.matches(PRODUCT));
	}

	@Test
	void pythonClientAuthenticatesWithBasic() throws IOException, InterruptedException {
		PYTHON.walk("basic", this.basic.base() + "/");
		assertThat(userAgents(this.basic)).hasSize(2).anyMatch((agent) -> agent.matches(PRODUCT));
	}

	@ParameterizedTest
	@ValueSource(strings = { "root_and_lookups", "collections", "operations", "caching", "entries", "files" })
	void anonymousPythonClientWalks(String walk) throws IOException, InterruptedException {
		PYTHON.walk(walk, this.oauth.base() + "/", "some consumer");
		assertThat(this.oauth.service().requests()).noneMatch((request) -> request.status() == 401);
	}

	private static Set<String> userAgents(RunningService service) {
		return service.service()
			.requests()
			.stream()
			.map((request) -> Objects.requireNonNull(request.header("User-Agent")))
			.collect(Collectors.toSet());
	}

}
