package dev.hyperclient.internal.description;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Compares the documentation in the description of Launchpad, which is not part of this
 * project, with the result of another parser.
 */
class LaunchpadDocumentationTests {

	private static final String WADL = "http://research.sun.com/wadl/2006/10";

	private static byte[] bytes(String version) throws IOException {
		Path file = Path.of("..", "..", "shared", "data").resolve("launchpad-" + version + ".wadl");
		assumeTrue(Files.exists(file), () -> "The description of Launchpad is not at " + file);
		return Files.readAllBytes(file);
	}

	private static Document dom(String version) throws Exception {
		DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
		factory.setNamespaceAware(true);
		return factory.newDocumentBuilder().parse(new ByteArrayInputStream(bytes(version)));
	}

	private static List<Element> children(Element parent, String name) {
		List<Element> children = new ArrayList<>();
		for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
			if (node instanceof Element element && WADL.equals(element.getNamespaceURI())
					&& element.getLocalName().equals(name)) {
				children.add(element);
			}
		}
		return children;
	}

	private static List<Element> all(Document document, String name) {
		List<Element> found = new ArrayList<>();
		NodeList nodes = document.getElementsByTagNameNS(WADL, name);
		for (int i = 0; i < nodes.getLength(); i++) {
			found.add((Element) nodes.item(i));
		}
		return found;
	}

	/** Return the words only, since blanks may differ. */
	private static String words(String text) {
		return text.replaceAll("[\\s-]+", "");
	}

	private static String words(Element element) {
		StringBuilder words = new StringBuilder();
		children(element, "doc").forEach((doc) -> words.append(doc.getAttribute("title")).append(doc.getTextContent()));
		return words(words.toString());
	}

	private static String words(Optional<String> documentation) {
		return words(documentation.orElse(""));
	}

	@ParameterizedTest
	@ValueSource(strings = { "devel", "1.0" })
	void everyElementHasItsDocumentation(String version) throws Exception {
		Document document = dom(version);
		WadlApplication model = WadlParser.parse(bytes(version),
				URI.create("https://api.launchpad.net/" + version + "/"));
		assertThat(words(model.documentation())).isEqualTo(words(document.getDocumentElement()))
			.startsWith("Aboutthisservice");
		Count count = new Count();
		List<Element> types = all(document, "resource_type");
		assertThat(model.resourceTypes()).hasSameSizeAs(types);
		int index = 0;
		for (ResourceType type : model.resourceTypes()) {
			count.type(type, types.get(index++));
		}
		List<Element> representations = children(document.getDocumentElement(), "representation");
		count.representations(model.representations(), representations);
		assertThat(count.methods).isEqualTo(all(document, "method").size());
		assertThat(count.params).isEqualTo(all(document, "param").size());
		assertThat(count.options).isEqualTo(all(document, "option").size());
		// Those of the application itself are two.
		assertThat(count.texts + 2).isEqualTo(all(document, "doc").size());
		if (version.equals("devel")) {
			assertThat(List.of(types.size(), count.methods, count.params, count.options, count.texts))
				.containsExactly(296, 1_268, 6_348, 2_206, 5_158);
		}
	}

	/**
	 * The number of compared elements.
	 */
	private static final class Count {

		private int methods;

		private int params;

		private int options;

		private int texts;

		void type(ResourceType type, Element element) {
			assertThat(type.id()).isEqualTo(element.getAttribute("id"));
			text(type.documentation(), element);
			List<Element> elements = children(element, "method");
			assertThat(type.methods()).hasSameSizeAs(elements);
			for (int i = 0; i < elements.size(); i++) {
				method(type.methods().get(i), elements.get(i));
			}
		}

		private void method(WadlMethod method, Element element) {
			this.methods++;
			assertThat(method.name()).isEqualTo(element.getAttribute("name"));
			text(method.documentation(), element);
			message(element, "request", method.requestParams(), method.requestRepresentations());
			message(element, "response", method.responseParams(), method.responseRepresentations());
		}

		private void message(Element method, String name, List<Param> found,
				List<RepresentationDefinition> representations) {
			List<Element> messages = children(method, name);
			params(found, messages.stream().flatMap((message) -> children(message, "param").stream()).toList());
			List<Element> elements = messages.stream()
				.flatMap((message) -> children(message, "representation").stream())
				.toList();
			assertThat(representations).hasSameSizeAs(elements);
			for (int i = 0; i < elements.size(); i++) {
				if (!elements.get(i).hasAttribute("href")) {
					representations(List.of(representations.get(i)), List.of(elements.get(i)));
				}
			}
		}

		void representations(Collection<RepresentationDefinition> found, List<Element> elements) {
			assertThat(found).hasSameSizeAs(elements);
			int index = 0;
			for (RepresentationDefinition definition : found) {
				Element element = elements.get(index++);
				text(definition.documentation(), element);
				params(definition.params(), children(element, "param"));
			}
		}

		private void params(List<Param> found, List<Element> elements) {
			assertThat(found).hasSameSizeAs(elements);
			for (int i = 0; i < elements.size(); i++) {
				Param param = found.get(i);
				Element element = elements.get(i);
				this.params++;
				assertThat(param.name()).isEqualTo(element.getAttribute("name"));
				assertThat(Objects.requireNonNullElse(param.fixed(), "")).isEqualTo(element.getAttribute("fixed"));
				assertThat(param.options()).containsExactlyElementsOf(values(element).toList());
				this.options += param.options().size();
				text(param.documentation(), element);
			}
		}

		private static Stream<String> values(Element param) {
			return children(param, "option").stream().map((option) -> option.getAttribute("value"));
		}

		private void text(Optional<String> documentation, Element element) {
			assertThat(words(documentation)).isEqualTo(words(element));
			this.texts += documentation.isPresent() ? 1 : 0;
		}

	}

}
