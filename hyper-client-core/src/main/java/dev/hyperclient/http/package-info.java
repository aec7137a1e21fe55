/**
 * Requests and responses of the client.
 */
@NullMarked
package dev.hyperclient.http;

import org.jspecify.annotations.NullMarked;
