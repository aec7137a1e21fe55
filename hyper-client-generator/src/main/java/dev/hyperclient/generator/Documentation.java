package dev.hyperclient.generator;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import org.jspecify.annotations.Nullable;

/**
 * The documentation of a type or member as Javadoc. Text of the service that begins with
 * "deprecated", or has the word in brackets, leads to an annotation and its tag.
 *
 * @param deprecation what to use in its place, {@code null} if it is not deprecated
 */
record Documentation(String body, @Nullable String deprecation) {

	private static final Pattern BEGINS_DEPRECATED = Pattern.compile("(?is)^\\W*deprecated\\b[\\s\\])}:.,;!-]*(.*)");

	private static final Pattern SAYS_DEPRECATED = Pattern.compile("(?i)[\\[(]deprecated\\b");

	private static final Pattern PARAGRAPH = Pattern.compile("\\n\\s*\\n");

	/**
	 * Create the documentation.
	 * @param text the text of the service
	 * @param fallback the Javadoc if there is no text
	 */
	static Documentation of(@Nullable String text, String fallback) {
		String described = (text != null) ? text : "";
		String[] paragraphs = PARAGRAPH.split(described.strip(), 2);
		Matcher deprecated = BEGINS_DEPRECATED.matcher(paragraphs[0]);
		if (deprecated.matches()) {
			String reason = JavadocText.paragraphs(deprecated.group(1));
			return new Documentation(body((paragraphs.length > 1) ? paragraphs[1] : "", fallback),
					reason.isEmpty() ? "by the service" : reason);
		}
		return new Documentation(body(described, fallback),
				SAYS_DEPRECATED.matcher(described).find() ? "by the service, see above" : null);
	}

	private static String body(String text, String fallback) {
		String body = JavadocText.paragraphs(text);
		return body.isEmpty() ? fallback : body;
	}

	static boolean isDeprecated(@Nullable String text) {
		return of(text, "").deprecation() != null;
	}

	static String quoted(String name) {
		return "'" + JavadocText.escaped(name) + "'";
	}

	void addTo(TypeSpec.Builder type) {
		type.addJavadoc("$L", this.body);
		if (this.deprecation != null) {
			type.addJavadoc("\n@deprecated $L", this.deprecation).addAnnotation(Deprecated.class);
		}
	}

	/**
	 * Add the documentation to a method.
	 * @param tags what it takes and returns
	 */
	void addTo(MethodSpec.Builder method, CodeBlock tags) {
		method.addJavadoc("$L\n$L", this.body, tags);
		if (this.deprecation != null) {
			method.addJavadoc("@deprecated $L\n", this.deprecation).addAnnotation(Deprecated.class);
		}
	}

}
