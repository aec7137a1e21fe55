package dev.hyperclient.docs;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.core.type.filter.RegexPatternTypeFilter;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules for all pages: relative links lead to files and headings that exist; each page is
 * reached from the README and, but for the list of all pages, has one place on the site
 * ({@code maintainers/site}); class names are names of classes of the project, of the
 * JDK, of the listed libraries, or of those whose private fields are read; the version of
 * the project stands once, in the properties of the first application, and everywhere
 * else comes from the BOM or from that property; {@code docs/reference/errors.md} lists
 * every public exception of the client with its superclass.
 */
class DocumentPagesTests {

	private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

	private static final Pattern CLASS_NAME = Pattern.compile("`(?:new )?([A-Z][a-z]+[A-Z]\\w*)(?:[.(<\\[][^`]*)?`");

	/** A class whose private field is read. */
	private static final Pattern FIELD_OWNER = Pattern.compile("\\b([A-Z]\\w+)(?=\\$|\")");

	private static final Set<String> LIBRARIES = Set.of("JdkClientHttpRequestFactory", "WebClient", "RestClient",
			"HttpClient", "ObservationPredicate", "ClientHttpConnectorBuilderCustomizer",
			"ClientHttpRequestFactoryBuilderCustomizer", "EndpointRequest", "SecurityFilterChain",
			"SecurityWebFilterChain", "UserDetailsService", "AuthorizedClientServiceOAuth2AuthorizedClientManager",
			"JsonMapper", "ObjectProvider", "CommandLineRunner", "RestTemplate", "RestTemplateBuilder", "RestClientSsl",
			"WebClientSsl", "ClientHttpRequestFactory", "ClientHttpRequestFactoryBuilder", "ClientHttpConnectorBuilder",
			"ClientHttpConnector", "ObservationFilter", "SimpleClientHttpRequestFactory",
			"BufferingClientHttpRequestFactory", "WebClientRequestException", "DataBufferUtils", "ReadPendingException",
			"HttpHeaders", "PathPattern", "DelegatingSecurityContextAsyncTaskExecutor", "MockRestServiceServer",
			"MockServerRestClientCustomizer", "RestTestClient", "MockMvc", "TestRestTemplate",
			"ResourceAccessException", "GitHubBuilder");

	/** Names of lists of values, which the generator writes as classes. */
	private static final Pattern LIST_OF_VALUES = Pattern.compile("\"([A-Z]\\w+)\": \"");

	/** Generated classes that compiled examples use. */
	private static final Pattern GENERATED = Pattern.compile("import com\\.example\\.launchpad\\.(\\w+);");

	/** Pages with names of other languages, of other libraries or of the past. */
	private static final Set<String> EXCLUDED = Set.of("python-parity.md", "migrating.md", "properties.md",
			"CHANGELOG.md");

	private static final Pattern PROPERTY = Pattern.compile("<hyper-client\\.version>(.*?)</hyper-client\\.version>");

	private static final Pattern ARTIFACT_WITH_VERSION = Pattern
		.compile("<groupId>dev\\.hyperclient</groupId>\\s*<artifactId>[a-z-]+</artifactId>\\s*<version>(.*?)</version>"
				+ "|dev\\.hyperclient:[a-z-]+:(\\d[^:'\"`]*)");

	private static final Pattern BOOT = Pattern
		.compile("<artifactId>spring-boot-starter-parent</artifactId>\\s*<version>(.*?)</version>");

	private static final Pattern BOOT_OF_PROJECT = Pattern
		.compile("<spring-boot\\.version>(.*?)</spring-boot\\.version>");

	private static final Path CONFIGURATION = Documents.PROJECT.resolve("maintainers/site-config");

	private static final Pattern ROW_OF_ERROR = Pattern.compile("\\| `(\\w+)` \\| `([\\w.]+)` \\| .+ \\|");

	private static final Pattern NO_CLIENT = Pattern.compile(
			"dev\\.hyperclient\\.(cookbook|testservice|docs|generator|internal|autoconfigure\\.internal)\\..*|.*\\$.*");

	@Test
	void relativeLinksLeadToFilesAndHeadings() throws IOException {
		List<String> broken = new ArrayList<>();
		for (Path document : Documents.all()) {
			for (MatchResult link : LINK.matcher(Documents.text(document)).results().toList()) {
				if (!link.group(1).matches("[a-z]+:.*") && !exists(document, link.group(1))) {
					broken.add(Documents.PROJECT.relativize(document) + ": " + link.group(1));
				}
			}
		}
		assertThat(broken).isEmpty();
	}

