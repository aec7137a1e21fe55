package dev.hyperclient.internal.description;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.error.ServiceDescriptionException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

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

	static Stream<Arguments> refusedDocuments() {
		return Stream.of(arguments(application(ROOT) + "and more", "well-formed"),
				arguments("<html xmlns='http://www.w3.org/1999/xhtml'><br></html>",
						"{http://www.w3.org/1999/xhtml}html"),
				arguments("<application/>", "is application, not {http"),
				arguments(application(ROOT).replace("2006/10", "2009/02"), "2009/02"),
				arguments(application("<resource_type id='root'/>"), "resources"),
				arguments(application("<resources/>"), "resource"),
				arguments(application("<resources><resource path='books' type='#root'/></resources>"), "empty path"),
				arguments(application("<resources base='ht tp:'/>"), "the base 'ht tp:'"),
				arguments(withReference("#film"), "'#film' refers to the resource type 'film', which does not exist"),
				arguments(withReference("http://other.example/1.0/#root"), "refers to another document"),
				arguments(withReference("https://library.example/1.0/#root"), "refers to another document"),
				arguments(withReference("http://library.example/1.0/"), "does not say which resource type"),
				arguments(withReference("http://library.example/1.0/#"), "does not say which resource type"),
				arguments(withReference("ht tp://"), "line 3: 'ht tp://' is not a URL"),
				arguments(
						"<resource_type id='root'/><resources><resource path='' type='#film'/></resources>"
							.transform(WadlBadInputTests::application),
						"'#film' refers to the resource type 'film', which does not exist"),
				arguments(
						application(ROOT + "<resource_type id='a'><method name='GET'><response>"
								+ "<representation href='#root'/></response></method></resource_type>"),
						"refers to the representation 'root', which does not exist"),
				arguments(application(ROOT + "<resource_type id='root'/>"), "another resource type 'root'"),
				arguments(application(ROOT + "<representation id='a'/><representation id='a'/>"),
						"another representation 'a'"),
				without("<resources><resource path=''/></resources>", "resource", "type"),
				without("<resource_type/>", "resource_type", "id"),
				without("<representation/>", "representation", "id"),
				without("<resource_type id='a'><method/></resource_type>", "method", "name"),
				without("<representation id='a'><param/></representation>", "param", "name"),
				without("<representation id='a'><param name='b'><option/></param></representation>", "option",
						"value"));
	}

	private static String withReference(String reference) {
		return application(ROOT + "<representation id='a'><param name='b'>\n<link resource_type='" + reference
				+ "'/></param></representation>");
	}

	private static Arguments without(String content, String element, String attribute) {
		return arguments(application("\n\n" + content),
				"line 3: the element '" + element + "' has no attribute '" + attribute + "'");
	}

	@ParameterizedTest
	@MethodSource("refusedDocuments")
	void incompleteOrContradictoryDescriptionIsRejected(String document, String problem) {
		assertThatRefused(document).hasMessageContaining(problem);
	}

	/** Documents whose entities, attributes or elements are too many. */
	static Stream<Arguments> excessiveDocuments() {
		String multiplying = "<!ENTITY e0 'ha'>" + IntStream.range(0, 9)
			.mapToObj((i) -> "<!ENTITY e" + (i + 1) + " '" + ("&e" + i + ";").repeat(10) + "'>")
			.collect(Collectors.joining());
		String large = "<!ENTITY e '" + "x".repeat(50_000) + "'>";
		String often = "&e;".repeat(10_000);
		// The message of the JDK, in its locale.
		String million = "%,d".formatted(1_000_000);
		return Stream.of(arguments(withDtd("", "<doc>&unknown;</doc>"), "unknown"),
				arguments(withDtd("<!ENTITY a '&b;'><!ENTITY b '&a;'>", "<doc>&a;</doc>"), "well-formed"),
				arguments(withDtd(multiplying, "<doc>&e9;</doc>"), "64000"),
				arguments(withDtd(multiplying, "<doc title='&e9;'/>"), "64000"),
				arguments(withDtd(large, "<doc>" + often + "</doc>"), million),
				arguments(withDtd(large, "<doc title='" + often + "'/>"), million),
				arguments(withDtd(numbered(20_000, "<!ENTITY e%d '&e%d;'>"), "<doc>&e0;</doc>"), "DOCTYPE"),
				arguments(withDtd("<!ATTLIST doc " + numbered(20_000, " a%d CDATA 'x'") + ">", ""), "DOCTYPE"),
				arguments(withDtd("<!ELEMENT doc " + "(".repeat(100_000) + "a" + ")".repeat(100_000) + ">", ""),
						"DOCTYPE"),
				arguments(application("<doc" + numbered(20_000, " a%d=''") + "/>"), "200"),
				arguments(application("<doc" + numbered(20_000, " xmlns:a%d='u'") + "/>"), "single tag"),
				nested("doc", ""), nested("resource_type", " id='a'"), nested("representation", " id='b'"),
				nested("method", " name='GET'"));
	}

	private static Arguments nested(String element, String attribute) {
		return arguments(application(ROOT + "<%s%s>".formatted(element, attribute).repeat(100_000)
				+ "</%s>".formatted(element).repeat(100_000)), "nested more than 200 deep");
	}

	/** The documents are too long to be names of tests. */
	@ParameterizedTest(name = "{index}: {1}")
	@MethodSource("excessiveDocuments")
	void entitiesThatMultiplyAndOtherExcessesAreRejected(String document, String problem) {
		assertThatRefused(document).hasMessageContaining(problem);
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
	void nestedDocumentationIsAccepted() {
		String nested = "<ul><li>".repeat(90) + "</li></ul>".repeat(90);
		assertThat(parse(application("<doc>" + nested + "</doc>" + ROOT)).rootType()).isNotNull();
	}

}
