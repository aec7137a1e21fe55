package dev.hyperclient.wadl;

import java.net.URI;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A {@code param} of the description: a key of a JSON representation, an argument of an
 * operation or a header field.
 *
 * @param name the JSON key, the argument's name or the header field's name
 * @param style where the value stands
 * @param type what is known about the value
 * @param required whether an operation's argument must be given. For a JSON key it only
 * says that the key is there: its value may be null all the same
 * @param fixed the only value allowed, or {@code null} if there is no such value. The
 * fixed value of {@code ws.op} names an operation
 * @param options the allowed values in document order, as they stand there, with their
 * blanks and quotes; empty if any value is allowed
 * @param link whether the value is a URL
 * @param linkType the absolute address of the type of the resource that the URL leads to.
 * Empty if the value is no URL, or one that leads out of the service
 * @param path where in the JSON document the value stands, or {@code null} if the
 * description does not say
 */
public record Param(String name, ParamStyle style, ParamType type, boolean required, @Nullable String fixed,
		List<String> options, boolean link, Optional<URI> linkType, @Nullable String path) {

	public Param {
		options = List.copyOf(options);
	}

}
