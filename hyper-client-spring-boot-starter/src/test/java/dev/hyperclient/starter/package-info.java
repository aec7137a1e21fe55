/**
 * The starter and nothing else.
 */
@NullMarked
package dev.hyperclient.starter;

import org.jspecify.annotations.NullMarked;
