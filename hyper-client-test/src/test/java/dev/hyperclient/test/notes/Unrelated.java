package dev.hyperclient.test.notes;

import org.springframework.stereotype.Component;

/**
 * A component that does not belong to a slice.
 */
@Component
class Unrelated {

}
