/**
 * Goals that generate typed clients, fetch descriptions and check overlays. The work is
 * done by {@code dev.hyperclient.internal.generator}.
 */
@NullMarked
package dev.hyperclient.maven;

import org.jspecify.annotations.NullMarked;
