package dev.hyperclient.test.notes;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The application of a user.
 */
@SpringBootApplication
class NotesApplication {

}
