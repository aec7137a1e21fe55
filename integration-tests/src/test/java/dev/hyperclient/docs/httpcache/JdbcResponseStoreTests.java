package dev.hyperclient.docs.httpcache;

import java.time.Duration;
import java.util.Optional;

import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.test.ResponseStoreContract;
import org.junit.jupiter.api.AfterEach;

import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

// tag::jdbc-store-contract[]
class JdbcResponseStoreTests extends ResponseStoreContract {

	private final EmbeddedDatabase database = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2)
		.generateUniqueName(true)
		.addScript("responses.sql")
		.build();

	@AfterEach
	void shutDown() {
		this.database.shutdown();
	}

	@Override
	protected ResponseStore createStore() {
		return new JdbcResponseStore(this.database, Duration.ZERO);
	}

	@Override
	protected Optional<ResponseStore> createFailingStore() {
		DriverManagerDataSource missing = new DriverManagerDataSource("jdbc:h2:mem:missing;IFEXISTS=TRUE");
		return Optional.of(new JdbcResponseStore(missing, Duration.ZERO));
	}

	/** The store has no statistics. */
	@Override
	protected boolean counts() {
		return false;
	}

}
// end::jdbc-store-contract[]
