/**
 * Auto-configuration of what keeps secrets: their masking in the actuator's answers, and
 * OAuth 2.
 */
@NullMarked
package dev.hyperclient.autoconfigure.security;

import org.jspecify.annotations.NullMarked;
