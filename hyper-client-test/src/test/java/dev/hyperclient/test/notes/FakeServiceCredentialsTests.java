package dev.hyperclient.test.notes;

import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.test.Entries;
import dev.hyperclient.test.FakeServiceExtension;
import dev.hyperclient.test.HyperClientTest;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.RequestGuard;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.beans.factory.annotation.Autowired;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Clients of services that require credentials.
 */
class FakeServiceCredentialsTests {

	@Nested
	@ExtendWith(FakeServiceExtension.class)
	class WithoutSpring {

		static final FakeService service = FakeNotes.builder().basic("anna", "pass:wörd").start();

		@Test
		void clientHasUserNameAndPasswordOfService(ServiceRoot root) {
			assertThat(root.collection("notes").get(1).getString("text")).isEqualTo("Buy milk");
		}

		@Test
		void descriptionNeedsNoRequest() {
			service.faults().failNext(503);
			Entries entries = Entries.describedBy(service);
			assertThat(entries.entry("note", Map.of("id", 7)).getLong("id")).isEqualTo(7);
			assertThat(service.faults().pending()).isEqualTo(1);
			assertThat(service.requests()).isEmpty();
		}

	}

	@Nested
	@HyperClientTest
	class WithSpring {

		static final FakeService service = FakeNotes.builder().basic("anna", "secret").start();

		@Test
		void clientHasUserNameAndPasswordOfService(@Autowired ServiceRoot root) {
			assertThat(root.collection("notes").at(0).getString("text")).isEqualTo("Buy milk");
		}

	}

	@Nested
	@HyperClientTest(properties = { "hyper-client.basic.username=anna", "hyper-client.basic.password=wrong" })
	class WithPropertiesOfTest {

		static final FakeService service = FakeNotes.builder().basic("anna", "secret").start();

		@Test
		void propertiesHavePrecedence(@Autowired ServiceRoot root) {
			assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("notes").at(0));
		}

	}

	@Nested
	@HyperClientTest(properties = { "hyper-client.oauth.consumer-key=notes",
			"hyper-client.oauth.access-token=${NOTES_TOKEN}", "hyper-client.oauth.access-token-secret=${NOTES_TOKEN}",
			"hyper-client.oauth.credentials-file=", "NOTES_TOKEN=any" })
	class WithCredentialsThatTheServiceDoesNotCheck {

		static final FakeService service = FakeNotes.builder().start();

		@Test
		void credentialsAreAccepted(@Autowired ServiceRoot root) {
			assertThat(root.collection("notes").at(0).getString("text")).isEqualTo("Buy milk");
		}

	}

	@Nested
	class WithGuard {

		static final FakeService service = FakeNotes.builder()
			.guard(RequestGuard.basic("notes", (user, password) -> password.equals("42")))
			.start();

		@RegisterExtension
		static final FakeServiceExtension extension = FakeServiceExtension
			.with((builder) -> builder.authorizer(new BasicHttpAuthorizer("anna", "42")));

		@Test
		void customizerSetsAuthorizer(ServiceRoot root) {
			assertThat(root.collection("notes").get(1).getString("text")).isEqualTo("Buy milk");
			assertThat(service).received("GET", "/notes/1").withStatus(200);
		}

	}

}
