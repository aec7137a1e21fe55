package dev.hyperclient.error;

/**
 * The problem that a service reports for the value of one attribute or argument.
 *
 * @param field the name of the attribute or argument in the representation
 * @param message the problem with its value
 */
public record InvalidField(String field, String message) {
}
