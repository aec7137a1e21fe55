/**
 * The example cookbook service, declared on {@code dev.hyperclient.testservice}. It does
 * not depend on the client.
 * <ul>
 * <li>{@link dev.hyperclient.cookbook.service.CookbookService} declares versions and
 * entry types, and starts the service.
 * <li>{@code Cookbook}, {@code Dish} and {@code Recipe} are the stored entries with their
 * types; {@code CookbookOperations} has the named operations.
 * <li>{@code Library} is the data of the service, an immutable value; {@code SeedData}
 * creates the initial one.
 * <li>{@code CookbookGuards} creates the guard from the properties.
 * </ul>
 */
@NullMarked
package dev.hyperclient.cookbook.service;

import org.jspecify.annotations.NullMarked;
