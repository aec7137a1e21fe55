/**
 * The example cookbook service, declared on {@code dev.hyperclient.testservice}. It does
 * not depend on the client.
 * <ul>
 * <li>{@link dev.hyperclient.cookbook.service.CookbookService} starts the service, with
 * the guard of the properties.
 * <li>{@code CookbookDeclaration} declares versions and entry types,
 * {@code CookbookOperations} the named operations, and {@code SeedData} the entries.
 * </ul>
 */
@NullMarked
package dev.hyperclient.cookbook.service;

import org.jspecify.annotations.NullMarked;
