package dev.hyperclient.internal.description;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hyperclient.error.ServiceDescriptionException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link WadlParser} with malformed, incomplete or hostile documents.
 */
@Timeout(value = 10, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WadlBadInputTests {

	private static final URI DOCUMENT = URI.create("http://library.example/1.0/");

	private static final String ROOT = """
			<resources><resource path="" type="#root"/></resources><resource_type id="root"/>
			""";

	private static WadlApplication parse(String document) {
		return WadlParser.parse(document.getBytes(StandardCharsets.UTF_8), DOCUMENT);
	}

	private static String application(String content) {
		return "<application xmlns='http://research.sun.com/wadl/2006/10'>" + content + "</application>";
	}

	private static String withDtd(String declarations, String content) {
		return "<!DOCTYPE application [" + declarations + "]>" + application(ROOT + content);
	}

	private static AbstractThrowableAssert<?, ? extends Throwable> assertThatRefused(String document) {
		return assertThatThrownBy(() -> parse(document)).isInstanceOf(ServiceDescriptionException.class)
			.hasMessageContaining(DOCUMENT.toString());
	}

	private static String numbered(int count, String format) {
		return IntStream.range(0, count).mapToObj((i) -> format.formatted(i, i + 1)).collect(Collectors.joining());
	}

	@Test
	void smallestDescriptionIsAccepted() {
		assertThat(parse(application(ROOT)).rootType().id()).isEqualTo("root");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "{\"error\": 1}", "Not found", "<a b=1/>", "\u0000",
			"<?xml version='1.0' encoding='nonsense'?><a/>", "<w:application/>", "<a b='1' b='2'/>" })
	void invalidXmlIsRejected(String document) {
		assertThatRefused(document).hasMessageContaining("well-formed")
			.message()
			.doesNotEndWith(".")
			.doesNotContain("..");
		assertThatRefused(document).hasCauseInstanceOf(Exception.class);
	}

	@Test
	void invalidBytesAreRejected() {
		assertThatThrownBy(() -> WadlParser.parse(new byte[] { '<', 'a', '>', (byte) 0xff, (byte) 0xfe }, DOCUMENT))
			.isInstanceOf(ServiceDescriptionException.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "\u00c3", "\u00c3\u00a9\u00e2\u0082", "\u00ed\u00a0\u0080", "\u00c0\u00af" })
	void invalidBytesAfterValidCharactersAreRejectedWithTheLine(String bytes) {
		// As ISO-8859-1, each of these characters is one byte.
		String valid = new String("\u00e9\u20ac\ud83c\udf70".getBytes(StandardCharsets.UTF_8),
				StandardCharsets.ISO_8859_1);
		String document = application("\n" + ROOT + "<doc>" + valid + "</doc><doc>%s</doc>");
		byte[] accepted = document.formatted(valid).getBytes(StandardCharsets.ISO_8859_1);
		byte[] refused = document.formatted(bytes).getBytes(StandardCharsets.ISO_8859_1);
		assertThat(WadlParser.parse(accepted, DOCUMENT).documentation())
			.hasValueSatisfying((text) -> assertThat(text).contains("\u00e9\u20ac\ud83c\udf70"));
		assertThatThrownBy(() -> WadlParser.parse(refused, DOCUMENT)).hasMessageContaining("line 3")
			.hasMessageContaining("its bytes are not UTF-8");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", "<?xml version='1.0' encoding='UTF-8'?>", "<?xml version='1.0' encoding='US-ASCII'?>" })
	void invalidBytesAreNotPrintedToStandardError(String declaration) {
		byte[] document = (declaration + application("\n" + ROOT + "<doc>?</doc>")).getBytes(StandardCharsets.US_ASCII);
		document[new String(document, StandardCharsets.US_ASCII).indexOf(">?<") + 1] = (byte) 0xff;
		PrintStream standardError = System.err;
		ByteArrayOutputStream written = new ByteArrayOutputStream();
		System.setErr(new PrintStream(written, true));
		try {
			assertThatThrownBy(() -> WadlParser.parse(document, DOCUMENT))
				.isInstanceOf(ServiceDescriptionException.class)
				.hasMessageContaining("line 3")
				.hasMessageContaining("well-formed");
		}
		finally {
			System.setErr(standardError);
		}
		assertThat(written.toString()).isEmpty();
	}

	@Test
	void truncatedDocumentIsRejectedWithTheLine() {
		String document = application("\n" + ROOT);
		for (int length = 0; length < document.length(); length++) {
			assertThatRefused(document.substring(0, length)).hasMessageContaining("well-formed");
		}
		assertThatRefused(document.substring(0, document.length() - 5)).hasMessageContaining("line 3");
	}

	@Test
	void textAfterTheRootElementIsRejected() {
		assertThatRefused(application(ROOT) + "and more").hasMessageContaining("well-formed");
	}

	@Test
	void anotherRootElementIsRejected() {
		assertThatRefused("<html xmlns='http://www.w3.org/1999/xhtml'><br></html>")
			.hasMessageContaining("{http://www.w3.org/1999/xhtml}html");
		assertThatRefused("<application/>").hasMessageContaining("is application, not {http");
		assertThatRefused(application(ROOT).replace("2006/10", "2009/02")).hasMessageContaining("2009/02");
	}

	@Test
	void descriptionWithoutRootResourceIsRejected() {
		assertThatRefused(application("<resource_type id='root'/>")).hasMessageContaining("resources");
		assertThatRefused(application("<resources/>")).hasMessageContaining("resource");
		assertThatRefused(application("<resources><resource path='books' type='#root'/></resources>"))
			.hasMessageContaining("empty path");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			<resources><resource path=''/></resources>                              | resource       | type
			<resource_type/>                                                        | resource_type  | id
			<representation/>                                                       | representation | id
			<resource_type id='a'><method/></resource_type>                         | method         | name
			<representation id='a'><param/></representation>                        | param          | name
			<representation id='a'><param name='b'><option/></param></representation> | option       | value
			""", quoteCharacter = '"')
	void missingAttributeIsNamedWithItsElementAndLine(String content, String element, String attribute) {
		assertThatRefused(application("\n\n" + content))
			.hasMessageContaining("line 3: the element '" + element + "' has no attribute '" + attribute + "'");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			#film                               | refers to the resource type 'film', which does not exist
			http://other.example/1.0/#root      | refers to another document
			https://library.example/1.0/#root   | refers to another document
			http://library.example/1.0/         | does not say which resource type
			http://library.example/1.0/#        | does not say which resource type
			ht tp://                            | is not a URL
			""")
	void danglingReferenceIsRejected(String reference, String problem) {
		assertThatRefused(application(ROOT + "<representation id='a'><param name='b'>\n<link resource_type='"
				+ reference + "'/></param></representation>"))
			.hasMessageContaining("line 3: '" + reference + "' " + problem);
		assertThatRefused(application(
				"<resource_type id='root'/><resources><resource path='' type='" + reference + "'/></resources>"))
			.hasMessageContaining(problem);
	}

	@Test
	void referenceToAnUnknownRepresentationIsRejected() {
		assertThatRefused(application(ROOT + "<resource_type id='a'><method name='GET'><response>"
				+ "<representation href='#root'/></response></method></resource_type>"))
			.hasMessageContaining("refers to the representation 'root', which does not exist");
	}

	@Test
	void idsMustBeUnique() {
		assertThatRefused(application(ROOT + "<resource_type id='root'/>"))
			.hasMessageContaining("another resource type 'root'");
		assertThatRefused(application(ROOT + "<representation id='a'/><representation id='a'/>"))
			.hasMessageContaining("another representation 'a'");
	}

	@Test
	void invalidBaseIsRejected() {
		assertThatRefused(application("<resources base='ht tp:'/>")).hasMessageContaining("the base 'ht tp:'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a/>",
			"<!DOCTYPE a PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'http://127.0.0.1:1/x.dtd'><a/>",
			"<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 'file:///etc/hostname'><a/>",
			"<!DOCTYPE a [<!ENTITY % e SYSTEM 'file:///etc/hostname'> %e;]><a/>",
			"<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><a>&e;</a>",
			"<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><a b='&e;'/>" })
	void externalEntitiesAreRejectedAndNotTreatedAsEmpty(String document) {
		String inside = document.replace("<a>&e;</a>", application(ROOT + "<doc>&e;</doc>"))
			.replace("<a b='&e;'/>", application(ROOT + "<doc title='&e;'/>"))
			.replace("<a/>", application(ROOT));
		assertThatRefused(inside).hasMessageContaining("external entity");
	}

	@Test
	void unusedExternalEntityIsIgnored() {
		assertThat(parse(withDtd("<!ENTITY e SYSTEM 'file:///etc/hostname'>", "")).rootType()).isNotNull();
	}

	@Test
	void undeclaredEntityIsRejected() {
		assertThatRefused(withDtd("", "<doc>&unknown;</doc>")).hasMessageContaining("unknown");
	}

	@Test
	void entitiesMayContainElements() {
		WadlApplication application = parse(withDtd("<!ENTITY e '<resource_type id=\"book\"/>'>", "&e;"));
		assertThat(application.findResourceTypeById("book")).isPresent();
	}

	@Test
	void manyUsesOfASmallEntityAreAccepted() {
		assertThat(parse(withDtd("<!ENTITY nbsp '\\&#160;'>", "<doc>" + "&nbsp;".repeat(20_000) + "</doc>")).rootType())
			.isNotNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "<doc>&e9;</doc>", "<doc title='&e9;'/>" })
	void entitiesThatMultiplyAreRejected(String content) {
		String declarations = "<!ENTITY e0 'ha'>" + IntStream.range(0, 9)
			.mapToObj((i) -> "<!ENTITY e" + (i + 1) + " '" + ("&e" + i + ";").repeat(10) + "'>")
			.collect(Collectors.joining());
		assertThatRefused(withDtd(declarations, content)).hasMessageContaining("64000");
	}

	@ParameterizedTest
	@ValueSource(strings = { "<doc>%s</doc>", "<doc title='%s'/>" })
	void largeEntityUsedOftenIsRejected(String content) {
		assertThatRefused(withDtd("<!ENTITY e '" + "x".repeat(50_000) + "'>", content.formatted("&e;".repeat(10_000))))
			// The message of the JDK, in its locale.
			.hasMessageContaining("%,d", 1_000_000);
	}

	@Test
	void entitiesThatContainThemselvesAreRejected() {
		assertThatRefused(withDtd("<!ENTITY a '&b;'><!ENTITY b '&a;'>", "<doc>&a;</doc>"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "<doc>&e0;</doc>", "<doc title='&e0;'/>" })
	void entitiesWithinEntitiesDoNotOverflowTheStack(String content) throws InterruptedException {
		String document = withDtd(numbered(2_500, "<!ENTITY e%d '&e%d;'>") + "<!ENTITY e2500 'x'>", content);
		AtomicReference<Throwable> failure = new AtomicReference<>();
		Thread small = new Thread(null, () -> failure.set(catchThrowable(() -> parse(document))), "small", 160 * 1024);
		small.start();
		small.join();
		// How deep is too deep depends on what is compiled already.
		assertThat(failure.get()).satisfiesAnyOf((ex) -> assertThat(ex).isNull(),
				(ex) -> assertThat(ex).isInstanceOf(ServiceDescriptionException.class));
	}

	@Test
	void hugeDtdsAreRejected() {
		assertThatRefused(withDtd(numbered(200_000, "<!ENTITY e%d '&e%d;'>"), "<doc>&e0;</doc>"))
			.hasMessageContaining("DOCTYPE");
		assertThatRefused(withDtd("<!ATTLIST doc " + numbered(200_000, " a%d CDATA 'x'") + ">", ""))
			.hasMessageContaining("DOCTYPE");
		assertThatRefused(withDtd("<!ELEMENT doc " + "(".repeat(100_000) + "a" + ")".repeat(100_000) + ">", ""))
			.hasMessageContaining("DOCTYPE");
	}

	@ParameterizedTest
	@ValueSource(strings = { "doc", "resource_type id='a'", "representation id='b'", "method name='GET'" })
	void excessiveNestingIsRejected(String tag) {
		String name = tag.split(" ")[0];
		assertThatRefused(application(ROOT + ("<" + tag + ">").repeat(100_000) + ("</" + name + ">").repeat(100_000)))
			.hasMessageContaining("nested more than 200 deep");
	}

	@Test
	void nestedDocumentationIsAccepted() {
		String nested = "<ul><li>".repeat(90) + "</li></ul>".repeat(90);
		assertThat(parse(application("<doc>" + nested + "</doc>" + ROOT)).rootType()).isNotNull();
	}

	@Test
	void excessiveNumbersOfAttributesAreRejected() {
		assertThatRefused(application("<doc" + numbered(200_000, " a%d=''") + "/>")).hasMessageContaining("200");
		assertThatRefused(application("<doc" + numbered(200_000, " xmlns:a%d='u'") + "/>"))
			.hasMessageContaining("single tag");
	}

	@Test
	void longDocumentationIsAccepted() {
		assertThat(parse(application("<doc>" + "text ".repeat(200_000) + "</doc>" + ROOT)).rootType()).isNotNull();
	}

}
