package dev.hyperclient.internal.generator;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The types that a text of the description names. The rules are few and strict: a
 * sentence begins with a noun phrase that names the value, such as "The number of
 * comments", or with "Whether".
 */
final class DescribedType {

	/** Words before the noun, none of which begins another phrase. */
	private static final String PHRASE = "(?:(?:the|an?|this|your) )?(?:(?!(?:the|an?|use|see|set|of)\\b)[\\w'’-]+ ){0,4}";

	/** The noun ends the phrase, or is the subject of what follows. */
	private static final String END = "(?=$|[.,:;]| (?:of|for|to|that|which|as|at|where|about|used|on|in|why|describing|from|after|before)\\b)";

	/** How often something happens is no number, and lists in a text are texts. */
	private static final List<Rule> RULES = List.of(rule(ValueKind.BOOLEAN,
			"(whether|indicate whether|if true|if enabled|(?:is )?true (?:if|for|or false)|(?:check|tick) this (?:box )?(?:if|to))\\b"),
			rule(ValueKind.BOOLEAN, "(is|are|has|have|can|does|do|should|must|was)\\b[^?]*\\?$"),
			rule(ValueKind.INTEGER, "(?:(?:the|a|total|cache of the) )*(number of) (?!the\\b)[\\w -]*s\\b"),
			rule(ValueKind.INTEGER, "the ((?:unique|tracking) number)\\b"),
			rule(ValueKind.MAP, "(?:the|an?) (dictionary|dict|mapping)\\b"),
			rule(ValueKind.LIST, "(?:the|an?) (list of)\\b(?!.*(?:separated|delimited))"),
			rule(ValueKind.DATE_TIME, PHRASE + "(date and time|timestamp)" + END),
			rule(ValueKind.URI, PHRASE + "(ur[il])" + END + "(?!.*email)"),
			rule(ValueKind.TEXT, PHRASE
					+ "(name|title|description|summary|text|string|comment|message|explanation|reason|path|notes|fingerprint|pattern|email address)"
					+ END));

	private static final Pattern SENTENCES = Pattern.compile("\\n+|(?<=[.?!])\\s+");

	private DescribedType() {
	}

	private record Rule(ValueKind kind, Pattern pattern) {

	}

	private static Rule rule(ValueKind kind, String pattern) {
		return new Rule(kind, Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
	}

	/**
	 * Return the types that a text names, each with the words that name it. If there are
	 * several, the text does not decide.
	 */
	static Map<ValueKind, String> of(String documentation) {
		Map<ValueKind, String> types = new EnumMap<>(ValueKind.class);
		for (String sentence : SENTENCES.split(documentation.strip())) {
			for (Rule rule : RULES) {
				Matcher matcher = rule.pattern.matcher(sentence);
				if (matcher.lookingAt()) {
					types.putIfAbsent(rule.kind, matcher.group(1).toLowerCase(Locale.ROOT));
					break;
				}
			}
		}
		return types;
	}

}
