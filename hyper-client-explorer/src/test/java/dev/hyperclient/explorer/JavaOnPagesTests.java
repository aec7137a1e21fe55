package dev.hyperclient.explorer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import dev.hyperclient.internal.generator.Generator;
import dev.hyperclient.internal.generator.GeneratorConfiguration;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.web.util.HtmlUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The Java on the pages compiles, with and without the classes that the generator writes
 * for the same description.
 */
@Tag("slow")
class JavaOnPagesTests {

	private static final Path LAUNCHPAD = Path.of("../../shared/data/launchpad-devel.wadl");

	private static final Pattern LINK = Pattern
		.compile("href=\"/hyper-client(/default/(?:type|resource|operation)\\?[^\"#]*)");

	private static final String HEAD = """
			package com.example;
			import dev.hyperclient.*;
			import dev.hyperclient.typed.*;
			import java.math.*;
			import java.net.URI;
			import java.nio.file.Path;
			import java.time.*;
			import java.util.*;
			@SuppressWarnings("unused")
			class %s {
			""";

	@Test
	void compilesOnAllPagesOfAService(@TempDir Path directory) throws IOException {
		try (FakeService service = Cookbooks.builder().start();
				RunningExplorer explorer = RunningExplorer.start(service, "hyper-client.explorer.writable=true",
						"hyper-client.collections.recipes.key-path=recipes/{key}",
						"hyper-client.collections.cookbooks.key-path=cookbooks/{key}")) {
			Path description = wadl(service, directory);
			Set<String> untyped = new LinkedHashSet<>();
			Set<String> typed = new LinkedHashSet<>();
			int pages = crawl(explorer, 150, untyped, typed);
			String invoked = explorer
				.get("/default/operation?invoke=1&name=best_recipe&p.like=recipes/3&url="
						+ RunningExplorer.encoded(service.baseUrl() + "cookbooks/Soups"))
				.body();
			collect(invoked, untyped, typed);
			assertThat(pages).isGreaterThan(50);
			assertThat(untyped).hasSizeGreaterThan(20)
				.anyMatch((code) -> code.contains("root.collection(\"recipes\").get(3)"))
				.contains("Entry recipe = root.collection(\"recipes\").get(\"...\");");
			assertThat(typed).hasSizeGreaterThan(15)
				.anyMatch((code) -> code.contains(".class_()"))
				.contains("Recipe recipe = root.recipes().get(\"...\");")
				.anyMatch((code) -> code
					.contains("bestRecipe(new Cookbook.BestRecipeOptions().like(root.recipes().get(3)))"));
			assertThat(problems(description, untyped, typed, directory)).isEmpty();
		}
	}

	/**
	 * As on Launchpad, whose people and projects have keys that lead to any of them, and
	 * whose people are declared to be teams.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "cook", "guild" })
	void compilesForEntriesWhoseKeysLeadToOtherCollectionsToo(String declared, @TempDir Path directory)
			throws IOException {
		try (FakeService model = FakeService.builder("pantry")
			.type("dish", "dishes",
					(dish) -> dish.text("title")
						.link("cook", "cook")
						.operation("variant_of",
								(variant) -> variant.link("cook", "cook", (cook) -> cook.required())
									.returnsEntry("dish")
									.answers((call) -> null)))
			.type("menu", "menus", (menu) -> menu.text("season"))
			.type("cook", "cooks", (cook) -> cook.text("display_name"))
			.type("guild", "guilds", (guild) -> guild.text("display_name").integer("seats"))
			.start();
				FakeService service = Cookbooks.described(model)
					.entry("broth", "dish", Map.of("title", "Broth", "cook", "~ann"))
					.entry("lent", "menu", Map.of("season", "spring"))
					.entry("~ann", "cook", Map.of("display_name", "Ann"))
					.entry("~bakers", "guild", Map.of("display_name", "Bakers", "seats", 12))
					.entry("guilds/7", "guild", Map.of("display_name", "Millers", "seats", 7))
					.start();
				RunningExplorer explorer = RunningExplorer.start(service, "hyper-client.explorer.writable=true",
						"hyper-client.collections.dishes.key-path={key}",
						"hyper-client.collections.menus.key-path={key}",
						"hyper-client.collections.cooks.key-path=~{key}",
						"hyper-client.collections.cooks.of=" + declared)) {
			Set<String> untyped = new LinkedHashSet<>();
			Set<String> typed = new LinkedHashSet<>();
			for (String path : List.of("broth", "lent", "~ann", "~bakers", "guilds/7", "menus")) {
				collect(explorer.get("/default/resource?url=" + RunningExplorer.encoded(service.baseUrl() + path))
					.body(), untyped, typed);
			}
			collect(explorer
				.get("/default/operation?invoke=1&name=variant_of&p.cook=~bakers&url="
						+ RunningExplorer.encoded(service.baseUrl() + "broth"))
				.body(), untyped, typed);
			assertThat(typed).anyMatch((code) -> code.startsWith("Dish dish = root.dishes().get(\"broth\");"))
				.anyMatch((code) -> code.startsWith("Menu menu = root.menus().get(\"lent\");"))
				.anyMatch((code) -> code.startsWith("Cook cook = root.cooks().get(\"ann\");"))
				.anyMatch((code) -> code.startsWith("Guild guild = new Guild(root.cooks().get(\"bakers\").entry());"))
				.anyMatch((code) -> code.startsWith("Guild guild = new Guild(root.root().load(\"guilds/7\""))
				.anyMatch((code) -> code.contains("variantOf(root.cooks().get(\"bakers\"))"));
			assertThat(untyped)
				.anyMatch((code) -> code.contains(".with(\"cook\", root.collection(\"cooks\").get(\"bakers\"))"));
			Path description = wadl(service, directory);
			assertThat(problems(description, untyped, typed, directory)).isEmpty();
		}
	}

	/** A small description of the same shape as that of Launchpad. */
	@Test
	void compilesForTypesAsThoseOfLaunchpad(@TempDir Path directory) throws IOException {
		assertThat(compiledForTypes(Path.of("../hyper-client-generator/src/test/resources",
				"dev/hyperclient/internal/generator/launchpad/launchpad.wadl"), directory))
			.isGreaterThan(10);
	}

