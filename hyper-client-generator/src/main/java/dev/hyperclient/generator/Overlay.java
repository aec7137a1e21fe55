package dev.hyperclient.generator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Corrections of a description: what is required, other names and types, what is left
 * out, keys of collections.
 *
 * @param rules the rules in the order of the file
 * @param keys the path of each key lookup by the name of the collection in the root
 */
record Overlay(List<Rule> rules, Map<String, String> keys) {

	static final Overlay NONE = new Overlay(List.of(), Map.of());

	/** Return the corrections of a type. */
	Correction ofType(String type) {
		return correction(Rule.Subject.TYPE, type, "", "");
	}

	/** Return the corrections of an attribute or link. */
	Correction ofAttribute(String type, String attribute) {
		return correction(Rule.Subject.ATTRIBUTE, type, attribute, "");
	}

	/** Return the corrections of an operation. */
	Correction ofOperation(String type, String operation) {
		return correction(Rule.Subject.OPERATION, type, operation, "");
	}

	/** Return the corrections of a parameter. */
	Correction ofParameter(String type, String operation, String parameter) {
		return correction(Rule.Subject.PARAMETER, type, operation, parameter);
	}

	/** Names override patterns, and later rules override earlier ones. */
	private Correction correction(Rule.Subject subject, String type, String member, String parameter) {
		Correction merged = Correction.NONE;
		for (Rule rule : matching(subject, type, member, parameter)) {
			merged = merged.with(rule.correction());
		}
		return merged;
	}

	private List<Rule> matching(Rule.Subject subject, String type, String member, String parameter) {
		return this.rules.stream()
			.filter((rule) -> rule.subject() == subject && rule.matches(type, member, parameter))
			.sorted((one, other) -> Integer.compare(one.precision(), other.precision()))
			.toList();
	}

	/**
	 * Return the rule of an attribute or link that decides, among those that correct the
	 * same.
	 */
	Optional<Rule> ruleOfAttribute(String type, String attribute, Predicate<Correction> corrects) {
		return matching(Rule.Subject.ATTRIBUTE, type, attribute, "").stream()
			.filter((rule) -> corrects.test(rule.correction()))
			.reduce((one, other) -> other);
	}

	/**
	 * One rule.
	 *
	 * @param member the name or pattern of the attribute or operation
	 * @param line the line of the file
	 */
	record Rule(Subject subject, String type, String member, String parameter, Correction correction, int line) {

		enum Subject {

			TYPE, ATTRIBUTE, OPERATION, PARAMETER

		}

		boolean matches(String otherType, String otherMember, String otherParameter) {
			return matches(this.type, otherType) && matches(this.member, otherMember)
					&& matches(this.parameter, otherParameter);
		}

		static boolean isPattern(String name) {
			return name.indexOf('*') >= 0;
		}

		static boolean matches(String pattern, String name) {
			int star = pattern.indexOf('*');
			if (star < 0) {
				return pattern.equals(name);
			}
			String start = pattern.substring(0, star);
			String end = pattern.substring(star + 1);
			return name.length() >= start.length() + end.length() && name.startsWith(start) && name.endsWith(end);
		}

		int precision() {
			return (isPattern(this.type) ? 0 : 4) + (isPattern(this.member) ? 0 : 2)
					+ (isPattern(this.parameter) ? 0 : 1);
		}

	}

	/**
	 * What a rule changes; {@code null} for what it does not change.
	 *
	 * @param name the name in Java
	 */
	record Correction(@Nullable String name, @Nullable Boolean required, @Nullable Boolean omit,
			ClientModel.@Nullable ValueModel type) {

		static final Correction NONE = new Correction(null, null, null, null);

		Correction with(Correction other) {
			return new Correction((other.name != null) ? other.name : this.name,
					(other.required != null) ? other.required : this.required,
					(other.omit != null) ? other.omit : this.omit, (other.type != null) ? other.type : this.type);
		}

		boolean isOmitted() {
			return Boolean.TRUE.equals(this.omit);
		}

		boolean isRequired(boolean described) {
			return (this.required != null) ? this.required : described;
		}

	}

}
