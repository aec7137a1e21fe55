import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks a release: see maintainers/check-release.
 */
class CheckRelease {

	private static final String MINIMUM = "4.1.0";

	/** Not tried where it, or the version of a library that it needs, cannot be downloaded. */
	private static final String NEWER = "4.1.2";

	/** Where the Netty of the newer Spring Boot cannot be downloaded. Its Reactor Netty, 1.3.8, does not run with 4.2.17. */
	private static final String OLDER_NETTY = "4.2.18.Final";

	private static final String NEWER_FRAMEWORK = "7.0.10";

	/** The milestone of the next line. Its starters cannot be downloaded. */
	private static final String NEXT = "4.2.0-M1";

	/** Used if the modules of the next line cannot be downloaded. */
	private static final String OLDER_REACTOR = "2025.0.7";

	private static final String OLDER_MICROMETER = "1.17.1";

	/** Not built, which needs less time. */
	private static final String NOT_PUBLISHED = "!kotlin-tests,!sample-app,!integration-tests";

	private static final Pattern UNRESOLVED = Pattern
		.compile("Could not (find artifact|transfer artifact|resolve dependencies)|Non-resolvable");

	/** Downloads that another attempt can mend. */
	private static final Pattern INTERRUPTED = Pattern.compile("Could not transfer artifact|\\.part \\(No such file");

	private static final Pattern DAMAGED = Pattern.compile("error in opening zip file|zip END header not found|"
			+ "invalid (LOC|CEN) header|Unexpected end of ZLIB|Non-parseable POM|error reading .*\\.jar");

	/** Of an application, on a machine that starts Maven within a second. */
	private static final Duration LIMIT = Duration.ofMinutes(2);

	private final Path project = Path.of("").toAbsolutePath();

	private final Path work = this.project.resolve("target/check-release");

	private final Path repository = this.work.resolve("repository");

	/** The same for each part, whatever is committed in the meantime. */
	private final String commit = output("git", "rev-parse", "HEAD").strip();

	private final String builtWith = first(Path.of("pom.xml"), "<spring-boot.version>(.*)</spring-boot.version>");

	private final String java25 = Stream.of("JAVA_HOME_25_X64", "JAVA_HOME_25")
		.map(System.getenv()::get)
		.filter((home) -> home != null && !home.isEmpty())
		.findFirst()
		.filter((home) -> Files.isExecutable(Path.of(home, "bin", "java")))
		.orElse(null);

	private final boolean isPublished;

	private final String version;

	/** The repository of the modules; {@code null} for Maven Central. */
	private String repositoryUrl;

	/** The modules in the layout of a repository; {@code null} if there are none. */
	private Path modules;

	private final List<String> failures = new ArrayList<>();

	private final List<String> rows = new ArrayList<>();

	CheckRelease(List<String> arguments) throws Exception {
		this.isPublished = !arguments.isEmpty();
		this.version = this.isPublished ? arguments.get(1)
				: first(Path.of("pom.xml"), "(?m)^  <version>([^<-]*)");
		this.repositoryUrl = (arguments.size() > 2) ? arguments.get(2) : null;
	}

	public static void main(String[] arguments) throws Exception {
		boolean isValid = arguments.length == 0
				|| (arguments[0].equals("--published") && arguments.length >= 2 && arguments.length <= 3);
		if (!isValid) {
			System.err.println("Usage: maintainers/check-release [--published VERSION [URL]]");
			System.exit(2);
		}
		System.exit(new CheckRelease(List.of(arguments)).run() ? 0 : 1);
	}

