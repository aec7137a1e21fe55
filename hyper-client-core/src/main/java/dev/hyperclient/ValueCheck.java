package dev.hyperclient;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ParamType;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.document.UriEncoding;
import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.text.DateTimeText;
import org.jspecify.annotations.Nullable;

/**
 * Checks JSON values that are to be sent against what the description says about them:
 * dates, allowed values and links. Whatever it does not say is left to the service.
 *
 * @param enabled whether values are checked
 * @param setting the name of the setting that turns the checks off, for messages
 */
record ValueCheck(boolean enabled, String setting) {

	/**
	 * Return why a value or an element of a list cannot be sent, empty if it can.
	 */
	Optional<Problem> problem(Param param, @Nullable Object json) {
		if (!this.enabled) {
			return Optional.empty();
		}
		if (json instanceof List<?> elements) {
			return elements.stream().flatMap((element) -> single(param, element).stream()).findFirst();
		}
		return (json != null) ? single(param, json) : Optional.empty();
	}

	/**
	 * Return why one of the entries in a value is not of a type: it is fetched, and its
	 * type lacks a member that the description says that type has. What is not known to
	 * be wrong passes: references, and types without a described representation.
	 * @param type the type, {@code null} for an unknown one
	 */
	Optional<Problem> unlike(@Nullable ResourceType type, List<EntryState> entries) {
		if (type == null || !this.enabled) {
			return Optional.empty();
		}
		return entries.stream()
			.filter(EntryState.Fetched.class::isInstance)
			.map(EntryState.Fetched.class::cast)
			.flatMap((entry) -> entry.type()
				.lackedMember(type)
				.map((name) -> new Problem(entry.uri(),
						"its type is '%s', which has no '%s' as '%s' has".formatted(
								PrintableText.line(entry.type().id()), PrintableText.line(name),
								PrintableText.line(type.id()))))
				.stream())
			.findFirst();
	}

	private static Optional<Problem> single(Param param, @Nullable Object json) {
		String reason = reason(param, json);
		return (reason != null) ? Optional.of(new Problem(json, reason)) : Optional.empty();
	}

	private static @Nullable String reason(Param param, @Nullable Object json) {
		// The service ignores a redacted value that is sent back.
		if (AttributeReader.isRedacted(json)) {
			return null;
		}
		if (!param.options().isEmpty()) {
			return param.options().contains(String.valueOf(json)) ? null
					: "valid values are: " + quoted(param.options());
		}
		if (json == null) {
			return null;
		}
		if (param.type() == ParamType.DATE || param.type() == ParamType.DATE_TIME) {
			return (json instanceof String text && isDate(text)) ? null : "it is not a date";
		}
		return (param.linkType().isEmpty() || (json instanceof String text && isUrl(text))) ? null
				: "it is not the URL of a resource";
	}

	private static String quoted(List<String> options) {
		return options.stream().map(PrintableText::line).collect(Collectors.joining("\", \"", "\"", "\""));
	}

	/** Services accept a date-time for a date and the reverse. */
	private static boolean isDate(String text) {
		try {
			DateTimeText.parse(text);
			return true;
		}
		catch (DateTimeException ex) {
			return false;
		}
	}

	/** Services in the style of lazr.restful resolve a path relative to their root. */
	private static boolean isUrl(String text) {
		if (text.startsWith("/")) {
			return true;
		}
		try {
			URI uri = UriEncoding.parse(text);
			return uri.isAbsolute() && uri.getRawAuthority() != null;
		}
		catch (URISyntaxException ex) {
			return false;
		}
	}

	/**
	 * Reason against sending a value.
	 *
	 * @param value the value, or the element of a list
	 * @param reason the reason, for the end of a message
	 */
	record Problem(@Nullable Object value, String reason) {
	}

}
