package dev.hyperclient.maven;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.FakeServiceBuilder;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.apache.maven.project.MavenProject;
import org.apache.maven.settings.Proxy;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.DefaultSettingsProblem;
import org.apache.maven.settings.building.SettingsProblem;
import org.apache.maven.settings.crypto.SettingsDecrypter;
import org.apache.maven.settings.crypto.SettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the goals, without a build.
 */
class MojoTests {

	@TempDir
	Path directory;

	private final List<String> log = Collections.synchronizedList(new ArrayList<>());

	private <M extends AbstractMojo> M logging(M mojo) {
		mojo.setLog(new SystemStreamLog() {

			@Override
			public void info(CharSequence content) {
				MojoTests.this.log.add(content.toString());
			}

			@Override
			public void warn(CharSequence content) {
				MojoTests.this.log.add(content.toString());
			}

		});
		return mojo;
	}

	private static FakeServiceBuilder kitchen() {
		return FakeService.builder("kitchen").type("dish", "dishes", (dish) -> dish.text("name"));
	}

	private Path wadl() {
		return this.directory.resolve("kitchen.wadl");
	}

	private FetchMojo fetch(String url) {
		FetchMojo fetch = logging(new FetchMojo(new Decrypter()));
		fetch.url = url;
		fetch.description = wadl().toFile();
		fetch.settings = new Settings();
		return fetch;
	}

	private GenerateMojo generate() {
		GenerateMojo generate = logging(new GenerateMojo());
		generate.description = wadl().toFile();
		generate.packageName = "com.example.kitchen";
		generate.outputDirectory = this.directory.resolve("sources").toFile();
		generate.project = new MavenProject();
		return generate;
	}

	private static Server server(String id) {
		Server server = new Server();
		server.setId(id);
		return server;
	}

	@Test
	void fetchWritesTheDescriptionThatGenerateReads() throws Exception {
		try (FakeService service = kitchen().start()) {
			fetch(service.baseUrl().toString()).execute();
			fetch(service.baseUrl().toString()).execute();
		}
		GenerateMojo generate = generate();
		generate.rootName = "Cuisine";
		generate.includes = Set.of("dish");
		generate.execute();
		assertThat(this.directory.resolve("sources/com/example/kitchen/Cuisine.java")).exists();
		assertThat(generate.project.getCompileSourceRoots())
			.containsExactly(this.directory.resolve("sources").toString());
		assertThat(this.log).element(0).asString().endsWith("is written");
		assertThat(this.log).element(1).asString().endsWith("is up to date");
	}

	@Test
	void executionsOfAProjectHaveDirectoriesOfTheirOwnAndCanBeRepeated() throws Exception {
		try (FakeService service = kitchen().start()) {
			fetch(service.baseUrl().toString()).execute();
		}
		GenerateMojo first = generate();
		first.execute();
		GenerateMojo second = generate();
		second.project = first.project;
		second.packageName = "com.example.garden";
		assertThatExceptionOfType(MojoFailureException.class).isThrownBy(second::execute)
			.withMessageStartingWith(this.directory.resolve("sources") + " has the client of another execution")
			.withMessageContaining("write an <outputDirectory> of its own for the package 'com.example.garden'");
		GenerateMojo again = generate();
		again.project = first.project;
		again.execute();
		assertThat(this.log).last().asString().endsWith("are up to date");
		second.outputDirectory = this.directory.resolve("garden").toFile();
		second.execute();
		assertThat(this.directory.resolve("sources/com/example/kitchen/Kitchen.java")).exists();
		assertThat(this.directory.resolve("garden/com/example/garden/Garden.java")).exists();
		assertThat(first.project.getCompileSourceRoots()).containsExactly(this.directory.resolve("sources").toString(),
				this.directory.resolve("garden").toString());
	}

	@Test
	void skippedGenerateKeepsTheSourcesOfTheProject() throws Exception {
		GenerateMojo generate = generate();
		generate.skip = true;
		generate.execute();
		assertThat(generate.project.getCompileSourceRoots()).hasSize(1);
		assertThat(this.directory).isEmptyDirectory();
	}