	private boolean run() throws Exception {
		if (!output("git", "status", "--porcelain", "--untracked-files=no").isEmpty()) {
			System.err.println("Changes that are not committed are not checked.");
		}
		if (!output("mvn", "-version").contains("Java version: 17")) {
			System.err.println("Run this with Java 17: JAVA_HOME");
			System.exit(2);
		}
		clean();
		if (this.isPublished) {
			download();
		}
		else {
			buildTwice();
		}
		if (this.modules != null) {
			check("Maven Central's list");
			if (run(this.project, Map.of(), null, javaOfThis(), "maintainers/CheckCentral.java", this.modules.toString(),
					this.version) != 0) {
				fail("Maven Central's list: the errors are above");
			}
			for (String springBoot : List.of(MINIMUM, this.builtWith, NEWER)) {
				runConsumers(springBoot, "17", null);
			}
			runConsumers(this.builtWith, "25", null);
			if (!this.isPublished) {
				testPrivateFields(this.builtWith, "");
				testPrivateFields(MINIMUM, "");
				testPrivateFields(NEWER, ", Netty " + OLDER_NETTY, "io.netty:netty-bom:" + OLDER_NETTY);
				testPrivateFields(this.builtWith, ", Spring Framework " + NEWER_FRAMEWORK,
						"org.springframework:spring-framework-bom:" + NEWER_FRAMEWORK);
				testPrivateFields(NEXT, ", Reactor " + OLDER_REACTOR + ", Micrometer " + OLDER_MICROMETER,
						"io.projectreactor:reactor-bom:" + OLDER_REACTOR,
						"io.micrometer:micrometer-bom:" + OLDER_MICROMETER);
			}
		}
		return report();
	}

	/** Keeps the repository, for the next run, but not the modules in it. */
	private void clean() throws IOException {
		Files.createDirectories(this.work);
		try (Stream<Path> files = Files.list(this.work)) {
			for (Path file : files.toList()) {
				boolean isKept = file.equals(this.repository)
						|| (this.isPublished && file.getFileName().toString().equals("sbom.json"));
				if (!isKept) {
					delete(file);
				}
			}
		}
		delete(this.repository.resolve("dev/hyperclient"));
	}

	private void buildTwice() throws Exception {
		check("Building " + this.version);
		if (!build("first", Map.of("TZ", "UTC", "LC_ALL", "C"))) {
			return;
		}
		this.modules = this.work.resolve("first/target/published");
		this.repositoryUrl = "file://" + this.modules;
		check("Building it again in another folder, time zone and language");
		if (!build("second", Map.of("TZ", "Asia/Kolkata", "MAVEN_OPTS", "-Duser.language=tr -Duser.country=TR"))) {
			return;
		}
		Set<String> differences = differences(this.modules, this.work.resolve("second/target/published"));
		if (!differences.isEmpty()) {
			fail("the builds in " + name(this.work) + "/first and /second differ: " + String.join(", ", differences));
		}
		Path sbom = this.work.resolve("first/target/bom.json");
		if (Files.mismatch(sbom, this.work.resolve("second/target/bom.json")) != -1) {
			fail("the SBOMs differ: target/bom.json in " + name(this.work) + "/first and /second");
		}
		Files.copy(sbom, this.work.resolve("sbom.json"));
		System.out.printf("SBOM: target/check-release/sbom.json, %d components%n",
				Files.readString(sbom).split("\"purl\"", -1).length - 1);
	}

	/** Builds the modules for Maven Central, into a folder with the layout of a repository. */
	private boolean build(String name, Map<String, String> environment) throws Exception {
		Path folder = export(name);
		run(folder, Map.of(), this.work.resolve(name + "-version.log"), "maintainers/set-version", this.version);
		Path log = this.work.resolve(name + ".log");
		boolean isBuilt = maven(folder, environment, log, "-Prelease", "-Dmaven.test.skip", "-pl", NOT_PUBLISHED,
				"-DaltDeploymentRepository=folder::file://" + folder.resolve("target/published"), "package",
				"org.apache.maven.plugins:maven-deploy-plugin:deploy",
				"org.cyclonedx:cyclonedx-maven-plugin:2.9.3:makeAggregateBom", "-DoutputFormat=json");
		if (!isBuilt) {
			fail("the " + name + " build: " + reason(log));
		}
		return isBuilt;
	}

