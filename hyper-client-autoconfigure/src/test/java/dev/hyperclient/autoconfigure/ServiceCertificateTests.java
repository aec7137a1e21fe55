package dev.hyperclient.autoconfigure;

import java.nio.file.Path;
import java.util.List;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.httpcache.CertificateServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Client certificates of services whose responses are in one directory.
 */
class ServiceCertificateTests {

	@AutoClose
	private final CertificateServer server = new CertificateServer();

	@TempDir
	Path directory;

	@Test
	void servicesWithDifferentCertificatesNeverShareResponses() {
		services("alice", "bob", "none").run((context) -> {
			for (int i = 0; i < 2; i++) {
				assertThat(motto(context, "alice")).isEqualTo("alice");
				assertThat(motto(context, "bob")).isEqualTo("bob");
				assertThat(motto(context, "none")).isEqualTo("nobody");
			}
		});
	}

	@Test
	void responseIsReusedAfterARestartWithTheSameCertificate() {
		for (int i = 0; i < 2; i++) {
			services("alice").run((context) -> assertThat(motto(context, "alice")).isEqualTo("alice"));
		}
		assertThat(this.server.users()).as("description, root and entry").containsExactly("alice", "alice", "alice");
		services("alice").withPropertyValues("hyper-client.services.alice.ssl.bundle=bob")
			.run((context) -> assertThat(motto(context, "alice")).isEqualTo("bob"));
	}

	@Test
	void identityFollowsTheCertificateOfAnUpdatedBundle() {
		services("alice").run((context) -> {
			ServiceRoot root = context.getBean("alice", ServiceRoot.class);
			SslBundleRegistry bundles = context.getBean(SslBundleRegistry.class);
			for (String user : List.of("alice", "bob", "alice", "bob")) {
				bundles.updateBundle("alice", TlsServer.bundle(user, "ca"));
				assertThat(motto(root)).isEqualTo(user);
			}
		});
	}

	@Test
	void defaultBundleOfTheApplicationCounts() {
		for (String user : List.of("alice", "bob", "alice")) {
			services("alice")
				.withPropertyValues("hyper-client.services.alice.ssl.bundle=", "spring.http.clients.ssl.bundle=" + user)
				.run((context) -> assertThat(motto(context, "alice")).isEqualTo(user));
		}
	}

	private ApplicationContextRunner services(String... names) {
		ApplicationContextRunner runner = HyperClientContextRunner.create()
			.withPropertyValues(CertificateServer.bundles());
		for (String name : names) {
			String prefix = "hyper-client.services." + name + ".";
			runner = runner.withPropertyValues(prefix + "base-url=" + this.server.url(), prefix + "version=1.0",
					prefix + "startup=lazy", prefix + "ssl.bundle=" + name,
					prefix + "cache.directory=" + this.directory.resolve("responses"));
		}
		return runner;
	}

	private static String motto(ApplicationContext context, String service) {
		return motto(context.getBean(service, ServiceRoot.class));
	}

	private static String motto(ServiceRoot root) {
		return String.valueOf(root.load("mine", Entry.class).getString("motto"));
	}

}
