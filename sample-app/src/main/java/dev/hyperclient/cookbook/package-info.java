/**
 * The sample: both ends of the conversation, on embedded defaults.
 */
@NullMarked
package dev.hyperclient.cookbook;

import org.jspecify.annotations.NullMarked;
