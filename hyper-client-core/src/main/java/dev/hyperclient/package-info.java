/**
 * What an application holds: a {@link dev.hyperclient.ServiceRoot} and the resources that
 * are reached from it.
 */
@NullMarked
package dev.hyperclient;

import org.jspecify.annotations.NullMarked;
