package dev.hyperclient.cookbook.service;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The WADL document of the root.
 */
class DescriptionTests {

	private static final Path CHECKED_IN = Path.of("../sample-app/src/main/hyper-client/cookbook.wadl");

	@RegisterExtension
	final RunningService service = new RunningService();

	@SuppressWarnings("NullAway.Init")
	private Document document;

	@BeforeEach
	void readTheDescription() throws Exception {
		String wadl = this.service.get("/1.0/", "Accept", "application/vnd.sun.wadl+xml").body();
		this.document = DocumentBuilderFactory.newDefaultInstance()
			.newDocumentBuilder()
			.parse(new ByteArrayInputStream(wadl.getBytes(StandardCharsets.UTF_8)));
	}

	/**
	 * The typed client is generated from the file, whose references are relative, and
	 * which has a line for each element. The system property
	 * {@code hyperclient.docs.write=true} writes it.
	 */
	@Test
	void typedClientIsGeneratedFromDescriptionOfService() throws Exception {
		String served = this.service.get("/1.0/", "Accept", "application/vnd.sun.wadl+xml").body();
		String relative = served.replace(this.service.root() + "#", "#")
			.replace(this.service.base(), "")
			.replace("><", ">\n<") + "\n";
		if (Boolean.getBoolean("hyperclient.docs.write")) {
			Files.writeString(CHECKED_IN, relative);
		}
		assertThat(CHECKED_IN).hasContent(relative);
	}

	@Test
	void typesAndRepresentationsAreInProtocolOrder() throws Exception {
		assertThat(values("/*/*/@id")).containsExactly("service-root", "service-root-json", "cookbooks", "dishes",
				"recipes", "cookbook", "cookbook-full", "cookbook-diff", "cookbook-page-resource", "cookbook-page",
				"dish", "dish-full", "dish-diff", "dish-page-resource", "dish-page", "recipe", "recipe-full",
				"recipe-diff", "recipe-page-resource", "recipe-page", "HostedFile", "ScalarValue");
		assertThat(values("/*/*[last()]/@name")).containsExactly("binary");
	}

	@Test
	void typesAndOperationsHaveDocumentation() throws Exception {
		assertThat(values("//*[@id='cookbook']/*[local-name()='doc']/*/text()"))
			.containsExactly("A collection of recipes between two covers.");
		assertThat(values("//*[@id='cookbook-replace_cover']/*[local-name()='doc']/*/text()"))
			.containsExactly("Store another cover.");
	}

	@Test
	void baseIsUrlOfRoot() throws Exception {
		assertThat(values("//@base")).containsExactly(this.service.root());
	}

	@Test
	void cookbookDeclaresFieldsAndWritableFields() throws Exception {
		assertThat(values("//*[@id='cookbook-full']/*/@name")).containsExactly("self_link", "web_link",
				"resource_type_link", "http_etag", "name", "copyright_date", "description", "revision_number",
				"confirmed", "cuisine", "last_printing", "price", "recipes_collection_link", "cover_link");
		assertThat(values("//*[@id='cookbook-diff']/*/@name")).containsExactly("name", "description", "revision_number",
				"confirmed", "cuisine", "last_printing", "price", "cover_link");
		assertThat(values("//*[@id='recipe-diff']/*/@name")).containsExactly("dish_link", "cookbook_link",
				"instructions");
		assertThat(values("//*[@id='cookbook-full']/*[@name='cuisine']/*/@value")).containsExactly("General",
				"Vegetarian", "American", "Dessert", "Française");
		assertThat(values("//*[@id='cookbook-full']/*[@name='cover_link']/@type")).containsExactly("binary");
		assertThat(values("//*[@id='cookbook-full']/*[@type='xsd:date']/@name")).containsExactly("copyright_date",
				"last_printing");
	}

	@Test
	void standardMethodsPrecedeOperations() throws Exception {
		assertThat(values("//*[@id='cookbook']/*/@id")).containsExactly("cookbook-get", "cookbook-put",
				"cookbook-patch", "cookbook-find_recipes", "cookbook-find_recipe_for", "cookbook-make_more_interesting",
				"cookbook-replace_cover");
		assertThat(values("//*[@id='cookbooks']/*/@id")).containsExactly("cookbooks-get", "cookbooks-find_recipes",
				"cookbooks-find_for_cuisine", "cookbooks-create");
		assertThat(values("//*[@id='recipe']/*/@id")).containsExactly("recipe-get", "recipe-put", "recipe-patch",
				"recipe-delete");
	}

	@Test
	void operationsDeclareArgumentsAndResults() throws Exception {
		assertThat(values("//*[@id='cookbooks-create']//@fixed")).containsExactly("create");
		assertThat(values("//*[@id='cookbooks-create']//*[@required='true']/@name")).containsExactly("ws.op", "name",
				"copyright_date", "last_printing", "price");
		assertThat(values("//*[@id='cookbooks-create']//*[@style='header']/*/@resource_type"))
			.containsExactly(this.service.root() + "#cookbook");
		assertThat(values("//*[@id='cookbook-replace_cover']//@mediaType")).containsExactly("multipart/form-data");
		assertThat(values("//*[@id='cookbook-find_recipe_for']//@href"))
			.containsExactly(this.service.root() + "#recipe-full");
	}

	@ParameterizedTest
	@ValueSource(strings = { "@href", "@resource_type", "*[local-name()='resource']/@type" })
	void everyReferenceResolvesWithinDocument(String references) throws Exception {
		List<String> ids = values("//@id");
		assertThat(ids).doesNotHaveDuplicates();
		assertThat(values("//" + references)).isNotEmpty()
			.allSatisfy((reference) -> assertThat(ids).contains(reference.substring(reference.indexOf('#') + 1)));
	}

	private List<String> values(String path) throws Exception {
		XPath xpath = XPathFactory.newDefaultInstance().newXPath();
		NodeList nodes = (NodeList) xpath.evaluate(path, this.document, XPathConstants.NODESET);
		List<String> values = new ArrayList<>();
		for (int i = 0; i < nodes.getLength(); i++) {
			values.add(nodes.item(i).getNodeValue());
		}
		return values;
	}

}