	/** Returns the names of files that are not the same in both folders. */
	private static Set<String> differences(Path first, Path second) throws IOException {
		Set<String> differences = new TreeSet<>();
		for (String file : Stream.concat(files(first), files(second)).collect(Collectors.toSet())) {
			boolean isSame = Files.exists(first.resolve(file)) && Files.exists(second.resolve(file))
					&& Files.mismatch(first.resolve(file), second.resolve(file)) == -1;
			if (!isSame) {
				differences.add(file);
			}
		}
		return differences;
	}

	/** The metadata has the time of the deployment; Maven Central writes its own. */
	private static Stream<String> files(Path folder) throws IOException {
		try (Stream<Path> files = Files.walk(folder)) {
			return files.filter(Files::isRegularFile)
				.map((file) -> folder.relativize(file).toString())
				.filter((file) -> !file.matches(".*/maven-metadata[^/]*|.*\\.(md5|sha1)"))
				.toList()
				.stream();
		}
	}

	private void download() throws Exception {
		check("Downloading " + this.version);
		Path published = this.work.resolve("published");
		StringBuilder items = new StringBuilder();
		List<String> artifacts = new ArrayList<>(List.of("hyper-client-bom"));
		artifacts.addAll(all(Path.of("hyper-client-bom/pom.xml"), "<artifactId>(hyper-client-[a-z-]*)</artifactId>"));
		for (String artifact : new TreeSet<>(artifacts)) {
			List<String> files = artifact.equals("hyper-client-bom") ? List.of("pom")
					: List.of("pom", "jar", "sources", "javadoc");
			for (String file : files) {
				// The file and its signature.
				for (String signature : List.of("", ".asc")) {
					boolean isClassifier = !List.of("pom", "jar").contains(file);
					items.append("""
							<artifactItem><groupId>dev.hyperclient</groupId><artifactId>%s</artifactId>
							<version>%s</version>%s<type>%s</type><outputDirectory>%s</outputDirectory></artifactItem>
							""".formatted(artifact, this.version,
							isClassifier ? "<classifier>" + file + "</classifier>" : "",
							(isClassifier ? "jar" : file) + signature,
							published.resolve(Path.of("dev/hyperclient", artifact, this.version))));
				}
			}
		}
		// A folder of its own for arguments of Maven, without those for the build of the project.
		Path folder = Files.createDirectories(this.work.resolve("download/.mvn")).getParent();
		Files.writeString(folder.resolve("pom.xml"), """
				<project xmlns="http://maven.apache.org/POM/4.0.0">
				<modelVersion>4.0.0</modelVersion>
				<groupId>com.example</groupId><artifactId>download</artifactId><version>1</version><packaging>pom</packaging>
				%s
				<build><plugins><plugin><artifactId>maven-dependency-plugin</artifactId><version>3.10.0</version>
				<configuration><artifactItems>%s</artifactItems></configuration></plugin></plugins></build>
				</project>
				""".formatted((this.repositoryUrl == null) ? "" : "<repositories><repository><id>release</id><url>"
				+ this.repositoryUrl + "</url></repository></repositories>", items));
		Path log = this.work.resolve("download.log");
		if (maven(folder, Map.of(), log, "dependency:copy")) {
			this.modules = published;
		}
		else {
			fail("the download: " + reason(log));
		}
	}

