/**
 * The origin of URLs. Internal: not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.uri;

import org.jspecify.annotations.NullMarked;