	@Test
	void failureOfGenerateIsOneLineWithFileAndLine() throws Exception {
		Files.writeString(wadl(), "<application xmlns=\"http://research.sun.com/wadl/2006/10\">\n<");
		assertThatExceptionOfType(MojoFailureException.class).isThrownBy(generate()::execute)
			.withMessageStartingWith(wadl() + ":2: ")
			.satisfies((ex) -> assertThat(ex.getMessage().lines()).hasSize(1));
		GenerateMojo invalid = generate();
		invalid.packageName = "1st";
		assertThatExceptionOfType(MojoFailureException.class).isThrownBy(invalid::execute)
			.withMessageContaining("'1st'");
	}

	@Test
	void passwordOfAServerIsDecryptedAndNotLogged() throws Exception {
		try (FakeService service = kitchen().basic("cook", "s3cret").start()) {
			FetchMojo fetch = fetch(service.baseUrl().toString());
			Server server = server("kitchen");
			server.setUsername("cook");
			server.setPassword("{s3cret}");
			fetch.settings.addServer(server);
			fetch.serverId = "kitchen";
			fetch.execute();
			assertThat(this.log).singleElement().asString().endsWith("is written").doesNotContain("s3cret");

			server.setPassword("{wr0ng}");
			assertThatExceptionOfType(MojoFailureException.class).isThrownBy(fetch::execute)
				.withMessageContaining("401")
				.withMessageNotContaining("wr0ng");
		}
	}

	@Test
	void configurationOfAServerHasTheCredentialsOfOAuth() throws Exception {
		Server server = server("launchpad");
		server.setPassword("{s3cret}");
		Xpp3Dom configuration = new Xpp3Dom("configuration");
		for (Map.Entry<String, String> part : Map.of("consumerKey", "my-app", "accessToken", "token").entrySet()) {
			Xpp3Dom child = new Xpp3Dom(part.getKey());
			child.setValue(part.getValue());
			configuration.addChild(child);
		}
		server.setConfiguration(configuration);
		Settings settings = new Settings();
		settings.addServer(server);
		ServerCredentials credentials = new ServerCredentials("launchpad", settings, new Decrypter());
		assertThat(credentials.read())
			.isEqualTo(Map.of("consumerKey", "my-app", "accessToken", "token", "accessSecret", "s3cret"));
		assertThat(credentials).hasToString("ServerCredentials[id=launchpad]");
	}

	@Test
	void missingOrUnusableServerIsNamed() {
		FetchMojo fetch = fetch("http://localhost:1/");
		fetch.serverId = "kitchen";
		assertThatExceptionOfType(MojoFailureException.class).isThrownBy(fetch::execute)
			.withMessageContaining("no server 'kitchen'");
		fetch.settings.addServer(server("kitchen"));
		assertThatExceptionOfType(MojoFailureException.class).isThrownBy(fetch::execute)
			.withMessageContaining("neither a user name nor a 'consumerKey'");
		fetch.settings.getServer("kitchen").setPassword("{broken}");
		assertThatExceptionOfType(MojoFailureException.class).isThrownBy(fetch::execute)
			.withMessageContaining("cannot be decrypted")
			.withMessageNotContaining("broken");
	}

	@Test
	void missingParametersAreNamedAndInvalidOnesReported() {
		FetchMojo fetch = fetch("http://localhost/");
		fetch.description = null;
		assertThatExceptionOfType(MojoFailureException.class).isThrownBy(fetch::execute)
			.withMessageContaining("'description' is missing")
			.withMessageContaining("-Dhyperclient.description");
		assertThatExceptionOfType(MojoFailureException.class).isThrownBy(fetch("not a URL")::execute);
	}

