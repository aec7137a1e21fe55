package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which redirects are followed, and when a stored redirect is requested again.
 */
class RedirectStepTests {

	private static final URI ROOT = URI.create("http://host/1.0/");

	private static final URI START = ROOT.resolve("start");

	private final List<String> sent = new ArrayList<>();

	private final OpenBodies bodies = new OpenBodies();

	@ParameterizedTest
	@ValueSource(ints = { 300, 301, 302, 303, 307, 308 })
	void getIsRedirectedAndItsResponsesAreClosed(int status) {
		ServiceResponse response = exchange(HttpMethod.GET, CallState.collecting(),
				(request, call) -> request.uri().equals(START) ? redirect(request, status, "target", false)
						: response(request, 200));
		assertThat(response.uri()).isEqualTo(ROOT.resolve("target"));
		assertThat(response.reused()).isFalse();
		assertThat(this.sent).containsExactly("start", "target");
		assertThat(this.bodies.count()).isOne();
	}

	@ParameterizedTest
	@CsvSource({ "GET, 200", "GET, 299", "GET, 304", "GET, 305", "GET, 306", "GET, 309", "HEAD, 302", "POST, 302",
			"PUT, 307", "DELETE, 308", "PATCH, 301" })
	void otherResponsesAreReturned(String method, int status) {
		ServiceResponse response = exchange(HttpMethod.valueOf(method), CallState.collecting(),
				(request, call) -> redirect(request, status, "target", false));
		assertThat(response.status()).isEqualTo(status);
		assertThat(this.sent).containsExactly("start");
		assertThat(this.bodies.count()).isOne();
	}

	@Test
	void fiveRedirectsAreFollowed() {
		assertThat(exchange(HttpMethod.GET, CallState.collecting(), chain(5)).status()).isEqualTo(200);
		assertThat(this.sent).hasSize(6);
		assertThatExceptionOfType(RedirectException.class)
			.isThrownBy(() -> exchange(HttpMethod.GET, CallState.collecting(), chain(6)))
			.withMessage(
					START + " was redirected more than 5 times, last to " + ROOT + "5; the redirects form a cycle");
		// That of the first call.
		assertThat(this.bodies.count()).isOne();
	}

	@ParameterizedTest
	@CsvSource({ "target, http://host/1.0/target", "/target, http://host/target", "//host:80/x, http://host:80/x",
			"?a=b, http://host/1.0/?a=b", "HTTP://HOST/x, HTTP://HOST/x",
			"caf\u00c3\u00a9, http://host/1.0/caf%C3%A9" })
	void locationIsResolved(String location, URI target) {
		ServiceRequest request = ServiceRequest.get(START, new HttpHeaders());
		assertThat(RedirectStep.target(redirect(request, 302, location, false))).isEqualTo(target);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "none", value = {
			"none, 'http://host/1.0/start was answered with 302, but without a Location'",
			"' ', 'http://host/1.0/start was answered with 302, but without a Location'",
			"ftp://host/?key=s3cret, 'http://host/1.0/start was redirected to ''ftp://host/?...'', which is not an HTTP URL'",
			"http:///x, 'http://host/1.0/start was redirected to ''http:///x'', which is not an HTTP URL'",
			"::, 'http://host/1.0/start was redirected to ''::'', which is not an HTTP URL'" })
	void unusableLocationIsRejected(@Nullable String location, String message) {
		ServiceRequest request = ServiceRequest.get(START, new HttpHeaders());
		ServiceResponse response = redirect(request, 302, location, false);
		assertThatExceptionOfType(RedirectException.class).isThrownBy(() -> RedirectStep.target(response))
			.withMessage(message)
			.satisfies((error) -> assertThat(error.uri()).isEqualTo(START));
	}

	@ParameterizedTest
	@ValueSource(ints = { 404, 410 })
	void storedRedirectIsRequestedAgainIfItsTargetDoesNotExist(int status) {
		ServiceResponse response = exchange(HttpMethod.GET, CallState.collecting(), stored("old", status));
		assertThat(response.uri()).isEqualTo(ROOT.resolve("new"));
		assertThat(response.reused()).isFalse();
		assertThat(this.sent).containsExactly("start", "old", "start, reloading", "new, reloading");
		assertThat(this.bodies.count()).isOne();
	}

