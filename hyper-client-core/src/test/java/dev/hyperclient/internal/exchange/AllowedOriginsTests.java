package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.util.List;

import dev.hyperclient.error.ForeignOriginException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Which addresses are of one origin.
 */
class AllowedOriginsTests {

	@ParameterizedTest
	@CsvSource({ "http://host/1.0/, http://host:80/x", "http://host:80/, http://host/x",
			"https://host/, https://host:443", "http://Host/, HTTP://hOST/",
			"http://[2001:DB8::1]:8080/, http://[2001:db8::1]:8080/x", "http://host/, http://host" })
	void theSameOriginInOtherWordsIsAllowed(URI root, URI uri) {
		assertThatNoException()
			.isThrownBy(() -> new AllowedOrigins(root, List.of(), SettingNames.OF_BUILDER).require(uri, null));
	}

	@ParameterizedTest
	@CsvSource({ "https://host/, http://host/", "http://host/, https://host/", "https://host/, https://host:80/",
			"https://host/, http://host:443/", "http://host/, http://host.evil/", "http://host/, http://sub.host/",
			"http://host/, http://host@evil/", "http://host/, http://host:80@evil/", "http://host/, http://evil#@host/",
			"http://host/, http://evil?@host/", "http://host/, http://evil%40host/", "http://host/, http://me@host/",
			"http://host/, http://@host/", "http://host/, //host/", "http://host/, ws://host/",
			"http://host/, http:host", "http://[::1]/, http://[::2]/", "http://[::1]/, http://[::1%25lo]/" })
	void anotherOriginIsRefused(URI root, URI uri) {
		assertThatExceptionOfType(ForeignOriginException.class)
			.isThrownBy(() -> new AllowedOrigins(root, List.of(), SettingNames.OF_BUILDER).require(uri, null));
	}

}
