/**
 * The description of a service: resource types with their fields, links and operations.
 * Parsed from WADL. Internal: may change in any release.
 */
@NullMarked
package dev.hyperclient.internal.description;

import org.jspecify.annotations.NullMarked;
