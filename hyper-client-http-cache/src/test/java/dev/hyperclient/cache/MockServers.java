package dev.hyperclient.cache;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;

/**
 * Servers without HTTP/2, since the client of the JDK sometimes fails to upgrade to it.
 */
public final class MockServers {

	private MockServers() {
	}

	/**
	 * Return a server for the tests of a class.
	 */
	public static WireMockExtension plain() {
		return of(false);
	}

	/**
	 * Return a server whose responses may quote their requests.
	 */
	public static WireMockExtension templating() {
		return of(true);
	}

	private static WireMockExtension of(boolean templating) {
		return WireMockExtension.newInstance()
			.options(
					WireMockConfiguration.options().dynamicPort().http2PlainDisabled(true).globalTemplating(templating))
			.build();
	}

}
