/**
 * Header fields in little memory. Internal: not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.fields;

import org.jspecify.annotations.NullMarked;
