package dev.hyperclient.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/**
 * Bootstrapper of {@link HyperClientTest}, whose type argument is the annotation.
 */
final class HyperClientTestContextBootstrapper extends TestSliceTestContextBootstrapper<HyperClientTest> {

}
