package dev.hyperclient.internal.exchange;

import java.util.Map;

import dev.hyperclient.internal.text.Product;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The {@code User-Agent}.
 */
class UserAgentTests {

	@Test
	void theProductTokenCarriesTheVersionOfTheBuild() {
		assertThat(Product.TOKEN).isEqualTo("hyper-client/" + System.getProperty("expected-version"));
	}

	@Test
	void parametersFollowInAlphabeticalOrder() {
		assertThat(Credentials.userAgent(Map.of("oauth_consumer", "consumer", "application", "the app")))
			.isEqualTo(Product.TOKEN + "; application=\"the app\"; oauth_consumer=\"consumer\"");
	}

	@Test
	void quotesAreEscapedAndOtherCharactersEncoded() {
		assertThat(Credentials.userAgent(Map.of("a", "a \"b\" \\c"))).endsWith("; a=\"a \\\"b\\\" \\\\c\"");
		assertThat(Credentials.userAgent(Map.of("a", " ~"))).endsWith("; a=\" ~\"");
		assertThat(Credentials.userAgent(Map.of("a", "\u007f"))).endsWith("; a*=utf-8''%7F");
		assertThat(Credentials.userAgent(Map.of("a", "café"))).endsWith("; a*=utf-8''caf%C3%A9");
		assertThat(Credentials.userAgent(Map.of("a", "x\r\nEvil: 1"))).endsWith("; a*=utf-8''x%0D%0AEvil%3A%201");
	}

}
