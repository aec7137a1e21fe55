package dev.hyperclient.docs.httpcache;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store of the page about stores, beyond the contract of each store.
 */
class JdbcOutageTests {

	private static final CacheKey KEY = new CacheKey("http://cookbooks.dev/1.0/", "application/json");

	private static final CacheKey OTHER = new CacheKey("http://cookbooks.dev/1.0/", "text/plain");

	@AutoClose("shutdown")
	private final EmbeddedDatabase embedded = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2)
		.generateUniqueName(true)
		.addScript("responses.sql")
		.build();

	private final StoppableDatabase database = new StoppableDatabase(this.embedded);

	@Test
	void outageIsReportedWithoutTheMessageOfTheDriver() {
		JdbcResponseStore store = new JdbcResponseStore(this.database, Duration.ZERO);
		store.put(KEY, response("one"));
		this.database.stopped = true;
		assertThat(store.find(KEY)).isEmpty();
		assertThat(store.failure()).hasValueSatisfying(
				(failure) -> assertThat(failure).contains("CannotGetJdbcConnectionException").doesNotContain("secret"));
		this.database.stopped = false;
		assertThat(store.find(KEY)).isPresent();
		assertThat(store.failure()).isEmpty();
	}

	@Test
	void nothingIsFoundAfterRemovalThatTheDatabaseHasMissed() {
		JdbcResponseStore store = new JdbcResponseStore(this.database, Duration.ZERO);
		store.put(KEY, response("one"));
		this.database.stopped = true;
		store.remove(KEY);
		this.database.stopped = false;
		assertThat(store.find(KEY)).isEmpty();
		store.put(KEY, response("two"));
		assertThat(store.find(KEY)).isPresent();
	}

	@Test
	void databaseIsNotAskedDuringThePause() {
		JdbcResponseStore store = new JdbcResponseStore(this.database, Duration.ofHours(1));
		this.database.stopped = true;
		store.find(KEY);
		int connections = this.database.connections.get();
		this.database.stopped = false;
		assertThat(store.find(KEY)).isEmpty();
		store.put(KEY, response("one"));
		assertThat(this.database.connections).hasValue(connections);
		assertThat(store.failure()).isPresent();
	}

	@Test
	void rollbackOfTheCallerConcernsNoResponse() {
		JdbcResponseStore store = new JdbcResponseStore(this.database, Duration.ZERO);
		store.put(KEY, response("one"));
		new TransactionTemplate(new JdbcTransactionManager(this.database)).executeWithoutResult((transaction) -> {
			store.remove(KEY);
			store.put(OTHER, response("two"));
			transaction.setRollbackOnly();
		});
		assertThat(store.find(KEY)).isEmpty();
		assertThat(store.find(OTHER)).isPresent();
	}

	@Test
	void oldResponsesAreRemoved() {
		JdbcResponseStore store = new JdbcResponseStore(this.database, Duration.ZERO);
		store.put(KEY, response("one"));
		store.removeOlderThan(Duration.ofDays(1));
		assertThat(store.find(KEY)).isPresent();
		store.removeOlderThan(Duration.ofDays(-1));
		assertThat(store.find(KEY)).isEmpty();
	}

	private static StoredResponse response(String body) {
		return StoredResponse.of(200, HttpHeaders.EMPTY, body.getBytes(StandardCharsets.UTF_8), Map.of(), null, null);
	}

	private static final class StoppableDatabase extends DelegatingDataSource {

		private final AtomicInteger connections = new AtomicInteger();

		private volatile boolean stopped;

		StoppableDatabase(EmbeddedDatabase database) {
			super(database);
		}

		@Override
		public Connection getConnection() throws SQLException {
			this.connections.incrementAndGet();
			if (this.stopped) {
				throw new SQLException("jdbc:h2://app:secret@database is stopped");
			}
			return super.getConnection();
		}

	}

}
