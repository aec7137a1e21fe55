package dev.hyperclient.internal.exchange;

import dev.hyperclient.http.PendingContent;
import dev.hyperclient.http.ServiceResponse;

/**
 * An answer whose content is still to be read.
 *
 * @param head the answer without its content
 * @param content the content; to be taken or closed
 */
public record StreamedResponse(ServiceResponse head, PendingContent content) {
}
