/**
 * Auto-configuration for the HTTP cache: of {@code RestClient}, {@code RestTemplate},
 * {@code WebClient} and HTTP service clients. Requires neither the client of services nor
 * its auto-configuration.
 */
@NullMarked
package dev.hyperclient.autoconfigure.httpcache;

import org.jspecify.annotations.NullMarked;
