/**
 * The pages of the sample in an installed browser.
 */
@NullMarked
package dev.hyperclient.cookbook.browser;

import org.jspecify.annotations.NullMarked;
