/**
 * A journal of the requests of all services: which were sent, which the cache answered,
 * and which belong to the page that is shown.
 */
@NullMarked
package dev.hyperclient.explorer.journal;

import org.jspecify.annotations.NullMarked;
