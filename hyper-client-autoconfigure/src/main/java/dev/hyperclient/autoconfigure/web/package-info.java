/**
 * Auto-configuration for errors of services in web applications.
 */
@NullMarked
package dev.hyperclient.autoconfigure.web;

import org.jspecify.annotations.NullMarked;