	@Test
	void verifyReportsAndFailsOnlyIfAsked() throws Exception {
		try (FakeService service = kitchen().start()) {
			fetch(service.baseUrl().toString()).execute();
		}
		Path recording = Files.createDirectory(this.directory.resolve("recording"));
		Files.writeString(recording.resolve("dish.json"),
				"{ \"resource_type_link\": \"http://localhost/#dish\", \"name\": \"Roast chicken\" }");
		Path overlay = Files.writeString(this.directory.resolve("overlay.json"),
				"{ \"types\": {\n\"dish\": { \"attributes\": { \"name\": \"integer\" } } } }");
		VerifyMojo verify = logging(new VerifyMojo());
		verify.description = wadl().toFile();
		verify.overlay = overlay.toFile();
		verify.recording = recording.toFile();
		verify.execute();
		assertThat(this.log).anySatisfy((line) -> assertThat(line)
			.startsWith(overlay + ":2: 'name' of 'dish' is integer, but recorded as text in dish.json"));
		assertThat(this.log).last().isEqualTo("1 recorded entries of 1 types: 1 contradictions, 0 missing rules");
		verify.failOnContradiction = true;
		assertThatExceptionOfType(MojoFailureException.class).isThrownBy(verify::execute)
			.withMessageContaining("1 contradictions");
		verify.skip = true;
		verify.execute();
	}

	@Test
	void suggestWritesMissingRules() throws Exception {
		Path overlay = this.directory.resolve("overlay.json");
		try (FakeService service = kitchen().basic("cook", "s3cret").start()) {
			Files.write(wadl(), service.description().readAllBytes());
			SuggestMojo suggest = logging(new SuggestMojo(new Decrypter()));
			suggest.description = wadl().toFile();
			suggest.overlay = overlay.toFile();
			suggest.url = service.baseUrl().toString();
			suggest.execute();
			assertThat(service.requests()).isEmpty();
			assertThat(overlay).doesNotExist();

			Path recording = Files.createDirectory(this.directory.resolve("recording"));
			Files.writeString(recording.resolve("dish.json"),
					"{ \"resource_type_link\": \"http://localhost/#dish\", \"name\": \"Roast chicken\" }");
			suggest.recording = recording.toFile();
			suggest.requests = 3;
			Server server = server("kitchen");
			server.setUsername("cook");
			server.setPassword("{s3cret}");
			suggest.settings = new Settings();
			suggest.settings.addServer(server);
			suggest.serverId = "kitchen";
			suggest.execute();
			assertThat(service.requests()).hasSize(3);
		}
		assertThat(this.log).contains("'name' of 'dish' is text (recorded: 1 value)",
				overlay + ": 1 new rules, 0 conflicts, 3 requests");
		assertThat(overlay).content().contains("\"name\": { \"type\": \"text\"");

		GenerateMojo generate = generate();
		generate.overlay = overlay.toFile();
		generate.execute();
		assertThat(this.log).last()
			.isEqualTo("2 classes; with a type: 2 of 2 attributes, 0 of 0 parameters, 0 of 0 results");
	}

	/**
	 * Removes braces from passwords.
	 */
	private static final class Decrypter implements SettingsDecrypter {

		@Override
		public SettingsDecryptionResult decrypt(SettingsDecryptionRequest request) {
			Server server = request.getServers().get(0).clone();
			String password = server.getPassword();
			boolean broken = "{broken}".equals(password);
			if (password != null) {
				server.setPassword(password.replaceAll("[{}]", ""));
			}
			return new SettingsDecryptionResult() {

				@Override
				public Server getServer() {
					return server;
				}

				@Override
				public List<Server> getServers() {
					return List.of(server);
				}

				@Override
				public Proxy getProxy() {
					throw new UnsupportedOperationException();
				}

				@Override
				public List<Proxy> getProxies() {
					return List.of();
				}

				@Override
				public List<SettingsProblem> getProblems() {
					return broken ? List.of(new DefaultSettingsProblem("broken", SettingsProblem.Severity.ERROR,
							"server", -1, -1, null)) : List.of();
				}

			};
		}

	}

}
