/**
 * Test support: a self-describing service in process for tests with Spring Boot or with
 * JUnit alone, assertions about the requests that it received, and the contract of stores
 * for responses.
 */
@NullMarked
package dev.hyperclient.test;

import org.jspecify.annotations.NullMarked;
