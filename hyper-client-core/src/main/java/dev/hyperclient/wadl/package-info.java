/**
 * The service's description of itself: which types of resources there are, which fields
 * they have, where their links lead and which operations they offer. Read from WADL,
 * which only this package knows.
 */
@NullMarked
package dev.hyperclient.wadl;

import org.jspecify.annotations.NullMarked;