	@Test
	void everyDocumentIsReachedFromTheReadme() throws IOException {
		Set<Path> reached = new HashSet<>();
		follow(Documents.PROJECT.resolve("README.md"), reached);
		assertThat(reached).containsAll(Documents.all());
	}

	@Test
	void classNamesExist() throws IOException {
		Set<String> known = sources();
		List<String> unknown = new ArrayList<>();
		for (Path document : Documents.all()) {
			if (EXCLUDED.contains(document.getFileName().toString())) {
				continue;
			}
			for (MatchResult match : CLASS_NAME.matcher(Documents.text(document)).results().toList()) {
				if (!known.contains(match.group(1)) && !isInJdk(match.group(1))) {
					unknown.add(Documents.PROJECT.relativize(document) + ": " + match.group(1));
				}
			}
		}
		assertThat(unknown).isEmpty();
	}

	/** With another one, readers would download two versions of Spring Boot. */
	@Test
	void pomsHaveTheVersionOfSpringBootOfTheProject() throws IOException {
		assertThat(versions(BOOT)).hasSizeGreaterThan(1)
			.containsOnly(BOOT_OF_PROJECT.matcher(Files.readString(Documents.PROJECT.resolve("pom.xml")))
				.results()
				.findFirst()
				.orElseThrow()
				.group(1));
	}

	@Test
	void propertyHasTheVersionOfTheProject() throws IOException {
		assertThat(versions(PROPERTY)).as("Versions in the documents; maintainers/set-version sets them")
			.isNotEmpty()
			.containsOnly(System.getProperty("expected-version"));
	}

	@Test
	void artifactsHaveNoOtherVersionThanTheProperty() throws IOException {
		for (Path document : Documents.all()) {
			assertThat(ARTIFACT_WITH_VERSION.matcher(Files.readString(document))
				.results()
				.map((artifact) -> (artifact.group(1) != null) ? artifact.group(1) : artifact.group(2))
				.filter((version) -> !version.equals("${hyper-client.version}")))
				.as("%s: versions in place of ${hyper-client.version}", document)
				.isEmpty();
		}
	}

	@Test
	void everyPageIsInExactlyOneGroup() throws IOException {
		List<String> listed = new ArrayList<>();
		for (JsonNode group : readSite("groups.json")) {
			addPages(group, listed);
		}
		assertThat(listed).doesNotHaveDuplicates()
			.containsExactlyInAnyOrderElementsOf(Documents.all()
				.stream()
				.map((page) -> Documents.PROJECT.relativize(page).toString())
				.filter((page) -> page.startsWith("docs/") && !page.equals("docs/README.md"))
				.toList());
	}

	@Test
	void lockFileNamesNoRegistryAndIsComplete() throws IOException {
		JsonNode packages = readSite("package-lock.json").path("packages");
		assertThat(packages.size()).isGreaterThan(1);
		List<String> platforms = new ArrayList<>();
		packages.forEachEntry((name, content) -> {
			assertThat(content.has("resolved")).as(name).isFalse();
			if (!name.isEmpty()) {
				assertThat(content.path("integrity").asString()).as(name).startsWith("sha512-");
			}
			content.path("optionalDependencies")
				.propertyNames()
				.forEach((dependency) -> platforms.add("node_modules/" + dependency));
		});
		// "npm ci" fails for a lock file without the packages of the other platforms.
		assertThat(packages.propertyNames()).containsAll(platforms);
	}

	@Test
	void errorsPageListsEveryPublicExceptionWithItsParent() throws IOException {
		Map<String, String> listed = new TreeMap<>();
		for (String line : Documents.lines(Documents.PROJECT.resolve("docs/reference/errors.md"))) {
			Matcher row = ROW_OF_ERROR.matcher(line);
			if (row.matches()) {
				listed.put(row.group(1), ClassUtils.getShortName(row.group(2)));
			}
		}
		assertThat(listed).isEqualTo(exceptions());
	}

