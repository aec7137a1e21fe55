/**
 * Spring Boot Actuator endpoint for services and their caches.
 */
@NullMarked
package dev.hyperclient.endpoint;

import org.jspecify.annotations.NullMarked;
