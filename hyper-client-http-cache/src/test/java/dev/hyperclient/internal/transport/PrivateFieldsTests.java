package dev.hyperclient.internal.transport;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The libraries on the class path have the private fields that are read.
 */
class PrivateFieldsTests {

	@ParameterizedTest
	@EnumSource
	void fieldExists(PrivateField field) {
		assertThat(PrivateFields.SPRING.has(field)).isTrue();
	}

}