	/** Runs the applications in maintainers/consumers. */
	private void runConsumers(String springBoot, String java, String netty) throws Exception {
		String label = springBoot + ((netty != null) ? ", Netty " + netty : "");
		check("Applications with Spring Boot " + label + " and Java " + java);
		if (java.equals("25") && this.java25 == null) {
			this.rows.add("all | " + springBoot + " | " + java + " | not tried: JAVA_HOME_25_X64 names no JDK");
			return;
		}
		String name = "consumers-" + springBoot + "-" + java + ((netty != null) ? "-netty" : "");
		Path folder = export(name, "maintainers/consumers", "sample-app/src/main/hyper-client")
			.resolve("maintainers/consumers");
		// Not the arguments for the build of the project.
		Files.createDirectories(folder.resolve(".mvn"));
		int factor = timeFactor();
		List<String> arguments = new ArrayList<>(List.of("-T2", "--fail-at-end", "-Dhyper-client.version=" + this.version,
				"-Dspring-boot.version=" + springBoot, "-Dtime-factor=" + factor,
				"-Dtime-limit=" + LIMIT.multipliedBy(factor).toMillis(), "verify"));
		if (this.repositoryUrl != null) {
			arguments.add("-Drelease-repository=" + this.repositoryUrl);
		}
		if (netty != null) {
			arguments.add("-Dnetty.version=" + netty);
		}
		Path log = this.work.resolve(name + ".log");
		maven(folder, java.equals("17") ? Map.of() : Map.of("JAVA_HOME", this.java25), log,
				arguments.toArray(String[]::new));
		String printed = Files.readString(log);
		if (springBoot.equals(NEWER) && UNRESOLVED.matcher(printed).find()) {
			if (netty == null) {
				runConsumers(springBoot, java, OLDER_NETTY);
			}
			else {
				this.rows.add("all | " + springBoot + " | " + java
						+ " | not tried: a library that it needs could not be downloaded");
			}
			return;
		}
		for (String consumer : all(Path.of("maintainers/consumers/pom.xml"), "<module>(.*)</module>")) {
			String seen = seen(printed, consumer + " | " + springBoot + " | " + java + " | ");
			boolean failed = Pattern.compile("(?m)^\\[INFO\\] " + consumer + " \\.+ (FAILURE|SKIPPED)")
				.matcher(printed)
				.find();
			if (seen == null || failed) {
				fail("the application " + consumer + " with Spring Boot " + label + " and Java " + java + ": "
						+ reason(log, consumer));
				seen = "**failed**";
			}
			this.rows.add(consumer + " | " + label + " | " + java + " | " + seen);
		}
	}

	private static String seen(String printed, String prefix) {
		List<String> lines = printed.lines()
			.filter((line) -> line.startsWith("SAW | " + prefix) || line.startsWith("NOT TRIED | " + prefix))
			.map((line) -> line.replace("SAW | " + prefix, "").replace("NOT TRIED | " + prefix, "not tried: "))
			.toList();
		return lines.isEmpty() ? null : String.join("; ", lines);
	}

	/** Runs the tests of the private fields of other libraries that the cache reads. */
	private void testPrivateFields(String springBoot, String others, String... boms) throws Exception {
		String label = springBoot + others;
		check("Private fields with Spring Boot " + label);
		// Again over the files of the last run, which has changed the pom.xml. The classes stay, and are not compiled again.
		Path folder = export("private-fields");
		for (String bom : boms) {
			String[] coordinates = bom.split(":");
			Path pom = folder.resolve("pom.xml");
			// The first version of a library wins.
			Files.writeString(pom, Files.readString(pom)
				.replaceFirst("<dependencies>", "<dependencies><dependency><groupId>%s</groupId><artifactId>%s</artifactId>"
					.formatted(coordinates[0], coordinates[1]) + "<version>%s</version><type>pom</type><scope>import</scope>"
						.formatted(coordinates[2]) + "</dependency>"));
		}
		Path log = this.work.resolve("private-fields-" + label.replaceAll("[ ,]+", "-") + ".log");
		boolean passed = maven(folder, Map.of(), log, "-T1", "-pl", "hyper-client-http-cache", "-am",
				"-Dspring-boot.version=" + springBoot, "-DforkCount=1",
				"-Dmaven.compiler.useIncrementalCompilation=false",
				"-Dtest=TransportTests#fieldExists,UnreadableClientTests",
				"-Dsurefire.failIfNoSpecifiedTests=false", "test");
		int tests = all(log, "Tests run: ([0-9]+), Failures: 0, Errors: 0, Skipped: 0\\s*$").stream()
			.mapToInt(Integer::parseInt)
			.max()
			.orElse(0);
		String result = tests + " tests, each field exists";
		if (!passed || tests == 0) {
			boolean mayBeMissing = boms.length > 0;
			if (mayBeMissing && UNRESOLVED.matcher(Files.readString(log)).find()) {
				result = "not tried: a library that it needs could not be downloaded";
			}
			else {
				result = "**failed**";
				fail("the private fields with " + label + ": " + reason(log));
			}
		}
		this.rows.add("private fields | " + label + " | 17 | " + result);
	}

