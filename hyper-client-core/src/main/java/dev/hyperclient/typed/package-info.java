/**
 * Base types of typed clients, whose classes are generated from the description of a
 * service by {@code hyper-client-generator}.
 */
@NullMarked
package dev.hyperclient.typed;

import org.jspecify.annotations.NullMarked;
