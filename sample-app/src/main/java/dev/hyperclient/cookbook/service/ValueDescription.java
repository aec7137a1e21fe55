package dev.hyperclient.cookbook.service;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What is known about the values of a field or an argument.
 *
 * @param name the name
 * @param kind the kind of the values
 * @param required whether there must be a value
 * @param options the values a choice has
 * @param target the id of the resource type a link leads to
 */
record ValueDescription(String name, ValueKind kind, boolean required, List<String> options, @Nullable String target) {

	static ValueDescription of(String name, ValueKind kind) {
		return new ValueDescription(name, kind, false, List.of(), null);
	}

	static ValueDescription choice(String name, List<String> options) {
		return new ValueDescription(name, ValueKind.CHOICE, false, options, null);
	}

	static ValueDescription link(String name, ValueKind kind, String target) {
		return new ValueDescription(name, kind, false, List.of(), target);
	}

	static ValueDescription file(String name) {
		return link(name, ValueKind.FILE, "HostedFile");
	}

	ValueDescription mandatory() {
		return new ValueDescription(this.name, this.kind, true, this.options, this.target);
	}

}
