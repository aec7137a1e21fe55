package dev.hyperclient.maven;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the descriptor that Maven reads, against the reference.
 */
class DescriptorTests {

	private static final Path REFERENCE = Path.of("../docs/reference/maven-plugin.md");

	private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (.*?) \\|");

	@Test
	void referenceListsTheParametersOfEachGoal() throws Exception {
		Set<String> described = new TreeSet<>();
		for (MatchResult row : ROW.matcher(Files.readString(REFERENCE)).results().toList()) {
			String goals = row.group(2).equals("all") ? "`fetch`, `generate`, `suggest`, `verify`" : row.group(2);
			for (String goal : goals.replace("`", "").split(", ")) {
				described.add(goal + " " + row.group(1));
			}
		}
		assertThat(described).isEqualTo(parameters());
	}

	private static Set<String> parameters() throws Exception {
		Set<String> parameters = new TreeSet<>();
		NodeList mojos = descriptor().getElementsByTagName("mojo");
		for (int i = 0; i < mojos.getLength(); i++) {
			Element mojo = (Element) mojos.item(i);
			NodeList declared = mojo.getElementsByTagName("parameter");
			for (int j = 0; j < declared.getLength(); j++) {
				Element parameter = (Element) declared.item(j);
				if (text(parameter, "editable").equals("true") && !text(mojo, "goal").equals("help")) {
					parameters.add(text(mojo, "goal") + " " + text(parameter, "name"));
				}
			}
		}
		return parameters;
	}

	private static Element descriptor() throws Exception {
		try (InputStream xml = open()) {
			return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml).getDocumentElement();
		}
	}

	private static InputStream open() throws IOException {
		return Files.newInputStream(Path.of("target/classes/META-INF/maven/plugin.xml"));
	}

	private static String text(Element element, String name) {
		return element.getElementsByTagName(name).item(0).getTextContent();
	}

}
