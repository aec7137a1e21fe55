package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.util.List;

import dev.hyperclient.error.ForeignOriginException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
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
	@CsvSource({ "http://host/1.0/x/../y, http://host/1.0/y", "http://host/1.0/./y?a=/../b, http://host/1.0/y?a=/../b",
			"http://host/1.0/x/%2E%2e/y, http://host/1.0/y", "http://host/1.0/x/.., http://host/1.0/",
			"http://files/a/../b, http://files/b", "http://host/1.0/../1.0/y#z, http://host/1.0/y#z",
			"http://host/1.0/x/..y, http://host/1.0/x/..y", "http://host/1.0/a%2Eb, http://host/1.0/a%2Eb",
			"http://host/1.0//x, http://host/1.0//x", "http://host/other, http://host/other" })
	void dotSegmentsAreRemoved(URI uri, URI expected) {
		AllowedOrigins origins = new AllowedOrigins(URI.create("http://host/1.0/"), List.of(URI.create("http://files")),
				SettingNames.OF_BUILDER);
		assertThat(origins.require(uri, null)).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "http://host/1.0/../admin", "http://host/1.0/../../admin", "http://host/1.0/%2e%2E/admin",
			"http://host/1.0/x/../..", "http://HOST:80/1.0/..", "http://host/../1.0/x/../../y", "http://files/../b" })
	void dotSegmentsThatLeaveTheServiceAreRefused(URI uri) {
		AllowedOrigins origins = new AllowedOrigins(URI.create("http://host/1.0/"), List.of(URI.create("http://files")),
				SettingNames.OF_BUILDER);
		assertThatExceptionOfType(ForeignOriginException.class).isThrownBy(() -> origins.require(uri, null))
			.withMessage("%s has dot segments that lead out of the service root http://host/1.0/ and was not requested",
					uri);
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
