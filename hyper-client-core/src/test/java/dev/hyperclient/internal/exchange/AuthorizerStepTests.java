package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.Refusal;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which responses an authorizer is notified of, and which requests it authorizes.
 */
class AuthorizerStepTests {

	private static final URI ROOT = URI.create("http://localhost/");

	private final List<String> events = new ArrayList<>();

	@ParameterizedTest
	@CsvSource({ "200, true, authorized 200 accepted", "304, true, authorized 304 accepted",
			"399, true, authorized 399 accepted", "400, true, authorized 400", "403, true, authorized 403",
			"402, true, authorized 402", "500, true, authorized 500", "401, false, authorized 401 refused",
			"401 200, true, authorized 401 refused authorized 200 accepted",
			"401 401, true, authorized 401 refused authorized 401",
			"401 503, true, authorized 401 refused authorized 503" })
	void refusalIsReportedAndRequestIsSentOnceMoreWithNewCredentials(String statuses, boolean renews, String expected) {
		Iterator<Integer> answers = Arrays.stream(statuses.split(" ")).map(Integer::valueOf).iterator();
		CallState call = CallState.collecting();
		Step service = (request, state) -> {
			assertThat(request.headers().getFirst(HttpHeaders.AUTHORIZATION)).isEqualTo("Token");
			int status = answers.next();
			this.events.add(Integer.toString(status));
			return new ServiceResponse(request.uri(), status, HttpHeaders.EMPTY, new byte[0]);
		};
		ServiceResponse response = new AuthorizerStep(service, new Credentials(ROOT, new Recording(renews), () -> ""))
			.exchange(ServiceRequest.get(ROOT, new HttpHeaders()), call);
		assertThat(statuses).endsWith(Integer.toString(response.status()));
		assertThat(String.join(" ", this.events)).isEqualTo(expected);
		assertThat(call.memory().mayRenew()).isEqualTo(!expected.contains("refused"));
	}

	/** An authorizer that lists its calls. */
	private final class Recording implements HttpAuthorizer {

		private final boolean renews;

		Recording(boolean renews) {
			this.renews = renews;
		}

		@Override
		public void authorizeRequest(URI uri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
			headers.set(HttpHeaders.AUTHORIZATION, "Token");
			AuthorizerStepTests.this.events.add("authorized");
		}

		@Override
		public boolean renew(Refusal refusal) {
			AuthorizerStepTests.this.events.add("refused");
			return this.renews;
		}

		@Override
		public void accepted(URI uri) {
			AuthorizerStepTests.this.events.add("accepted");
		}

		@Override
		public String identity() {
			return "me";
		}

	}

}
