package dev.hyperclient.test.notes;

import java.time.Duration;
import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.test.AutoConfigureFakeService;
import dev.hyperclient.test.HyperClientTest;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.ActiveProfiles;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application of a user whose services have caches in Redis, and whose own clients
 * have a cache.
 */
@ActiveProfiles("shared-caches")
class ConfiguredCacheTests {

	static final FakeService service = FakeNotes.start();

	@Nested
	@HyperClientTest(Notes.class)
	class InSlice {

		@Test
		void cachesOfTheApplicationAreNotUsed(@Autowired Notes notes, @Autowired ServiceRoot root,
				@Autowired ObjectProvider<HttpCache> ofOwnClients) {
			assertThat(ofOwnClients).isEmpty();
			assertThat(notes.read(1)).isEqualTo("Buy milk");
			assertThat(root.cache().recentEntries(10)).isNotEmpty();
		}

	}

	@Nested
	@SpringBootTest
	@AutoConfigureFakeService
	class InApplication {

		@Test
		void cacheOfOwnClientsIsNotThatOfService(@Autowired Map<String, HttpCache> ofOwnClients,
				@Autowired ServiceRoot root) {
			root.svcRefresh();
			service.advance(Duration.ofHours(3));
			assertThat(ofOwnClients).hasSize(1);
			assertThat(root.cache().recentEntries(10)).isNotEmpty()
				.allSatisfy((stored) -> assertThat(stored.age()).isGreaterThan(Duration.ofHours(2)));
		}

	}

}
