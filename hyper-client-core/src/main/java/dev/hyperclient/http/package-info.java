/**
 * Requests and responses of the client, and the steps of their exchange.
 */
@NullMarked
package dev.hyperclient.http;

import org.jspecify.annotations.NullMarked;
