/**
 * Files that only their owner may read or change. Internal to Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.files;

import org.jspecify.annotations.NullMarked;