	private boolean report() throws IOException {
		Path report = this.work.resolve("tested-versions.md");
		if (!this.rows.isEmpty()) {
			Files.writeString(report, testedVersions());
		}
		if (!this.failures.isEmpty()) {
			this.failures.forEach((failure) -> System.err.println("FAILED: " + failure));
			if (!this.rows.isEmpty()) {
				System.err.println("Results: " + name(report));
			}
			return false;
		}
		this.rows.stream().filter((row) -> row.contains("not tried")).forEach(System.err::println);
		check("Everything that was tried passed");
		// Of a version that is to be published, or is published, but not of the content of any folder.
		if (!this.isPublished || this.repositoryUrl == null) {
			Files.writeString(Path.of("docs/reference/tested-versions.md"), Files.readString(report));
		}
		return true;
	}

	private String testedVersions() {
		return """
				# Tested versions

				`maintainers/check-release` writes this page ([Releases](../maintainers/release.md)). Last run: %s, %s. Supported versions
				are in [Compatibility](../maintainers/compatibility.md#versions-of-spring-boot-and-java).

				Each application is a separate project in `maintainers/consumers`. It takes the modules from a repository with
				the BOM, is packaged as an executable jar, runs, and prints its result. Any other result fails the check.

				| Application | Spring Boot | Java | Result |
				|---|---|---|---|
				%s
				| all | with Gradle | - | not tested |
				| all | as native images | - | not tested |

				| Application | Uses |
				|---|---|
				| services | The starter, Spring MVC, the actuator. It reads an entry twice and changes it. Status of the requests, then of two pages of the actuator |
				| without-actuator, without-micrometer | The same application without Actuator, and without Micrometer |
				| cache | The starter of the cache, with `RestClient`. Status of the requests that each of two calls sends |
				| redis | The starter of the cache with Redis: two applications, one after the other |
				| tests | `@HyperClientTest` with `hyper-client-test` |
				| typed | The client that the Maven plugin generates from the description of [the sample](../guide/sample.md) |
				| kotlin | `hyper-client-kotlin`: a property, and a data class |
				| reactive | Spring WebFlux: the starter, and a cached `WebClient` |
				| private fields | The tests of the cache for [fields of Spring and of HTTP clients](http-cache.md) that it reads. Without such a field, nothing is stored |
				"""
			.formatted(LocalDate.now(ZoneOffset.UTC),
					this.isPublished ? "version " + this.version + " as it is published"
							: "version " + this.version + ", built from commit " + this.commit.substring(0, 8),
					this.rows.stream().map((row) -> "| " + row + " |").collect(Collectors.joining("\n")));
	}

	/** Returns how many times longer than a second it takes to start Maven, at least 1: for limits of time. */
	private static int timeFactor() throws Exception {
		long start = System.nanoTime();
		output("mvn", "-version");
		return 1 + (int) Duration.ofNanos(System.nanoTime() - start).toSeconds();
	}

