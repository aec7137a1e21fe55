@NullMarked
package dev.hyperclient.cookbook.service.security;

import org.jspecify.annotations.NullMarked;