	private static void follow(Path document, Set<Path> reached) throws IOException {
		if (!document.toString().endsWith(".md") || !Files.exists(document) || !reached.add(document)) {
			return;
		}
		for (MatchResult link : LINK.matcher(Documents.text(document)).results().toList()) {
			if (!link.group(1).matches("[a-z]+:.*|#.*")) {
				follow(target(document, link.group(1)), reached);
			}
		}
	}

	private static boolean exists(Path document, String link) throws IOException {
		Path target = link.startsWith("#") ? document : target(document, link);
		if (!Files.exists(target)) {
			return false;
		}
		int anchor = link.indexOf('#');
		return anchor < 0 || anchors(target).contains(link.substring(anchor + 1));
	}

	private static Path target(Path document, String link) {
		return document.resolveSibling(link.split("#")[0]).normalize();
	}

	/** As GitHub makes them out of headings. */
	private static List<String> anchors(Path document) throws IOException {
		return Documents.lines(document)
			.stream()
			.filter((line) -> line.startsWith("#"))
			.map((line) -> line.replaceFirst("^#+ ", "")
				.toLowerCase(Locale.ROOT)
				.replaceAll("[^a-z0-9 _-]", "")
				.replace(' ', '-'))
			.toList();
	}

	private static Set<String> sources() throws IOException {
		Set<String> names = new HashSet<>(LIBRARIES);
		names.add("CookbookRoot");
		Path preset = Documents.PROJECT
			.resolve("hyper-client-generator/src/main/resources/dev/hyperclient/internal/generator/launchpad.json");
		LIST_OF_VALUES.matcher(Documents.text(preset)).results().forEach((match) -> names.add(match.group(1)));
		Path fields = Documents.PROJECT
			.resolve("hyper-client-http-cache/src/main/java/dev/hyperclient/internal/transport/PrivateField.java");
		FIELD_OWNER.matcher(Documents.text(fields)).results().forEach((match) -> names.add(match.group(1)));
		for (String code : List.of("PackageSnippetsTests.java", "TaskSnippetsTests.java")) {
			GENERATED.matcher(Documents.text(GeneratedLaunchpad.RESOURCES.resolve("launchpad").resolve(code)))
				.results()
				.forEach((match) -> names.add(match.group(1)));
		}
		try (Stream<Path> modules = Files.list(Documents.PROJECT)) {
			for (Path sources : modules.map((module) -> module.resolve("src")).filter(Files::isDirectory).toList()) {
				try (Stream<Path> files = Files.walk(sources)) {
					files.map((file) -> file.getFileName().toString())
						.filter((name) -> name.endsWith(".java"))
						.forEach((name) -> names.add(name.replace(".java", "")));
				}
			}
		}
		return names;
	}

	private static boolean isInJdk(String name) {
		return Stream.of("java.lang.", "java.util.", "java.io.", "java.net.", "java.time.", "java.time.format.")
			.anyMatch((prefix) -> ClassUtils.isPresent(prefix + name, null));
	}

	private static List<String> versions(Pattern pattern) throws IOException {
		List<String> found = new ArrayList<>();
		for (Path document : Documents.all()) {
			pattern.matcher(Files.readString(document)).results().forEach((version) -> found.add(version.group(1)));
		}
		return found;
	}

	private static JsonNode readSite(String name) throws IOException {
		return JsonMapper.shared().readTree(Files.readString(CONFIGURATION.resolve(name)));
	}

	/** A group is a list of pages, or lists of pages by the titles of sections. */
	private static void addPages(JsonNode group, List<String> pages) {
		for (JsonNode content : group) {
			if (content.isArray()) {
				addPages(content, pages);
			}
			else {
				pages.add(content.asString());
			}
		}
	}

	private static Map<String, String> exceptions() {
		ClassPathScanningCandidateComponentProvider scanner = new ClassPathScanningCandidateComponentProvider(false);
		scanner.addIncludeFilter(new AssignableTypeFilter(Exception.class));
		scanner.addExcludeFilter(new RegexPatternTypeFilter(NO_CLIENT));
		Map<String, String> exceptions = new TreeMap<>();
		for (BeanDefinition candidate : scanner.findCandidateComponents("dev.hyperclient")) {
			Class<?> type = ClassUtils.resolveClassName(String.valueOf(candidate.getBeanClassName()), null);
			if (Modifier.isPublic(type.getModifiers())) {
				exceptions.put(type.getSimpleName(), type.getSuperclass().getSimpleName());
			}
		}
		return exceptions;
	}

}
