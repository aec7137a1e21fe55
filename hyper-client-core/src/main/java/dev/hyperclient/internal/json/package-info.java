/**
 * JSON documents: the only place that knows Jackson. Not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.json;

import org.jspecify.annotations.NullMarked;
