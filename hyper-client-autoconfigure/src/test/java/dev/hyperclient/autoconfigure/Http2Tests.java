package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.fixtures.ServerProcess;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.tcp.SslProvider;

import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * HTTP/2 with nginx, which offers it in the TLS handshake.
 */
@SuppressWarnings("try")
class Http2Tests extends AbstractTwoServicesTests {

	private static final int ENTRIES = 200;

	@TempDir
	private Path directory;

	private final int port = ServerProcess.freePort();

	private final String root = "https://localhost:" + this.port + "/1.0/";

	private final ApplicationContextRunner client = this.trusting
		.withPropertyValues(COOKBOOK + "base-url=" + this.root);

	private ServerProcess nginx() throws IOException {
		for (String name : List.of("localhost", "key")) {
			Files.writeString(this.directory.resolve(name + ".pem"),
					new DefaultResourceLoader().getResource(TlsServer.resource(name))
						.getContentAsString(StandardCharsets.US_ASCII));
		}
		Files.writeString(this.directory.resolve("wadl.xml"), StubService.description(this.root));
		return ServerProcess.nginx(this.directory, this.port,
				"""
						map $http_accept $root { default /thing; application/vnd.sun.wadl+xml /wadl.xml; }
						server {
						  listen 127.0.0.1:%1$d ssl http2;
						  ssl_certificate localhost.pem;
						  ssl_certificate_key key.pem;
						  keepalive_requests 10000;
						  location = /1.0/ { rewrite ^ $root last; }
						  location = /wadl.xml { types { } default_type application/vnd.sun.wadl+xml; root "%2$s"; }
						  location / {
						    default_type application/json;
						    return 200 '{"resource_type_link": "https://localhost:%1$d/1.0/#service-root", "motto": "$server_protocol"}';
						  }
						}
						"""
					.formatted(this.port, this.directory));
	}

	@Test
	void concurrentRequestsShareOneHttp2Connection() throws IOException {
		try (ServerProcess nginx = nginx()) {
			this.client.withUserConfiguration(Http2Configuration.class)
				.withPropertyValues(COOKBOOK + "max-connections=1")
				.run((context) -> {
					ServiceRoot root = context.getBean(ServiceRoot.class);
					IntStream.range(0, ENTRIES)
						.parallel()
						.forEach((number) -> assertThat(root.load("things/" + number, Entry.class).getString("motto"))
							.isEqualTo("HTTP/2.0"));
				});
		}
		assertThat(Files.readAllLines(this.directory.resolve("access.log"))).hasSizeGreaterThanOrEqualTo(ENTRIES)
			.extracting((line) -> line.split(" ")[0])
			.containsOnly(Files.readAllLines(this.directory.resolve("access.log")).get(0).split(" ")[0]);
	}

	@Test
	void http11IsUsedByDefault() throws IOException {
		try (ServerProcess nginx = nginx()) {
			this.client
				.run((context) -> assertThat(protocol(context.getBean(ServiceRoot.class))).isEqualTo("HTTP/1.1"));
		}
	}

	@Test
	void interimHttp2ResponsesAreSkipped() throws IOException {
		SslProvider.GenericSslContextSpec<?> certificate = Http2SslContextSpec
			.forServer(resource("localhost").getFile(), resource("key").getFile());
		DisposableServer server = HttpServer.create()
			.host("127.0.0.1")
			.port(0)
			.protocol(HttpProtocol.H2)
			.secure((spec) -> spec.sslContext(certificate))
			.handle((request, response) -> {
				response.withConnection((connection) -> connection.channel()
					.pipeline()
					.firstContext()
					.writeAndFlush(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("103"), false)));
				return response.status(404).sendString(Mono.just("gone"));
			})
			.bindNow();
		try {
			this.client.withUserConfiguration(Http2Configuration.class)
				.withPropertyValues(COOKBOOK + "base-url=https://localhost:" + server.port() + "/1.0/")
				.run((context) -> assertThatExceptionOfType(NotFound.class)
					.isThrownBy(context.getBean(ServiceRoot.class)::svcAttributes));
		}
		finally {
			server.disposeNow();
		}
	}

	private static Resource resource(String name) {
		return new DefaultResourceLoader().getResource(TlsServer.resource(name));
	}

	private static String protocol(ServiceRoot root) {
		return root.load("thing", Entry.class).getString("motto");
	}

	/**
	 * The configuration from the documentation.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Http2Configuration {

		@Bean
		ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> http2() {
			return (builder) -> builder
				.withHttpClientCustomizer((client) -> client.protocol(HttpProtocol.H2, HttpProtocol.HTTP11));
		}

	}

}
