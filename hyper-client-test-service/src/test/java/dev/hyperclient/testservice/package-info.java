@NullMarked
package dev.hyperclient.testservice;

import org.jspecify.annotations.NullMarked;
