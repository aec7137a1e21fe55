package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.security.HyperClientOAuth2AutoConfiguration;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.fixtures.SocketServer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Authorization servers with odd responses.
 */
class TokenEndpointTests {

	@AutoClose
	private final StubService service = new StubService();

	@AutoClose("countDown")
	private final CountDownLatch closed = new CountDownLatch(1);

	private final AtomicInteger requests = new AtomicInteger();

	private Script script = (out, request) -> token(out, "t" + request);

	@AutoClose
	private final SocketServer server = new SocketServer(this::serve);

	private final ApplicationContextRunner runner = HyperClientContextRunner
		.create(this.service, HyperClientOAuth2AutoConfiguration.class, OAuth2ClientAutoConfiguration.class)
		.withPropertyValues("hyper-client.startup=lazy", "hyper-client.retry.max-retries=0")
		.withPropertyValues(
				HyperClientContextRunner.clientCredentials("http://localhost:%d/token".formatted(this.server.port())));

	@Test
	void interimResponsesChangeNothing() {
		this.script = (out, request) -> {
			write(out, "HTTP/1.1 103 Early Hints\r\n\r\n");
			this.closed.await(20, TimeUnit.MILLISECONDS);
			token(out, "t" + request);
		};
		this.runner.withBean(ClientHttpRequestFactoryBuilder.class, ClientHttpRequestFactoryBuilder::reactor)
			.run((context) -> {
				context.getBean(ServiceRoot.class).svcAttributes();
				assertThat(this.requests).hasValue(1);
			});
	}

	@Test
	void credentialsDoNotFollowARedirect() {
		this.script = (out, request) -> write(out,
				"HTTP/1.1 307 Moved\r\nContent-Length: 0\r\nLocation: %s/token\r\n\r\n".formatted(this.service.url()));
		// By default, this client sends the credentials to another host, too.
		this.runner.withBean(ClientHttpRequestFactoryBuilder.class, ClientHttpRequestFactoryBuilder::jdk)
			.run((context) -> {
				Assertions.assertThatExceptionOfType(HyperClientException.class)
					.isThrownBy(context.getBean(ServiceRoot.class)::svcAttributes);
				assertThat(this.requests).hasValue(1);
				assertThat(this.service.requestCount()).isZero();
			});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void endlessTokenResponseDoesNotStopLaterCalls(boolean drips) {
		this.script = (out, request) -> {
			if (request > 1) {
				token(out, "t" + request);
				return;
			}
			write(out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"access_token\":\"");
			String piece = drips ? "x" : "x".repeat(10_000);
			while (!this.closed.await(drips ? 50 : 0, TimeUnit.MILLISECONDS)) {
				write(out, piece);
			}
		};
		this.runner.withPropertyValues("hyper-client.call-timeout=500ms").run((context) -> {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			Assertions.assertThatExceptionOfType(HyperClientException.class).isThrownBy(root::svcAttributes);
			patiently(root::svcAttributes);
			assertThat(this.requests).hasValueGreaterThan(1);
		});
	}

	/** Once more if a busy machine needs longer than the call timeout. */
	static void patiently(Runnable call) {
		for (int attempts = 10;; attempts--) {
			try {
				call.run();
				return;
			}
			catch (CallTimeoutException ex) {
				assertThat(attempts).isPositive();
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "s3cretToken\\nX-Evil: yes", "s3cretToken\u20ac" })
	void tokenThatNoHeaderFieldMayContainIsRefusedAndNotShown(String token) {
		this.script = (out, request) -> token(out, token);
		this.runner.run((context) -> {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			Assertions.assertThatExceptionOfType(HyperClientException.class)
				.isThrownBy(root::svcAttributes)
				.withMessageContaining("Authorization")
				.satisfies((failure) -> {
					for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
						assertThat(String.valueOf(cause.getMessage())).doesNotContain("s3cret");
					}
				});
			assertThat(this.service.requestCount()).isZero();
		});
	}

	private static void token(OutputStream out, String token) throws IOException {
		byte[] body = "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":3600}".formatted(token)
			.getBytes(StandardCharsets.UTF_8);
		write(out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
			.formatted(body.length));
		out.write(body);
	}

	private static void write(OutputStream out, String text) throws IOException {
		out.write(text.getBytes(StandardCharsets.US_ASCII));
		out.flush();
	}

	private void serve(Socket socket) throws IOException, InterruptedException {
		while (true) {
			String head = SocketServer.readHead(socket.getInputStream());
			String length = head.replaceFirst("(?is).*content-length: *(\\d+).*", "$1");
			socket.getInputStream().readNBytes(Integer.parseInt(length));
			this.script.respond(socket.getOutputStream(), this.requests.incrementAndGet());
		}
	}

	private interface Script {

		void respond(OutputStream out, int request) throws IOException, InterruptedException;

	}

}
