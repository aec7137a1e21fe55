package dev.hyperclient.test.notes;

/**
 * One of two test classes that share a service.
 */
class SecondSharedFakeServiceTests extends SharedFakeServiceTestBase {

}