	@Test
	void compilesForTypesOfLaunchpad(@TempDir Path directory) throws IOException {
		assumeTrue(Files.exists(LAUNCHPAD), "Launchpad's description is not in ../shared");
		assertThat(compiledForTypes(LAUNCHPAD, directory)).isGreaterThan(290);
	}

	private static int compiledForTypes(Path description, Path directory) throws IOException {
		try (FakeService service = FakeService.describedBy("launchpad", description).start();
				RunningExplorer explorer = RunningExplorer.start(service)) {
			Set<String> untyped = new LinkedHashSet<>();
			Set<String> typed = new LinkedHashSet<>();
			for (String type : List.of("service-root", "bug", "bugs", "bug_task", "person", "people", "team",
					"distribution", "git_repository", "specification", "build", "snap", "archive")) {
				String page = explorer.get("/default/type?id=" + type).body();
				if (!page.contains("The call failed")) {
					collect(page, untyped, typed);
				}
			}
			assertThat(problems(description, untyped, typed, directory)).isEmpty();
			return untyped.size() + typed.size();
		}
	}

	private static Path wadl(FakeService service, Path directory) throws IOException {
		Path description = directory.resolve("service.wadl");
		Files.copy(service.description(), description);
		return description;
	}

	/** Follow the links of pages. */
	private static int crawl(RunningExplorer explorer, int limit, Set<String> untyped, Set<String> typed) {
		Set<String> seen = new LinkedHashSet<>(Set.of("/default"));
		Deque<String> next = new ArrayDeque<>(seen);
		int pages = 0;
		while (!next.isEmpty() && pages < limit) {
			String page = explorer.get(next.remove()).body();
			pages++;
			collect(page, untyped, typed);
			LINK.matcher(page).results().map((match) -> HtmlUtils.htmlUnescape(match.group(1))).forEach((link) -> {
				if (seen.add(link)) {
					next.add(link);
				}
			});
		}
		return pages;
	}

	private static void collect(String page, Set<String> untyped, Set<String> typed) {
		for (String section : page.split("With <code>ServiceRoot root</code>")) {
			List<String> java = RunningExplorer.java(section);
			if (!java.isEmpty() && !section.startsWith("<!DOCTYPE")) {
				untyped.add(java.get(0));
				typed.addAll(java.subList(1, java.size()));
			}
		}
	}

	/** Return the errors of the compiler. */
	private static List<String> problems(Path description, Set<String> untyped, Set<String> typed, Path directory)
			throws IOException {
		Path sources = directory.resolve("sources");
		new Generator(
				GeneratorConfiguration.of(description, "com.example", sources).withRootName(ServiceModel.ROOT_CLASS))
			.run();
		Files.writeString(sources.resolve("com/example/Untyped.java"), source("Untyped", "ServiceRoot", untyped));
		Files.writeString(sources.resolve("com/example/Typed.java"), source("Typed", ServiceModel.ROOT_CLASS, typed));
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
		try (StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
				Stream<Path> paths = Files.walk(sources)) {
			List<Path> units = paths.filter((path) -> path.toString().endsWith(".java")).toList();
			compiler
				.getTask(null, files, diagnostics,
						List.of("-proc:none", "--release", "17", "-Xmaxerrs", "1000", "-d", directory.toString(),
								"-classpath", System.getProperty("java.class.path")),
						null, files.getJavaFileObjectsFromPaths(units))
				.call();
		}
		return diagnostics.getDiagnostics()
			.stream()
			.filter((diagnostic) -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
			.map(Object::toString)
			.toList();
	}

	private static String source(String name, String root, Set<String> snippets) {
		StringBuilder source = new StringBuilder(HEAD.formatted(name));
		List<String> all = new ArrayList<>(snippets);
		for (int i = 0; i < all.size(); i++) {
			source.append("void m%d(%s root) {\n%s\n}\n".formatted(i, root, all.get(i)));
		}
		return source.append("}\n").toString();
	}

}
