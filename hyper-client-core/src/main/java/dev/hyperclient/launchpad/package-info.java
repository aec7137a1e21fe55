/**
 * What is known of Launchpad beyond its own description.
 */
@NullMarked
package dev.hyperclient.launchpad;

import org.jspecify.annotations.NullMarked;
