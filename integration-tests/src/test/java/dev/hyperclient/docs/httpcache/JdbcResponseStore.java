package dev.hyperclient.docs.httpcache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import javax.sql.DataSource;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Responses in a table of a database.
 */
// tag::jdbc-store[]
public class JdbcResponseStore implements ResponseStore {

	private static final Logger logger = LoggerFactory.getLogger(JdbcResponseStore.class);

	private final JdbcClient jdbc;

	private final Duration pause;

	/** Removals that the database has missed. */
	private final AtomicInteger missed = new AtomicInteger();

	private volatile long pausedUntil = System.nanoTime();

	private volatile @Nullable String failure;

	private volatile boolean closed;

	public JdbcResponseStore(DataSource dataSource, Duration pause) {
		// As a DataSource of its own, it takes no part in transactions of the caller.
		JdbcTemplate template = new JdbcTemplate(new DelegatingDataSource(dataSource));
		template.setQueryTimeout(2);
		this.jdbc = JdbcClient.create(template);
		this.pause = pause;
	}

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		return access(Optional.empty(),
				() -> this.jdbc.sql("select * from response where url_hash = ? and variant_hash = ?")
					.params(hash(key.url()), hash(key.variant()))
					.query(ResponseRow.class)
					.optional()
					.map(ResponseRow::response));
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		try {
			ResponseRow row = ResponseRow.of(key, response.withoutSecrets());
			access(0, () -> updateOrInsert(row));
		}
		catch (IOException ex) {
			logger.debug("The content has been removed from where it was", ex);
		}
	}

	@Override
	public void remove(CacheKey key) {
		removal(() -> delete(key));
	}

	/** Reads header fields of responses in groups, but no content. */
	@Override
	public void removeGroups(Set<CacheGroup> groups) {
		removal(() -> this.jdbc.sql("select url, variant, headers from response where lower(headers) like ?")
			.param("%cache-groups:%")
			.query(ResponseRow.Head.class)
			.list()
			.stream()
			.filter((head) -> head.isInOneOf(groups))
			.mapToInt((head) -> delete(head.key()))
			.sum());
	}

	@Override
	public Set<CacheKey> keys(String url) {
		return access(Set.of(),
				() -> this.jdbc.sql("select url, variant from response where url_hash = ?")
					.param(hash(url))
					.query(CacheKey.class)
					.set());
	}

	@Override
	public List<CacheKey> recentKeys(int maximum) {
		return access(List.of(),
				() -> this.jdbc.sql("select url, variant from response order by stored desc limit ?")
					.param(maximum)
					.query(CacheKey.class)
					.list());
	}

	@Override
	public void clear() {
		removal(this::deleteAll);
	}

	/** Remove what was stored before; nothing else limits the table. */
	public void removeOlderThan(Duration age) {
		access(0,
				() -> this.jdbc.sql("delete from response where stored < ?")
					.param(System.currentTimeMillis() - age.toMillis())
					.update());
	}

	@Override
	public StoreSize size() {
		return access(StoreSize.EMPTY, () -> this.jdbc.sql("""
				select count(*), coalesce(sum(octet_length(content) + octet_length(headers)), 0)
				from response""").query((row, number) -> StoreSize.of(row.getLong(1), row.getLong(2))).single());
	}

	@Override
	public Optional<String> failure() {
		return Optional.ofNullable(this.failure);
	}

	@Override
	public void close() {
		this.closed = true;
	}

	private int updateOrInsert(ResponseRow row) {
		int updated = this.jdbc.sql(ResponseRow.UPDATE).paramSource(row).update();
		try {
			return (updated > 0) ? updated : this.jdbc.sql(ResponseRow.INSERT).paramSource(row).update();
		}
		catch (DuplicateKeyException ex) {
			// Another thread or process has inserted it meanwhile: the later one wins.
			return this.jdbc.sql(ResponseRow.UPDATE).paramSource(row).update();
		}
	}

	private int delete(CacheKey key) {
		return this.jdbc.sql("delete from response where url_hash = ? and variant_hash = ?")
			.params(hash(key.url()), hash(key.variant()))
			.update();
	}

	private int deleteAll() {
		return this.jdbc.sql("delete from response").update();
	}

	private void removal(Supplier<Integer> removal) {
		if (access(-1, removal) < 0) {
			this.missed.incrementAndGet();
		}
	}

	/** Access the database; if it fails, return the result of an empty store. */
	private <T> T access(T empty, Supplier<T> access) {
		// A database that does not answer must not delay each call.
		if (this.closed || System.nanoTime() - this.pausedUntil < 0) {
			return empty;
		}
		try {
			int missed = this.missed.get();
			if (missed > 0) {
				// The responses that should have been removed are not known any more.
				deleteAll();
				this.missed.compareAndSet(missed, 0);
			}
			T result = access.get();
			this.failure = null;
			return result;
		}
		catch (RuntimeException ex) {
			// The message of a driver may contain a password.
			String reason = "the database fails with " + ex.getClass().getSimpleName();
			if (this.failure == null) {
				logger.warn("Responses are not cached: {}", reason);
			}
			logger.debug("Failure", ex);
			this.pausedUntil = System.nanoTime() + this.pause.toNanos();
			this.failure = reason;
			return empty;
		}
	}

	static String hash(String text) {
		try {
			byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
// end::jdbc-store[]
