package dev.hyperclient.cookbook.service;

import java.time.Instant;

/**
 * A file as it was stored.
 *
 * @param mediaType what the writer said it is
 * @param name the file name the writer gave
 * @param content the bytes, which nobody changes
 * @param stored when it was stored
 */
record StoredFile(String mediaType, String name, byte[] content, Instant stored) {
}
