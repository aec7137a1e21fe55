package dev.hyperclient.maven;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.internal.generator.DescriptionFetcher;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Uses the plugin in a build of Maven, in a project of its own.
 */
@Tag("slow")
class NestedBuildTests {

	private static final String APPLICATION = """
			package com.example;

			import java.nio.file.Files;
			import java.nio.file.Path;

			import com.example.kitchen.Dish;
			import com.example.kitchen.Kitchen;
			import dev.hyperclient.ServiceRoot;

			public class Application {

				public static void main(String[] arguments) throws Exception {
					try (ServiceRoot root = ServiceRoot.builder().serviceRoot(arguments[0]).build()) {
						Dish dish = new Kitchen(root).dishes().stream().findFirst().orElseThrow();
						String name = dish.name();
						Files.writeString(Path.of(arguments[1]), name);
					}
				}

			}
			""";

	private static final String POM = """
			<project xmlns="http://maven.apache.org/POM/4.0.0">
			  <modelVersion>4.0.0</modelVersion>
			  <groupId>com.example</groupId>
			  <artifactId>kitchen-client</artifactId>
			  <version>1</version>
			  <properties>
			    <maven.compiler.release>17</maven.compiler.release>
			    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
			  </properties>
			  <dependencies>
			    <dependency>
			      <groupId>dev.hyperclient</groupId>
			      <artifactId>hyper-client-core</artifactId>
			      <version>@version@</version>
			    </dependency>
			  </dependencies>
			  <build>
			    <plugins>
			      <plugin>
			        <groupId>dev.hyperclient</groupId>
			        <artifactId>hyper-client-maven-plugin</artifactId>
			        <version>@version@</version>
			        <configuration>
			          <description>src/main/wadl/kitchen.wadl</description>
			          <overlay>src/main/wadl/overlay.json</overlay>
			          <recording>src/test/recording</recording>
			          <packageName>com.example.kitchen</packageName>
			          <includes>
			            <include>dish</include>
			          </includes>
			        </configuration>
			        <executions>
			          <execution>
			            <goals>
			              <goal>generate</goal>
			            </goals>
			          </execution>
			        </executions>
			      </plugin>
			      <plugin>
			        <artifactId>maven-resources-plugin</artifactId>
			        <version>@maven-resources-plugin@</version>
			      </plugin>
			      <plugin>
			        <artifactId>maven-compiler-plugin</artifactId>
			        <version>@maven-compiler-plugin@</version>
			      </plugin>
			    </plugins>
			  </build>
			</project>
			""";

	@TempDir
	Path directory;

	private Path project() {
		return this.directory.resolve("project");
	}

	private void write(String name, String content) throws IOException {
		Path file = project().resolve(name);
		Files.createDirectories(file.getParent());
		Files.writeString(file, content);
	}

	private static String pom() throws IOException {
		String parent = Files.readString(Path.of("../pom.xml"));
		String pom = POM.replace("@version@", System.getProperty("expected-version"));
		for (String plugin : List.of("maven-resources-plugin", "maven-compiler-plugin")) {
			Matcher managed = Pattern.compile("<artifactId>" + plugin + "</artifactId>\\s*<version>(.*?)</version>")
				.matcher(parent);
			assertThat(managed.find()).isTrue();
			pom = pom.replace("@" + plugin + "@", managed.group(1));
		}
		return pom;
	}

	private static Path maven() {
		Path maven = Path.of(System.getProperty("maven-home", ""), "bin", "mvn");
		assumeTrue(Files.isExecutable(maven), "There is no Maven to start at " + maven);
		return maven;
	}

	private String build(Path maven, ReactorRepository repository, String... goals)
			throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of(maven.toString(), "-B", "-ntp",
				"-Dmaven.repo.local=" + repository.root(), "-f", project().resolve("pom.xml").toString()));
		// On a fresh machine, this build may need a plugin's dependency that no other
		// does.
		if (System.getProperty("maven-mode", "").equals("offline=true")) {
			command.add("-o");
		}
		command.addAll(List.of(goals));
		Path output = this.directory.resolve("output.txt");
		ProcessBuilder builder = new ProcessBuilder(command).directory(project().toFile())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile());
		builder.environment().keySet().removeIf((name) -> name.startsWith("MAVEN_"));
		builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
		Process process = builder.start();
		try {
			assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("The build ends").isTrue();
		}
		finally {
			process.destroyForcibly();
		}
		return Files.readString(output);
	}

	private static boolean isOffline() {
		return System.getProperty("maven-mode", "").equals("offline=true");
	}

	@Test
	void projectIsGeneratedCompiledRunAndVerified() throws Exception {
		Path maven = maven();
		write("pom.xml", pom());
		write("src/main/java/com/example/Application.java", APPLICATION);
		write("src/main/wadl/overlay.json",
				"{ \"types\": { \"dish\": { \"attributes\": { \"name\": { \"type\": \"text\", \"required\": true } } } } }");
		write("src/test/recording/dish.json",
				"{ \"url\": \"dishes/1\", \"body\": { \"resource_type_link\": \"http://localhost/1.0/#dish\", \"name\": 7 } }");
		try (ReactorRepository repository = new ReactorRepository(this.directory.resolve("repository"),
				Path.of(System.getProperty("local-repository")), System.getProperty("expected-version"));
				FakeService service = FakeService.builder("kitchen")
					.type("dish", "dishes", (dish) -> dish.text("name").entry(Map.of("name", "Baked beans")))
					.start()) {
			new DescriptionFetcher(service.baseUrl(), project().resolve("src/main/wadl/kitchen.wadl")).run();

			// Maven runs no goal that needs a network while it is offline.
			String fetch = isOffline() ? "hyper-client:help" : "hyper-client:fetch";
			String output = build(maven, repository, fetch, "compile", "hyper-client:verify",
					"-Dhyperclient.url=" + service.baseUrl(), "-Dhyperclient.failOnContradiction");
			assertThat(output).contains("BUILD FAILURE")
				.contains("1 contradictions between the generated types and the recorded representations")
				.contains(isOffline() ? "This plugin has 5 goals" : "resource types is up to date")
				.contains(" written, 0 deleted")
				.contains("[WARNING] " + project().resolve("src/main/wadl/overlay.json").toRealPath()
						+ ":1: 'name' of 'dish' is text, but recorded as integer in dish.json");
			assertThat(run(service)).isEqualTo("Baked beans");
		}
	}

	private String run(FakeService service) throws Exception {
		Path result = this.directory.resolve("result.txt");
		URL classes = project().resolve("target/classes").toUri().toURL();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { classes }, getClass().getClassLoader())) {
			loader.loadClass("com.example.Application")
				.getMethod("main", String[].class)
				.invoke(null, (Object) new String[] { service.baseUrl().toString(), result.toString() });
		}
		return Files.readString(result);
	}

}
