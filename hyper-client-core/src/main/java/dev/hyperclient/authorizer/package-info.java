/**
 * How requests are authorized: by name and password, by OAuth, or by what an application
 * brings along.
 */
@NullMarked
package dev.hyperclient.authorizer;

import org.jspecify.annotations.NullMarked;
