package dev.hyperclient.internal.description;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import dev.hyperclient.DescriptionSource;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares descriptions in the style of Launchpad, as {@link WadlParser} reads them, with
 * the result of another parser.
 */
class LaunchpadDescriptionTests {

	private static final String WADL = "http://research.sun.com/wadl/2006/10";

	private static final String BASE = "http://library.example/1.0/";

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

	static Stream<Named<String>> descriptions() throws IOException {
		Path library = Path.of("src/test/resources/dev/hyperclient/internal/description/library.wadl");
		return Stream.concat(Stream.of(Named.of("library", Files.readString(library))),
				DescriptionSource.present().map((source) -> Named.of(source.name(), source.wadl(BASE))));
	}

	@ParameterizedTest
	@MethodSource("descriptions")
	void everyElementIsReadWithItsDocumentation(String description) throws Exception {
		byte[] wadl = description.getBytes(StandardCharsets.UTF_8);
		WadlApplication model = WadlParser.parse(wadl, URI.create(BASE));
		DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
		factory.setNamespaceAware(true);
		Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(wadl));
		assertThat(model.base()).hasToString(BASE);
		assertThat(words(model.documentation())).isEqualTo(words(document.getDocumentElement())).isNotEmpty();
		Count count = new Count();
		List<Element> types = all(document, "resource_type");
		assertThat(model.resourceTypes()).hasSameSizeAs(types);
		int index = 0;
		for (ResourceType type : model.resourceTypes()) {
			count.type(type, types.get(index++));
		}
		count.representations(model.representations(), children(document.getDocumentElement(), "representation"));
		assertThat(count.methods).isEqualTo(all(document, "method").size());
		assertThat(count.params).isEqualTo(all(document, "param").size());
		assertThat(count.options).isEqualTo(all(document, "option").size()).isPositive();
		// One of these elements is the application.
		assertThat(count.texts + 1)
			.isEqualTo(all(document, "doc").stream().map(Element::getParentNode).distinct().count());
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
				assertThat(Objects.requireNonNullElse(definition.mediaType(), ""))
					.isEqualTo(element.getAttribute("mediaType"));
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
				Element link = children(element, "link").stream().findFirst().orElse(null);
				assertThat(param.link()).isEqualTo(link != null);
				assertThat(param.linkType()).map(URI::getFragment)
					.isEqualTo(Optional.ofNullable(link)
						.filter((one) -> one.hasAttribute("resource_type"))
						.map((one) -> one.getAttribute("resource_type").replaceFirst(".*#", "")));
				assertThat(param.type()).isEqualTo(switch (element.getAttribute("type").replace("schema:", "xsd:")) {
					case "binary" -> ParamType.BINARY;
					case "xsd:date" -> ParamType.DATE;
					case "xsd:dateTime" -> ParamType.DATE_TIME;
					default -> ParamType.ANY;
				});
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
