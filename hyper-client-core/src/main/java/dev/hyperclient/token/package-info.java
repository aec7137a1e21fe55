/**
 * How an application gets an OAuth token that a user grants to it, and where it keeps the
 * token from one start to the next.
 */
@NullMarked
package dev.hyperclient.token;

import org.jspecify.annotations.NullMarked;
