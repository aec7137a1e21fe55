import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;

import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * Checks the modules in a folder with the layout of a Maven repository against what Maven Central demands, and against
 * the BOM among them: java maintainers/CheckCentral.java FOLDER VERSION
 */
class CheckCentral {

	private static final String GROUP = "dev.hyperclient";

	private static final String BOM = "hyper-client-bom";

	private static final List<String> REQUIRED = List.of("name", "description", "url", "inceptionYear",
			"organization/name", "licenses/license/name", "licenses/license/url", "developers/developer/name",
			"scm/connection", "scm/developerConnection", "scm/url", "issueManagement/url");

	/** What the POM of a module has for its build only. */
	private static final List<String> FORBIDDEN = List.of("parent", "modules", "build", "profiles", "repositories",
			"pluginRepositories", "distributionManagement", "properties", "dependencies/dependency[scope='test']",
			"dependencies/dependency[not(version)]");

	private static final Pattern TO_BE_FILLED = Pattern.compile(">([^<>]*(?:\\.invalid|to be filled)[^<>]*)<");

	private final XPath xpath = XPathFactory.newInstance().newXPath();

	private final Path folder;

	private final String version;

	private final byte[] license;

	private final List<String> problems = new ArrayList<>();

	private final Set<String> toBeFilled = new TreeSet<>();

	private int poms;

	private int jars;

	CheckCentral(Path folder, String version) throws IOException {
		this.folder = folder.resolve(GROUP.replace('.', '/'));
		this.version = version;
		this.license = Files.readAllBytes(Path.of("LICENSE"));
	}

	public static void main(String[] args) throws Exception {
		CheckCentral check = new CheckCentral(Path.of(args[0]), args[1]);
		check.run();
		System.out.printf("%d POMs, %d jars%n", check.poms, check.jars);
		check.toBeFilled.forEach((value) -> System.out.println("To be filled: " + value));
		check.problems.forEach((problem) -> System.out.println("Error: " + problem));
		System.exit(check.problems.isEmpty() ? 0 : 1);
	}

	private void run() throws Exception {
		Set<String> expected = new TreeSet<>(
				texts(parse(file(BOM, ".pom")), "dependencyManagement/dependencies/dependency/artifactId"));
		expected.add(BOM);
		Set<String> found;
		try (Stream<Path> modules = Files.list(this.folder)) {
			found = modules.filter(Files::isDirectory)
				.map((module) -> module.getFileName().toString())
				.collect(Collectors.toCollection(TreeSet::new));
		}
		for (String module : found) {
			require(expected.contains(module), module + " is published, but not in the BOM: add it to " + BOM
					+ "/pom.xml, or set maven.deploy.skip in its pom.xml");
		}
		for (String module : expected) {
			if (Files.exists(file(module, ".pom"))) {
				checkModule(module, expected);
			}
			else {
				this.problems
					.add(module + " is in the BOM, but not published: remove it from " + BOM + "/pom.xml, or publish it");
			}
		}
	}

	private void checkModule(String module, Set<String> modules) throws Exception {
		Document pom = checkPom(module);
		for (String dependency : texts(pom, "dependencies/dependency[groupId='" + GROUP + "']/artifactId")) {
			require(modules.contains(dependency), module + " needs " + dependency + ", which is not published");
		}
		Set<String> expected = new TreeSet<>(List.of(".pom"));
		if (!texts(pom, "packaging").contains("pom")) {
			expected.addAll(List.of(".jar", "-sources.jar", "-javadoc.jar"));
		}
		Set<String> found = new TreeSet<>();
		String prefix = module + "-" + this.version;
		try (Stream<Path> files = Files.list(this.folder.resolve(module).resolve(this.version))) {
			files.map((file) -> file.getFileName().toString())
				.filter((file) -> file.endsWith(".pom") || file.endsWith(".jar"))
				.forEach((file) -> found.add(file.startsWith(prefix) ? file.substring(prefix.length()) : file));
		}
		require(found.equals(expected), module + " has " + found + ", and should have " + expected);
		for (String jar : found) {
			if (jar.endsWith(".jar")) {
				checkJar(file(module, jar));
			}
		}
	}

	private Document checkPom(String module) throws Exception {
		this.poms++;
		Path file = file(module, ".pom");
		Document pom = parse(file);
		String name = file.getFileName().toString();
		require(texts(pom, "groupId").equals(List.of(GROUP)) && texts(pom, "artifactId").equals(List.of(module))
				&& texts(pom, "version").equals(List.of(this.version)), name + " has other coordinates than its path");
		for (String element : REQUIRED) {
			List<String> values = texts(pom, element);
			require(!values.isEmpty() && values.stream().noneMatch(String::isBlank),
					name + " has no " + element + ": add it to the pom.xml");
		}
		for (String element : FORBIDDEN) {
			require(texts(pom, element).isEmpty(),
					name + " has " + element + ", which flatten-maven-plugin has to remove (profile release)");
		}
		for (String dependencies : List.of("dependencies", "dependencyManagement/dependencies")) {
			texts(pom, dependencies + "/dependency[groupId='" + GROUP + "' and version!='" + this.version + "']/artifactId")
				.forEach((other) -> this.problems.add(name + " has another version of " + other));
		}
		String content = Files.readString(file);
		TO_BE_FILLED.matcher(content).results().forEach((value) -> this.toBeFilled.add(value.group(1)));
		for (String text : List.of("${", "SNAPSHOT")) {
			require(!content.contains(text), name + " contains " + text + ", which Maven Central refuses");
		}
		return pom;
	}

	private void checkJar(Path file) throws IOException {
		this.jars++;
		boolean hasLicense = false;
		try (ZipFile jar = new ZipFile(file.toFile())) {
			for (ZipEntry entry : jar.stream().toList()) {
				byte[] content = content(jar, entry);
				hasLicense |= Set.of("LICENSE", "META-INF/LICENSE").contains(entry.getName())
						&& Arrays.equals(content, this.license);
				// Constants with the version that were not set.
				boolean snapshot = entry.getName().endsWith(".class")
						&& new String(content, StandardCharsets.ISO_8859_1).contains(this.version + "-SNAPSHOT");
				require(!snapshot, entry.getName() + " in " + file.getFileName() + " names a snapshot");
			}
		}
		require(hasLicense, file.getFileName() + " has no LICENSE, or another one: see the resources in pom.xml");
	}

	private static byte[] content(ZipFile jar, ZipEntry entry) throws IOException {
		try (InputStream content = jar.getInputStream(entry)) {
			return content.readAllBytes();
		}
	}

	private Path file(String module, String suffix) {
		return this.folder.resolve(module).resolve(this.version).resolve(module + "-" + this.version + suffix);
	}

	private static Document parse(Path file) throws Exception {
		DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
		factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
		factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
		return factory.newDocumentBuilder().parse(file.toFile());
	}

	private List<String> texts(Document pom, String element) throws XPathExpressionException {
		NodeList nodes = (NodeList) this.xpath.evaluate("/project/" + element, pom, XPathConstants.NODESET);
		return IntStream.range(0, nodes.getLength()).mapToObj((i) -> nodes.item(i).getTextContent()).toList();
	}

	private void require(boolean condition, String problem) {
		if (!condition) {
			this.problems.add(problem);
		}
	}

}