	@ParameterizedTest
	@ValueSource(ints = { 200, 403, 405, 409, 411, 500 })
	void storedRedirectIsUsedForOtherResponses(int status) {
		ServiceResponse response = exchange(HttpMethod.GET, CallState.collecting(), stored("old", status));
		assertThat(response.status()).isEqualTo(status);
		assertThat(response.reused()).isTrue();
		assertThat(this.sent).containsExactly("start", "old");
	}

	@ParameterizedTest
	@CsvSource(nullValues = "none", value = { "http://other/", "ftp://host/", "none", "start" })
	void storedRedirectThatCannotBeFollowedIsRequestedAgain(@Nullable String location) {
		ServiceResponse response = exchange(HttpMethod.GET, CallState.collecting(), stored(location, 200));
		assertThat(response.uri()).isEqualTo(ROOT.resolve("new"));
		assertThat(this.sent).endsWith("start, reloading", "new, reloading");
	}

	@ParameterizedTest
	@ValueSource(ints = { 404, 410 })
	void redirectOfTheServiceIsNotRequestedAgain(int status) {
		Step next = (request, call) -> request.uri().equals(START) ? redirect(request, 301, "old", false)
				: response(request, status);
		assertThat(exchange(HttpMethod.GET, CallState.collecting(), next).status()).isEqualTo(status);
		assertThat(this.sent).containsExactly("start", "old");
	}

	@Test
	void callThatStreamsOrReloadsIsNotMadeAgain() {
		for (CallState call : List.of(CallState.streaming(), CallState.collecting().reloading())) {
			this.sent.clear();
			Step next = (request, state) -> request.uri().equals(START) ? redirect(request, 301, "old", true)
					: response(request, 404);
			assertThat(exchange(HttpMethod.GET, call, next).status()).isEqualTo(404);
			assertThat(this.sent).hasSize(2);
		}
	}

	@Test
	void foreignOriginIsNotRequested() {
		assertThatExceptionOfType(ForeignOriginException.class)
			.isThrownBy(() -> exchange(HttpMethod.GET, CallState.collecting(),
					(request, call) -> redirect(request, 302, "http://other/x?key=s3cret", false)))
			.withMessageStartingWith(START + " was redirected to http://other/x?..., which has another origin than ")
			.withMessageNotContaining("s3cret");
		assertThat(this.sent).containsExactly("start");
		assertThat(this.bodies.count()).isZero();
	}

	private ServiceResponse exchange(HttpMethod method, CallState call, Step next) {
		Step recorded = (request, state) -> {
			this.sent.add(ROOT.relativize(request.uri()) + (state.reloads ? ", reloading" : ""));
			return next.exchange(request, state);
		};
		return new RedirectStep(recorded, new AllowedOrigins(ROOT, List.of(), SettingNames.OF_BUILDER),
				new Credentials(ROOT, null, () -> ""))
			.exchange(ServiceRequest.of(method, START, new HttpHeaders(), null), call);
	}

	/** A service whose redirect was stored with another target than it has now. */
	private Step stored(@Nullable String location, int status) {
		return (request, call) -> {
			if (request.uri().equals(START)) {
				return call.reloads ? redirect(request, 302, "new", false) : redirect(request, 301, location, true);
			}
			return response(request, call.reloads ? 200 : status);
		};
	}

	private Step chain(int redirects) {
		return (request, call) -> {
			String path = ROOT.relativize(request.uri()).toString();
			int done = path.equals("start") ? 0 : Integer.parseInt(path);
			return (done < redirects) ? redirect(request, 302, Integer.toString(done + 1), false)
					: response(request, 200);
		};
	}

	private ServiceResponse response(ServiceRequest request, int status) {
		return ServiceResponse.to(request, status, HttpHeaders.EMPTY, this.bodies.open());
	}

	private ServiceResponse redirect(ServiceRequest request, int status, @Nullable String location, boolean reused) {
		HttpHeaders headers = new HttpHeaders();
		if (location != null) {
			headers.set(HttpHeaders.LOCATION, location);
		}
		ServiceResponse response = ServiceResponse.to(request, status, headers, this.bodies.open());
		return reused ? response.asReused() : response;
	}

}
