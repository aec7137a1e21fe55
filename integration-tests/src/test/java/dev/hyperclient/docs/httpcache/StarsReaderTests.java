package dev.hyperclient.docs.httpcache;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;
import org.springframework.http.MediaType;
import org.springframework.test.web.client.MockRestServiceServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

/**
 * A user's test with a mock.
 */
// tag::http-cache-mock[]
@RestClientTest(properties = "stars.base-url=https://api.github.com")
class StarsReaderTests {

	@Test
	void starsAreRead(@Autowired StarsReader reader, @Autowired MockRestServiceServer server) {
		server.expect(requestTo("https://api.github.com/repos/a/b"))
			.andRespond(withSuccess("{\"stargazers_count\": 5}", MediaType.APPLICATION_JSON));
		assertThat(reader.stars("a/b")).isEqualTo(5);
	}

}
// end::http-cache-mock[]