	/** Runs Maven, and once more, with one thread, if a download was interrupted or is damaged. */
	private boolean maven(Path folder, Map<String, String> environment, Path log, String... arguments)
			throws Exception {
		// Without a daemon of the Kotlin compiler, which would stay.
		List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-Dstyle.color=never",
				"-Dkotlin.compiler.daemon=false", "-Dmaven.repo.local=" + this.repository));
		command.addAll(List.of(arguments));
		if (run(folder, environment, log, command.toArray(String[]::new)) == 0) {
			return true;
		}
		String printed = Files.readString(log);
		if (!INTERRUPTED.matcher(printed).find() && !DAMAGED.matcher(printed).find()) {
			return false;
		}
		check("Once more, because of a download: " + name(log));
		deleteDamaged(printed);
		command.removeIf((argument) -> argument.matches("-T\\d"));
		command.add("-T1");
		return run(folder, environment, log, command.toArray(String[]::new)) == 0;
	}

	private void deleteDamaged(String printed) throws IOException {
		Pattern file = Pattern.compile(Pattern.quote(this.repository.toString()) + "/[^\\s:,;'\"]+\\.(?:jar|pom)");
		for (String line : printed.lines().filter(DAMAGED.asPredicate()).toList()) {
			for (String damaged : file.matcher(line).results().map((match) -> match.group()).toList()) {
				Files.deleteIfExists(Path.of(damaged));
			}
		}
	}

	private Path export(String name, String... paths) throws Exception {
		Path folder = Files.createDirectories(this.work.resolve(name));
		List<String> archive = new ArrayList<>(List.of("git", "archive", this.commit));
		archive.addAll(List.of(paths));
		List<Process> processes = ProcessBuilder
			.startPipeline(List.of(new ProcessBuilder(archive).redirectError(ProcessBuilder.Redirect.INHERIT),
					new ProcessBuilder("tar", "-x", "-C", folder.toString()).inheritIO()
						.redirectInput(ProcessBuilder.Redirect.PIPE)));
		for (Process process : processes) {
			if (process.waitFor() != 0) {
				throw new IOException("git archive " + this.commit + " | tar -x failed");
			}
		}
		return folder;
	}

	private static int run(Path folder, Map<String, String> environment, Path log, String... command)
			throws Exception {
		ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
		builder.redirectInput(new File("/dev/null"));
		builder.redirectOutput((log != null) ? ProcessBuilder.Redirect.to(log.toFile()) : ProcessBuilder.Redirect.INHERIT);
		builder.environment().putAll(environment);
		return builder.start().waitFor();
	}

	private static String output(String... command) throws Exception {
		Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
		String output = new String(process.getInputStream().readAllBytes());
		if (process.waitFor() != 0) {
			throw new IOException(String.join(" ", command) + " failed");
		}
		return output;
	}

	private static String javaOfThis() {
		return Path.of(System.getProperty("java.home"), "bin", "java").toString();
	}

	private String reason(Path log) throws IOException {
		return reason(log, "");
	}

	/** Returns the first error of Maven that names the module, or the first one, and the log. */
	private String reason(Path log, String module) throws IOException {
		List<String> errors = Files.readString(log)
			.lines()
			.filter((line) -> line.startsWith("[ERROR] ") && line.length() > 20)
			.toList();
		String error = errors.stream()
			.filter((line) -> !module.isEmpty() && line.contains(" " + module + ":"))
			.findFirst()
			.or(() -> errors.stream().findFirst())
			.map((line) -> line.substring("[ERROR] ".length()))
			.orElse("no error of Maven");
		return ((error.length() > 300) ? error.substring(0, 300) + "..." : error) + " (" + name(log) + ")";
	}

	private void fail(String failure) {
		System.err.println("FAILED: " + failure);
		this.failures.add(failure);
	}

	private static void check(String name) {
		System.out.printf("%tT %s%n", LocalTime.now(), name);
	}

	private String name(Path file) {
		return this.project.relativize(file).toString();
	}

	private static String first(Path file, String pattern) throws IOException {
		return all(file, pattern).get(0);
	}

	private static List<String> all(Path file, String pattern) throws IOException {
		return Pattern.compile(pattern, Pattern.MULTILINE)
			.matcher(Files.readString(file))
			.results()
			.map((match) -> match.group(1))
			.toList();
	}

	private static void delete(Path file) throws IOException {
		if (Files.exists(file)) {
			try (Stream<Path> files = Files.walk(file)) {
				for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
					Files.delete(each);
				}
			}
		}
	}

}
