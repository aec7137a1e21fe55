package dev.hyperclient.internal.description;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the documentation in a description.
 */
class DocumentationTests {

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
	void eachElementHasItsOwnDocumentation() {
		WadlApplication library = parse(doc("All"), doc("Type"), doc("Method"), doc("Param"));
		WadlMethod method = library.rootType().methods().get(0);
		assertThat(library.documentation()).hasValue("All");
		assertThat(library.rootType().documentation()).hasValue("Type");
		assertThat(method.documentation()).hasValue("Method");
		assertThat(method.requestParams()).singleElement().satisfies((param) -> {
			assertThat(param.documentation()).hasValue("Param");
			assertThat(param.options()).containsExactly("find");
		});
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
