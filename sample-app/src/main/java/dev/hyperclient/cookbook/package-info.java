/**
 * The sample application with the embedded cookbook service.
 */
@NullMarked
package dev.hyperclient.cookbook;

import org.jspecify.annotations.NullMarked;
