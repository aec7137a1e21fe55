/**
 * A journal of the requests of all services: which were sent, which the cache answered,
 * and which belong to the page that is shown. Internal: may change in any release.
 */
@NullMarked
package dev.hyperclient.internal.journal;

import org.jspecify.annotations.NullMarked;
