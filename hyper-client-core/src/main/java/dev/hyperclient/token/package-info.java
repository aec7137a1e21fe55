/**
 * OAuth token flow, and storage of tokens across restarts.
 */
@NullMarked
package dev.hyperclient.token;

import org.jspecify.annotations.NullMarked;
