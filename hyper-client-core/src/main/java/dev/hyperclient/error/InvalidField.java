package dev.hyperclient.error;

/**
 * What a service has against the value of one attribute or argument.
 *
 * @param field the name of the attribute or argument on the wire
 * @param message what is wrong with its value
 */
public record InvalidField(String field, String message) {
}
