package dev.hyperclient.autoconfigure.httpcache;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.SslStoreBundle;

/**
 * A bundle that shows whether a client has its context, or another one by a customizer.
 * Thread-safe if the bundle is.
 */
final class ObservedSslBundle implements SslBundle {

	private final SslBundle delegate;

	private volatile @Nullable SSLContext created;

	ObservedSslBundle(SslBundle delegate) {
		this.delegate = delegate;
	}

	/**
	 * Return the context that was created last, or {@code null} for none.
	 */
	@Nullable SSLContext created() {
		return this.created;
	}

	@Override
	public SslStoreBundle getStores() {
		return this.delegate.getStores();
	}

	@Override
	public SslBundleKey getKey() {
		return this.delegate.getKey();
	}

	@Override
	public SslOptions getOptions() {
		return this.delegate.getOptions();
	}

	@Override
	public String getProtocol() {
		return this.delegate.getProtocol();
	}

	@Override
	public SslManagerBundle getManagers() {
		return this.delegate.getManagers();
	}

	@Override
	public SSLContext createSslContext() {
		SSLContext context = this.delegate.createSslContext();
		this.created = context;
		return context;
	}

}
