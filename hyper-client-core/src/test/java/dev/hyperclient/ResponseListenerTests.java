package dev.hyperclient;

import java.util.ArrayList;
import java.util.List;

import dev.hyperclient.error.NotFound;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link ServiceRoot#withAdditionalResponseListener}.
 */
class ResponseListenerTests {

	@RegisterExtension
	private final StubService service = new StubService();

	private final List<String> responses = new ArrayList<>();

	@Test
	void listenerIsNotifiedOfResponsesOfTheServiceAndOfTheCache() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.root();
		ServiceRoot listening = root.withAdditionalResponseListener(this::add);
		assertThat(listening.isFetched()).isFalse();
		assertThat(listening.collection("recipes").get(4).getString("instructions")).isEqualTo("Stir");
		assertThat(this.responses).containsExactly("200 " + this.service.url(""), "200 " + this.service.url(""),
				"200 " + this.service.url("recipes/4"));
		root.load("recipes/4");
		assertThat(this.responses).hasSize(3);
	}

	@Test
	void listenerIsNotNotifiedOfErrors() {
		ServiceRoot listening = this.service.root().withAdditionalResponseListener(this::add);
		listening.svcRefresh();
		this.responses.clear();
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> listening.load("recipes/404"));
		assertThat(this.responses).isEmpty();
	}

	@Test
	void exceptionOfListenerEndsTheCall() {
		ServiceRoot root = this.service.root();
		ServiceRoot listening = root.withAdditionalResponseListener((request, response) -> {
			throw new IllegalStateException("full");
		});
		assertThatIllegalStateException().isThrownBy(listening::svcEntries).withMessage("full");
	}

	@Test
	void rootCanBeUsedAfterTheListeningRootIsClosed() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.root();
		ServiceRoot listening = root.withAdditionalResponseListener(this::add);
		listening.close();
		assertThatIllegalStateException().isThrownBy(() -> listening.load("recipes/4"));
		assertThat(root.load("recipes/4", Entry.class).getString("instructions")).isEqualTo("Stir");
	}

	private void add(ServiceRequest request, ServiceResponse response) {
		this.responses.add(response.toString());
	}

}
