/**
 * Auto-configuration for an HTTP cache of the application's own {@code RestClient},
 * {@code RestTemplate}, {@code WebClient} and HTTP service clients. Requires neither the
 * client of services nor its auto-configuration.
 */
@NullMarked
package dev.hyperclient.autoconfigure.httpcache;

import org.jspecify.annotations.NullMarked;
