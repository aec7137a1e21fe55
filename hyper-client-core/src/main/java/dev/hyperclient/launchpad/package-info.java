/**
 * Settings for Launchpad that its description does not contain.
 */
@NullMarked
package dev.hyperclient.launchpad;

import org.jspecify.annotations.NullMarked;
