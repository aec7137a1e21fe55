package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.hyperclient.autoconfigure.internal.BundleCertificates;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;

/**
 * A connector that is replaced when its SSL bundle is updated, so that new connections
 * use the new certificates. Requests in progress keep their connections. Thread-safe.
 */
final class SslReloadingConnector implements ClientHttpConnector {

	private final Duration callTimeout;

	private final BiFunction<SslBundle, Consumer<Runnable>, ClientHttpConnector> factory;

	private volatile Generation current;

	private final Set<Generation> replaced = Collections.newSetFromMap(new IdentityHashMap<>());

	private boolean closed;

	/**
	 * Create a connector.
	 * @param callTimeout the time after which no request uses a replaced connector
	 * @param factory creates a connector for a bundle and passes the tasks that close it
	 * to the consumer
	 * @param bundle the initial bundle
	 */
	SslReloadingConnector(Duration callTimeout, BiFunction<SslBundle, Consumer<Runnable>, ClientHttpConnector> factory,
			SslBundle bundle) {
		this.callTimeout = callTimeout;
		this.factory = factory;
		this.current = create(bundle);
	}

	@Override
	public Mono<ClientHttpResponse> connect(HttpMethod method, URI uri,
			Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
		return this.current.connector().connect(method, uri, requestCallback);
	}

	/**
	 * Return the client certificates of requests that are sent now.
	 */
	String certificates() {
		return this.current.certificates();
	}

	/**
	 * Replace the connector. The previous one is closed after the call timeout.
	 */
	synchronized void reload(SslBundle bundle) {
		if (!this.closed) {
			Generation previous = this.current;
			this.current = create(bundle);
			this.replaced.add(previous);
			try {
				Schedulers.parallel()
					.schedule(() -> closeReplaced(previous), this.callTimeout.toMillis(), TimeUnit.MILLISECONDS);
			}
			catch (RejectedExecutionException ex) {
				closeReplaced(previous);
			}
		}
	}

	synchronized void close() {
		this.closed = true;
		this.current.close();
		this.replaced.forEach(Generation::close);
		this.replaced.clear();
	}

	private synchronized void closeReplaced(Generation generation) {
		if (this.replaced.remove(generation)) {
			generation.close();
		}
	}

	private Generation create(SslBundle bundle) {
		List<Runnable> closeActions = new CopyOnWriteArrayList<>();
		return new Generation(this.factory.apply(bundle, closeActions::add), closeActions,
				BundleCertificates.of(bundle));
	}

	/**
	 * The connector for one state of the bundle.
	 *
	 * @param connector the connector
	 * @param closeActions tasks that close its connections
	 * @param certificates the client certificates of the bundle
	 */
	private record Generation(ClientHttpConnector connector, List<Runnable> closeActions, String certificates) {

		void close() {
			this.closeActions.forEach(Runnable::run);
		}

	}

}
