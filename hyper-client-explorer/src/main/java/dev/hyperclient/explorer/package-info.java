/**
 * Pages for development that show the services of an application: their description,
 * entries and operations.
 */
@NullMarked
package dev.hyperclient.explorer;

import org.jspecify.annotations.NullMarked;
