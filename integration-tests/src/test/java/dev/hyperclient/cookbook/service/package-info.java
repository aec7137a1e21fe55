@NullMarked
package dev.hyperclient.cookbook.service;

import org.jspecify.annotations.NullMarked;
