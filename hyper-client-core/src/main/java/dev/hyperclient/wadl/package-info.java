/**
 * The description of a service: resource types with their fields, links and operations.
 * Parsed from WADL.
 */
@NullMarked
package dev.hyperclient.wadl;

import org.jspecify.annotations.NullMarked;
