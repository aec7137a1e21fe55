package dev.hyperclient.internal.description;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

import dev.hyperclient.error.ServiceDescriptionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link WadlParser} and its model: with a small description that has the
 * irregularities of real ones, and with documentation.
 */
class WadlParserTests {

	private static final URI DOCUMENT = URI.create("http://library.example/1.0/");

	private final WadlApplication library = parse(DOCUMENT);

	private static WadlApplication parse(URI documentUri) {
		try (InputStream input = WadlParserTests.class.getResourceAsStream("library.wadl")) {
			return WadlParser.parse(Objects.requireNonNull(input).readAllBytes(), documentUri);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private ResourceType type(String id) {
		return this.library.findResourceTypeById(id).orElseThrow();
	}

	private WadlMethod operation(String type, String name) {
		return type(type).operation(name).orElseThrow();
	}

	private static URI uri(String id) {
		return URI.create("http://library.example/1.0/#" + id);
	}

	@Test
	void rootIsAtTheBaseAndHasTheTypeOfTheResource() {
		assertThat(this.library.base()).isEqualTo(DOCUMENT);
		assertThat(this.library.documentUri()).isEqualTo(DOCUMENT);
		assertThat(this.library.rootType()).isSameAs(type("service-root"));
		assertThat(this.library.rootType().uri()).isEqualTo(uri("service-root"));
	}

	@Test
	void onlyLinksToEntriesAndCollectionsLoseTheirSuffix() {
		ResourceType book = type("book");
		assertThat(book.svcAttributes()).containsExactly("self_link", "web_link", "resource_type_link", "http_etag",
				"title", "printed", "lent_at", "pages", "started", "rating", "shelf");
		assertThat(book.svcEntries()).containsExactly("author", "cover");
		assertThat(book.svcCollections()).containsExactly("editions");
		assertThat(this.library.rootType().svcEntries()).containsExactly("book_of_the_day");
		assertThat(this.library.rootType().svcCollections()).containsExactly("books");
	}

	@Test
	void typeWhosePlainGetReturnsAPageIsACollection() {
		assertThat(this.library.resourceTypes()).filteredOn(ResourceType::isCollection)
			.extracting(ResourceType::id)
			.containsExactly("books", "book-page-resource");
		assertThat(type("books").entryType()).contains(uri("book"));
	}

	@Test
	void entryWithFieldsOfAPageIsNotACollection() {
		assertThat(type("author").isCollection()).isFalse();
		assertThat(type("author").entryType()).isEmpty();
	}

	@Test
	void plainGetIsTheFirstGetThatIsNotAnOperation() {
		assertThat(type("book").representation()).map(RepresentationDefinition::id).contains("book-full");
	}

	@Test
	void filesAndNumbersHaveNoRepresentationWithFields() {
		assertThat(type("HostedFile").representation()).isEmpty();
		assertThat(type("ScalarValue").representation()).isEmpty();
		assertThat(type("ScalarValue").svcAttributes()).isEmpty();
		assertThat(type("ScalarValue").attribute("anything")).isEmpty();
	}

	@Test
	void typesHaveNamesWithoutPrefix() {
		ResourceType book = type("book");
		assertThat(book.attribute("pages").map(Param::typeName)).contains("int");
		assertThat(book.attribute("printed").map(Param::typeName)).contains("date");
		assertThat(book.attribute("title").map(Param::typeName)).isEmpty();
	}

	@Test
	void namedGetHasItsParamsInTheRequest() {
		WadlMethod search = operation("books", "search");
		assertThat(search.name()).isEqualTo("GET");
		assertThat(search.operationParams()).extracting(Param::name).containsExactly("ws.op", "genre", "author");
		assertThat(search.operationParams()).extracting(Param::required).containsExactly(true, true, false);
		assertThat(search.operationParams().get(0).fixed()).isEqualTo("search");
		assertThat(search.operationParams().get(2).linkType()).contains(uri("author"));
		assertThat(search.requestMediaType()).isEmpty();
		assertThat(search.responseRepresentations()).singleElement().matches(RepresentationDefinition::isPage);
		assertThat(search.locationType()).isEmpty();
	}

	@Test
	void namedPostHasItsParamsInTheForm() {
		WadlMethod add = operation("books", "add");
		assertThat(add.name()).isEqualTo("POST");
		assertThat(add.requestParams()).isEmpty();
		assertThat(add.operationParams()).extracting(Param::name).containsExactly("ws.op", "title", "printed");
		assertThat(add.requestMediaType()).contains("application/x-www-form-urlencoded");
		assertThat(add.responseParams()).singleElement().extracting(Param::name).isEqualTo("Location");
		assertThat(add.locationType()).contains(uri("book"));
	}

	@Test
	void binaryParamMakesTheFormMultipart() {
		WadlMethod setCover = operation("book", "set_cover");
		assertThat(setCover.requestRepresentations()).hasSize(2);
		assertThat(setCover.requestMediaType()).contains("multipart/form-data; charset=utf-8");
		assertThat(setCover.operationParams()).extracting(Param::type).containsExactly(ParamType.ANY, ParamType.BINARY);
		assertThat(setCover.responseRepresentations()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "UTF-8", "US-ASCII", "ISO-8859-1", "UTF-16", "windows-1252" })
	void textHasTheEncodingOfTheDocument(String encoding) throws IOException {
		String text = "<?xml version=\"1.0\" encoding=\"" + encoding + "\"?><doc>"
				+ (encoding.equals("US-ASCII") ? "Caf&#233;" : "Café") + "</doc>";
		assertThat(WadlParser.text(text.getBytes(encoding))).isEqualTo(text);
	}

	@Test
	void getIsPreferredToAPostOfTheSameName() {
		assertThat(type("book").operationNames()).containsExactly("lend", "set_cover");
		assertThat(operation("book", "lend").name()).isEqualTo("GET");
		assertThat(type("book").operation("search")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://library.example/1.0/#book", "http://library.example/1.0#book",
			"HTTP://Library.EXAMPLE:80/1.0/#book", "#book" })
	void typeIsFoundByEquivalentUrls(String reference) {
		assertThat(this.library.findResourceType(URI.create(reference))).containsSame(type("book"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://library.example/1.0/#book", "http://library.example/2.0/#book",
			"http://library.example:8080/1.0/#book", "http://other.example/1.0/#book",
			"http://library.example/1.0/?a=b#book", "urn:book" })
	void typeOfAnotherDocumentIsNotFound(String reference) {
		assertThat(this.library.findResourceType(URI.create(reference))).isEmpty();
	}

	@Test
	void documentUrlMayOmitTrailingSlashOrHaveDefaultPort() {
		assertThat(parse(URI.create("http://library.example:80/1.0")).resourceTypes()).hasSize(7);
		assertThat(parse(URI.create("http://library.example/1.0/#top")).documentUri()).isEqualTo(DOCUMENT);
	}

	@Test
	void documentWithReferencesToAnotherUrlIsRejected() {
		URI proxy = URI.create("https://library.example/1.0/");
		assertThatExceptionOfType(ServiceDescriptionException.class).isThrownBy(() -> parse(proxy))
			.withMessageContaining(proxy.toString())
			.withMessageContaining("line 20")
			.withMessageContaining("'http://library.example/1.0/#books' refers to another document");
	}

	@Test
	void referencesAreResolvedHoweverTheyAreSpelled() {
		String text = """
				<application xmlns="http://research.sun.com/wadl/2006/10">
					<resources><resource type="#root"/></resources>
					<resource_type id="root"><method name="GET"><response>
						<representation mediaType="application/json">
							<param name="a_link"><link resource_type="#book"/></param>
							<param name="b_link"><link resource_type="#b%6Fok"/></param>
							<param name="c_link"><link resource_type=" http://library.example/1.0/#book "/></param>
							<param name="d_link"><link resource_type="http://library.example/1.0/#book"/></param>
							<param name="e_link"><link resource_type="HTTP://library.example:80/1.0#book"/></param>
							<param name="f_link"><link resource_type="HTTP://library.example:80/1.0#b%6fok"/></param>
						</representation></response></method>
					</resource_type>
					<resource_type id="book"/>
				</application>
				""";
		WadlApplication application = WadlParser.parse(text.getBytes(), DOCUMENT);
		assertThat(application.rootType().representation().orElseThrow().params()).hasSize(6)
			.allSatisfy((param) -> assertThat(param.linkType()).contains(uri("book")));
	}

	@Test
	void attributesOfOtherNamespacesAreIgnored() {
		String text = """
				<application xmlns="http://research.sun.com/wadl/2006/10" xmlns:other="urn:other">
					<resources><resource other:type="#none" type="#root" path="" other:path="books"/></resources>
					<resource_type other:id="none" id="root"><doc other:title="No">Text</doc></resource_type>
				</application>
				""";
		WadlApplication application = WadlParser.parse(text.getBytes(), DOCUMENT);
		assertThat(application.rootType().id()).isEqualTo("root");
		assertThat(application.rootType().documentation()).contains("Text");
	}

	@Test
	void hostNamesWithAnUnderscoreAreCompared() {
		String text = """
				<application xmlns="http://research.sun.com/wadl/2006/10">
					<resources><resource type="http://MY_library:8080/1.0#root"/></resources>
					<resource_type id="root"/>
				</application>
				""";
		URI container = URI.create("http://my_library:8080/1.0/");
		WadlApplication application = WadlParser.parse(text.getBytes(), container);
		assertThat(application.rootType().uri()).isEqualTo(URI.create("http://my_library:8080/1.0/#root"));
		assertThat(application.base()).as("base without an attribute").isEqualTo(container);
		assertThat(application.rootType().representation()).isEqualTo(Optional.empty());
	}

	@Test
	void documentUrlMustBeAbsolute() {
		assertThatIllegalArgumentException().isThrownBy(() -> parse(URI.create("1.0/")))
			.withMessageContaining("'documentUri'");
	}

	private static WadlApplication parse(String inRoot, String inType, String inMethod, String inParam) {
		return WadlParser.parse("""
				<!DOCTYPE w:application [ <!ENTITY nbsp "\\&#160;"> ]>
				<w:application xmlns:w="http://research.sun.com/wadl/2006/10" xmlns="http://www.w3.org/1999/xhtml">
				  %s
				  <w:resources><w:resource path="" type="#root"/></w:resources>
				  <w:resource_type id="root">%s<w:method name="GET">%s<w:request>
				    <w:param name="ws.op" style="query" fixed="find">%s<w:option value="find"/></w:param>
				  </w:request></w:method></w:resource_type>
				</w:application>""".formatted(inRoot, inType, inMethod, inParam).getBytes(StandardCharsets.UTF_8),
				URI.create("http://library.example/"));
	}

	private static String doc(String content) {
		return "<w:doc>" + content + "</w:doc>";
	}

	private static String plain(String content) {
		return parse("", doc(content), "", "").rootType().documentation().orElse("nothing");
	}

	@Test
	void missingOrBlankDocumentationIsEmpty() {
		WadlApplication library = parse("", doc(" <p>\n</p> "), doc(""), "");
		assertThat(library.documentation()).isEmpty();
		assertThat(library.rootType().documentation()).isEmpty();
		assertThat(library.rootType().methods().get(0).documentation()).isEmpty();
	}

	@Test
	void documentationsAreParagraphsWithTitlesFirst() {
		assertThat(parse("<w:doc title=\"About\">One</w:doc>" + doc("Two") + doc("Three"), "", "", "").documentation())
			.hasValue("About\n\nOne\n\nTwo\n\nThree");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					<p>One\\n two</p>\\n<p>Three</p>                       | One two\\n\\nThree
					A <a href="x">link</a>, <em>em</em>phasis               | A link, emphasis
					<p>One:</p><ul><li>a</li>\\n<li><p>b</p></li></ul><p>c</p> | One:\\n\\n- a\\n- b\\n\\nc
					<dl><dt>name</dt><dd>meaning</dd></dl>                 | name\\nmeaning
					<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table> | a b\\nc
					One<br/>two                                            | One\\ntwo
					<p>Code:</p><pre>\\n  if x:\\n\\n    y\\n</pre>\\n<p>End</p> | Code:\\n\\n  if x:\\n\\n    y\\n\\nEnd
					One\\ntwo\\n\\nthree                                   | One two\\n\\nthree
					Match &lt;text&gt; &amp; more                          | Match <text> & more
					<![CDATA[a < b]]>&#233;<!-- not this --> z             | a < bé z
					<p>The &lt;p&gt;tag&lt;/p&gt;</p>                      | The <p>tag</p>
					&lt;p&gt;One &lt;b&gt;two&lt;/b&gt;&lt;/p&gt;&lt;P&gt;&lt;name&gt; &amp;amp; &amp;lt;x&amp;gt;&lt;/P&gt; | One two\\n\\n<name> & <x>
					a &lt;b and c&gt; d                                    | a <b and c> d
					&lt;/p&gt;&lt;a                                        | nothing
					<w:param name="x"/>Not a param                         | Not a param
					""")
	void markupBecomesPlainText(String content, String text) {
		assertThat(plain(content.replace("\\n", "\n"))).isEqualTo(text.replace("\\n", "\n"));
	}

	@Test
	void elementsAfterDocumentationAreRead() {
		WadlApplication library = parse(doc("<p><b>deep</b></p>"), doc("x"), doc("y"), doc("<p>z</p>"));
		assertThat(library.rootType().operationNames()).containsExactly("find");
	}

	@Test
	void hostileTextTakesLinearMemory() {
		String brackets = "&lt;a".repeat(10_000) + "&lt;/p&gt;" + "&lt;/".repeat(10_000) + "&amp;".repeat(10_000);
		assertThat(plain(brackets)).isNotEmpty();
		assertThat(parse(doc("x").repeat(50_000), "", "", "").documentation().orElseThrow()).hasSize(50_000 * 3 - 2);
	}

}
