package dev.hyperclient.internal.generator;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Corrections of a description: what is required, other names and types, what is left
 * out, keys of collections, names of lists of values.
 *
 * @param rules the rules in the order of the file
 * @param keys the key lookups by the names of the collections in the root
 * @param values an attribute or parameter that has the list by the name of the class
 * @param byMember the rules by the names of their type and member, those for patterns by
 * {@code *}
 */
record Overlay(List<Rule> rules, Map<String, Key> keys, Map<String, Key> values, Map<String, List<Rule>> byMember) {

	Overlay(List<Rule> rules, Map<String, Key> keys, Map<String, Key> values) {
		this(rules, keys, values,
				rules.stream()
					.collect(Collectors
						.groupingBy((rule) -> (Rule.isPattern(rule.type()) || Rule.isPattern(rule.member())) ? "*"
								: key(rule.type(), rule.member()))));
	}

	private static String key(String type, String member) {
		return type + " " + member;
	}

	static final Overlay NONE = new Overlay(List.of(), Map.of(), Map.of());

	/** Return an overlay with the rules of both, of which these win. */
	Overlay over(Overlay preset) {
		List<Rule> all = Stream.concat(preset.rules.stream(), this.rules.stream()).toList();
		Map<String, Key> allKeys = new LinkedHashMap<>(preset.keys);
		allKeys.putAll(this.keys);
		// The own names come first: the first name of a list is used.
		Map<String, Key> allValues = new LinkedHashMap<>(this.values);
		preset.values.forEach(allValues::putIfAbsent);
		return new Overlay(all, allKeys, allValues);
	}

	/** Return the corrections of a type. */
	Correction ofType(String type) {
		return correction(rules(Rule.Subject.TYPE, type, "", ""));
	}

	/** Return the corrections of an operation. */
	Correction ofOperation(String type, String operation) {
		return correction(rules(Rule.Subject.OPERATION, type, operation, ""));
	}

	/** Return the corrections of a parameter. */
	Correction ofParameter(String type, String operation, String parameter) {
		return correction(rules(Rule.Subject.PARAMETER, type, operation, parameter));
	}

	static Correction correction(List<Rule> rules) {
		Correction merged = Correction.NONE;
		for (Rule rule : rules) {
			merged = merged.with(rule.correction());
		}
		return merged;
	}

	/**
	 * Return the rules that apply, the ones that override others last: names override
	 * patterns, later rules override earlier ones, and all of them those of a preset.
	 */
	List<Rule> rules(Rule.Subject subject, String type, String member, String parameter) {
		return sorted(Stream.of("*", key(type, member)),
				(rule) -> rule.subject() == subject && rule.matches(type, member, parameter));
	}

	/** Return the rules of a link, which is named with or without its suffix. */
	List<Rule> linkRules(String type, String name, String bareName) {
		return sorted(Stream.of("*", key(type, name), key(type, bareName)).distinct(),
				(rule) -> rule.subject() == Rule.Subject.ATTRIBUTE
						&& (rule.matches(type, name, "") || rule.matches(type, bareName, "")));
	}

	private List<Rule> sorted(Stream<String> keys, Predicate<Rule> applies) {
		return keys.flatMap((key) -> this.byMember.getOrDefault(key, List.of()).stream())
			.filter(applies)
			.sorted(Comparator.comparingInt(Rule::precision).thenComparingInt(Rule::line))
			.toList();
	}

	/** Return the last rule that corrects something. */
	static Optional<Rule> deciding(List<Rule> rules, Predicate<Correction> corrects) {
		return rules.stream().filter((rule) -> corrects.test(rule.correction())).reduce((one, other) -> other);
	}

	/**
	 * One rule.
	 *
	 * @param member the name or pattern of the attribute or operation
	 * @param line the line of the file, 0 for a rule of a preset
	 */
	record Rule(Subject subject, String type, String member, String parameter, Correction correction, int line) {

		enum Subject {

			TYPE, ATTRIBUTE, OPERATION, PARAMETER

		}

		boolean matches(String otherType, String otherMember, String otherParameter) {
			return matches(this.type, otherType) && matches(this.member, otherMember)
					&& matches(this.parameter, otherParameter);
		}

		/** Return the name or pattern of what is corrected. */
		String subjectName() {
			return switch (this.subject) {
				case TYPE -> this.type;
				case ATTRIBUTE, OPERATION -> this.member;
				case PARAMETER -> this.parameter;
			};
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

		boolean isOfPreset() {
			return this.line == 0;
		}

		int precision() {
			return (isOfPreset() ? 0 : 8) + (isPattern(this.type) ? 0 : 4) + (isPattern(this.member) ? 0 : 2)
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

		/** Return the type as it is written in the overlay. */
		String typeName() {
			return (this.type != null) ? this.type.overlayName().replace("<any>", "") : "";
		}

		boolean isOmitted() {
			return Boolean.TRUE.equals(this.omit);
		}

		boolean isRequired(boolean described) {
			return (this.required != null) ? this.required : described;
		}

	}

	/**
	 * The path of a key lookup or owner of a list of values, and its line in the file, 0
	 * for one of a preset.
	 */
	record Key(String path, int line) {
	}

}
