/**
 * How requests are authorized.
 */
@NullMarked
package dev.hyperclient.authorizer;

import org.jspecify.annotations.NullMarked;
