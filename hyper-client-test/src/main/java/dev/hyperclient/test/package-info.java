/**
 * Test support: a self-describing service in process for tests with Spring Boot or with
 * JUnit alone, and assertions about the requests that it received.
 */
@NullMarked
package dev.hyperclient.test;

import org.jspecify.annotations.NullMarked;
