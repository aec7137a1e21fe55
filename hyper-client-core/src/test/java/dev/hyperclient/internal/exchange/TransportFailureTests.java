package dev.hyperclient.internal.exchange;

import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.CRLReason;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.CertificateRevokedException;
import java.util.Date;
import java.util.Map;
import java.util.stream.Stream;

import javax.net.ssl.SSLHandshakeException;
import javax.security.auth.x500.X500Principal;

import dev.hyperclient.error.Setting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Failures that no server of the other tests brings about.
 */
class TransportFailureTests {

	static Stream<Arguments> failures() {
		return Stream.of(
				arguments(new CertificateRevokedException(new Date(0), CRLReason.KEY_COMPROMISE,
						new X500Principal("CN=ca"), Map.of()), "has been revoked", "Replace the certificate"),
				arguments(new CertPathValidatorException("Algorithm constraints check failed on keysize limits"),
						"does not allow the algorithms", "jdk.certpath.disabledAlgorithms"),
				arguments(new CertificateParsingException("garbled"), "the TLS connection failed", "ssl.bundle"),
				arguments(new CertificateException("No name matching a found"), "is not for the host", "base-url"));
	}

	@ParameterizedTest
	@CsvSource({ "http://localhost:1/, 'Connection refused'", "http://unknown.invalid/, the host is unknown" })
	void failureOfTheJdkWithoutMessageIsNamed(URI url, String reason) {
		HttpRequest request = HttpRequest.newBuilder(url).build();
		Exception failure = catchException(
				() -> HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding()));
		assertThat(TransportFailure.of(failure, SettingNames.OF_BUILDER).reason()).isEqualTo(reason);
	}

	@Test
	void hostIsUnknownIfNoNameServerCanBeReached() {
		Throwable failure = new UnknownHostException("Failed to resolve 'a.example'")
			.initCause(new IOException("Network is unreachable"));
		assertThat(TransportFailure.of(failure, SettingNames.OF_BUILDER).reason())
			.isEqualTo("the host is unknown (Network is unreachable)");
	}

	@ParameterizedTest
	@MethodSource("failures")
	void certificateFailureNamesItsReasonAndRemedy(Exception cause, String reason, String advice) {
		TransportFailure failure = TransportFailure.of(new SSLHandshakeException("handshake").initCause(cause),
				new SettingNames((setting) -> (setting == Setting.SSL_BUNDLE) ? "ssl.bundle" : "base-url"));
		assertThat(failure.reason()).contains(reason);
		assertThat(failure.advice()).contains(advice);
	}

}
