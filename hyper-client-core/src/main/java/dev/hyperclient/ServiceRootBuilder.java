package dev.hyperclient;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.CacheListener;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.call.CallObserver;
import dev.hyperclient.call.RootListener;
import dev.hyperclient.convert.JacksonValueConverter;
import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.internal.exchange.AllowedOrigins;
import dev.hyperclient.internal.document.MemoryLimit;
import dev.hyperclient.internal.document.UriEncoding;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.exchange.SettingNames;
import dev.hyperclient.internal.json.JsonReader;
import dev.hyperclient.retry.RetryListener;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.web.reactive.function.client.WebClient;

/**
 * Builds a {@link ServiceRoot}. Not thread-safe; the root is.
 *
 * @see ServiceRoot#builder(HttpAuthorizer)
 */
public final class ServiceRootBuilder {

	private static final int MEBIBYTE = 1024 * 1024;

	private final Map<String, CollectionType> collectionTypes = new HashMap<>();

	private @Nullable HttpAuthorizer authorizer;

	private @Nullable URI serviceRoot;

	private @Nullable String version;

	private HttpCacheBuilder cacheBuilder = HttpCache.builder();

	private @Nullable HttpCache cache;

	private CacheListener cacheListener = CacheListener.NONE;

	private CacheListener validationListener = CacheListener.NONE;

	private CallObserver callObserver = CallObserver.NONE;

	private RetryListener retryListener = RetryListener.NONE;

	private RootListener rootListener = RootListener.NONE;

	private RetryPolicy retryPolicy = RetryPolicy.defaults();

	private Supplier<WebClient> webClient = WebClient::create;

	private List<URI> allowedOrigins = List.of();

	private boolean allowPlainHttpCredentials;

	private @Nullable Executor executor;

	private @Nullable Duration callTimeout = Duration.ofMinutes(2);

	private Startup startup = Startup.EAGER;

	private ValueConverter valueConverter = new JacksonValueConverter(UnaryOperator.identity());

	private SettingNames names = SettingNames.DEFAULT;

	private int maxResponseSize = 32 * MEBIBYTE;

	ServiceRootBuilder(@Nullable HttpAuthorizer authorizer) {
		this.authorizer = authorizer;
	}

	/**
	 * Replace the authorizer.
	 * @param other the authorizer, {@code null} for no authorization
	 * @return this builder
	 */
	public ServiceRootBuilder authorizer(@Nullable HttpAuthorizer other) {
		this.authorizer = other;
		return this;
	}

	/**
	 * Set the URL of the service. Required.
	 * @param url an absolute HTTP URL, with the version segment or without, with a slash
	 * at the end or without
	 * @return this builder
	 */
	public ServiceRootBuilder serviceRoot(URI url) {
		this.serviceRoot = url;
		return this;
	}

	/**
	 * As {@link #serviceRoot(URI)}.
	 * @param url an absolute HTTP URL
	 * @return this builder
	 * @throws IllegalArgumentException if the text is no URL
	 */
	public ServiceRootBuilder serviceRoot(String url) {
		return serviceRoot(URI.create(url));
	}

	/**
	 * Set the version of the service.
	 * @param other the version segment, {@code null} if the URL carries it
	 * @return this builder
	 */
	public ServiceRootBuilder version(@Nullable String other) {
		this.version = other;
		return this;
	}

	/**
	 * Keep responses in a directory that outlives the client and is never cleared by it.
	 * @param directory the directory, made if it is missing; {@code null} for a temporary
	 * one
	 * @return this builder
	 */
	public ServiceRootBuilder cache(@Nullable Path directory) {
		return cache(HttpCache.builder().directory(directory));
	}

	/**
	 * Use a cache that is opened when the root is built, and closed with it.
	 * @param builder opens the cache
	 * @return this builder
	 */
	public ServiceRootBuilder cache(HttpCacheBuilder builder) {
		this.cacheBuilder = builder;
		return this;
	}

	/**
	 * Use a cache that is there already. It is not closed with the root.
	 * @param other the cache
	 * @return this builder
	 */
	public ServiceRootBuilder cache(HttpCache other) {
		this.cache = other;
		return this;
	}

	/**
	 * Add who hears of what the cache did for each request, after those that were added
	 * before.
	 * @param other the listener
	 * @return this builder
	 */
	public ServiceRootBuilder cacheListener(CacheListener other) {
		this.cacheListener = this.cacheListener.andThen(other);
		return this;
	}

	/**
	 * Add who hears of what the cache did for each {@link ServiceRoot#validate}.
	 * @param other the listener
	 * @return this builder
	 */
	public ServiceRootBuilder validationListener(CacheListener other) {
		this.validationListener = this.validationListener.andThen(other);
		return this;
	}

	/**
	 * Set who stands around each call.
	 * @param other the observer, for instance
	 * {@link dev.hyperclient.observation.HyperClientCallObserver}
	 * @return this builder
	 */
	public ServiceRootBuilder callObserver(CallObserver other) {
		this.callObserver = other;
		return this;
	}

	/**
	 * Add who hears of each request that is sent again.
	 * @param other the listener
	 * @return this builder
	 */
	public ServiceRootBuilder retryListener(RetryListener other) {
		this.retryListener = this.retryListener.andThen(other);
		return this;
	}

	/**
	 * Add who hears of how long it took to load the root.
	 * @param other the listener
	 * @return this builder
	 */
	public ServiceRootBuilder rootListener(RootListener other) {
		this.rootListener = this.rootListener.andThen(other);
		return this;
	}

	/**
	 * Set when requests are sent again.
	 * @param other the policy
	 * @return this builder
	 */
	public ServiceRootBuilder retryPolicy(RetryPolicy other) {
		this.retryPolicy = other;
		return this;
	}

	/**
	 * Set the wire. It must not follow redirects by itself, since it would send
	 * credentials along. What it waits for a connection and for the next bytes is its own
	 * setting.
	 * @param other makes the client when the first request is really sent; called once
	 * @return this builder
	 */
	public ServiceRootBuilder webClient(Supplier<WebClient> other) {
		this.webClient = other;
		return this;
	}

	/**
	 * Set which origins may be asked beside the service's own, for instance the one that
	 * hosted files are redirected to. Whatever leads anywhere else, a link, a redirect or
	 * a URL given to {@link ServiceRoot#load}, is refused with
	 * {@link dev.hyperclient.error.ForeignOriginException}. The authorizer is never asked
	 * for these origins; what the {@link #webClient wire} adds by itself, it adds there
	 * too.
	 * @param origins URLs of scheme, host and port, in place of those set before; none
	 * unless set
	 * @return this builder
	 */
	public ServiceRootBuilder allowedOrigins(URI... origins) {
		this.allowedOrigins = List.of(origins);
		return this;
	}

	/**
	 * Set whether an authorizer that {@link HttpAuthorizer#sendsSecrets() sends secrets}
	 * may send them to another machine over plain http, where anybody on the way can read
	 * them. Not unless set.
	 * @param allow whether it may
	 * @return this builder
	 */
	public ServiceRootBuilder allowPlainHttpCredentials(boolean allow) {
		this.allowPlainHttpCredentials = allow;
		return this;
	}

	/**
	 * Set how long each call of a method may take, from the moment it is made to the last
	 * byte of the last answer, all its requests, redirects, retries and waits included:
	 * those for a slice, an update with all its attempts, or a save with its new state.
	 * For iterators and streams it is the time for each step to the next entry. Two
	 * minutes unless set. For the content of a {@link HostedFile} that is read, it is the
	 * longest wait for the next bytes.
	 * @param timeout the time, {@code null} for as long as it takes
	 * @return this builder
	 */
	public ServiceRootBuilder callTimeout(@Nullable Duration timeout) {
		if (timeout != null && (timeout.isZero() || timeout.isNegative())) {
			throw new IllegalArgumentException("'callTimeout' must be positive but is " + timeout);
		}
		this.callTimeout = timeout;
		return this;
	}

	/**
	 * Set the longest answer that is taken into memory, as all answers are but the
	 * content of a {@link HostedFile}. 32 MiB unless set. To read a JSON document or a
	 * description takes at most 12 times this size in heap: six times for its bytes and
	 * objects, and as much while a single long text is read. Of a small heap, documents
	 * may take half, and a single text has at most a character for each 32 bytes of it.
	 * What would take more ends in
	 * {@link dev.hyperclient.error.ResponseTooLargeException}. The size is that of the
	 * decoded content; how small it was on the wire does not matter.
	 * @param bytes the length of the decoded content, in bytes, positive
	 * @return this builder
	 */
	public ServiceRootBuilder maxResponseSize(int bytes) {
		if (bytes <= 0) {
			throw new IllegalArgumentException("'maxResponseSize' must be positive but is " + bytes);
		}
		this.maxResponseSize = bytes;
		return this;
	}

	/**
	 * Declare something about a top-level collection that the service's description does
	 * not tell.
	 * @param name the name of the collection, one of {@link ServiceRoot#svcCollections()}
	 * @param type what is declared
	 * @return this builder
	 */
	public ServiceRootBuilder collection(String name, CollectionType type) {
		this.collectionTypes.put(name, type);
		return this;
	}

	/**
	 * Set when the root is fetched. While it is built unless set. Otherwise whatever
	 * needs its documents throws what {@link #build} throws else.
	 * @param other when
	 * @return this builder
	 */
	public ServiceRootBuilder startup(Startup other) {
		this.startup = other;
		return this;
	}

	/**
	 * Set the threads that fetch beside the caller's own, for
	 * {@link EntryIteration#readAhead()} and {@link EntryIteration#prefetch}. They must
	 * be allowed to block. What the executor refuses, or does not get to, the caller's
	 * thread does itself.
	 * @param other the executor, which is not closed with the root; {@code null} for up
	 * to 32 threads of the root's own, which are
	 * @return this builder
	 */
	public ServiceRootBuilder executor(@Nullable Executor other) {
		this.executor = other;
		return this;
	}

	/**
	 * Set what converts values of types that the client does not know: arguments and
	 * attributes on their way out, and the types of {@link Entry#as}. A
	 * {@link JacksonValueConverter} unless set.
	 * @param other the converter
	 * @return this builder
	 */
	public ServiceRootBuilder valueConverter(ValueConverter other) {
		this.valueConverter = other;
		return this;
	}

	/**
	 * Set by which keys messages name the properties of this service.
	 * @param prefix what its keys have in common, for instance
	 * {@code hyper-client.services.cookbook}; {@code hyper-client} unless set
	 * @return this builder
	 */
	public ServiceRootBuilder propertyPrefix(String prefix) {
		this.names = new SettingNames(prefix);
		return this;
	}

	/**
	 * Build the root: fetches its two representations, unless both are stored and fresh,
	 * or another {@link #startup} is set.
	 * @return the root
	 * @throws IllegalArgumentException if the URL is missing or no service can be there,
	 * or if secrets would be sent to it over plain http
	 * @throws HyperClientException if the root cannot be fetched or makes no sense
	 */
	public ServiceRoot build() {
		URI root = versionedRoot();
		AllowedOrigins origins = new AllowedOrigins(root, this.allowedOrigins, this.names);
		if (!this.allowPlainHttpCredentials) {
			PlainHttp.refuseSecrets(root, this.authorizer, this.names);
		}
		HttpCache used = openCache();
		ExchangeClient exchange = new ExchangeClient(new ExchangeClient.ExchangeSettings(root, origins, this.authorizer,
				used, this.cache == null, observed(this.validationListener), this.callObserver, this.retryPolicy,
				this.retryListener, this.webClient, this.callTimeout, this.maxResponseSize, this.names));
		try {
			MemoryLimit limit = MemoryLimit.of(this.maxResponseSize,
					this.names.of("maxResponseSize", "max-response-size"));
			RootDocuments documents = new RootDocuments(exchange,
					new RootLoader(exchange, root, this.rootListener, this.names, limit));
			ServiceContext context = new ServiceContext(exchange, root, this.collectionTypes, documents,
					this.valueConverter, CallThreads.of(this.executor, root, this.callObserver), new JsonReader(limit));
			if (this.startup == Startup.EAGER) {
				documents.get();
			}
			BackgroundStart start = (this.startup == Startup.BACKGROUND)
					? BackgroundStart.of(documents, root, this.retryPolicy.sleeper()) : null;
			return new DefaultServiceRoot(this.authorizer, exchange, context, documents, start);
		}
		catch (RuntimeException ex) {
			exchange.close();
			throw ex;
		}
	}

	private HttpCache openCache() {
		HttpCache opened = (this.cache != null) ? this.cache : this.cacheBuilder.build();
		return opened.with(observed(this.cacheListener));
	}

	private CacheListener observed(CacheListener listener) {
		return (this.callObserver != CallObserver.NONE) ? this.callObserver.andThen(listener) : listener;
	}

	private URI versionedRoot() {
		URI url = this.serviceRoot;
		if (url == null) {
			throw new IllegalArgumentException(serviceRootName() + " must be set");
		}
		String scheme = (url.getScheme() != null) ? url.getScheme().toLowerCase(Locale.ROOT) : "";
		if (!scheme.equals("http") && !scheme.equals("https")) {
			throw refuse("begin with http:// or https://", shown(url));
		}
		if (url.getHost() == null) {
			throw refuse("name a host", shown(url));
		}
		if (url.getRawUserInfo() != null) {
			throw refuse("not contain a user name or password; give them to an authorizer", null);
		}
		if (url.getRawQuery() != null || url.getRawFragment() != null) {
			throw refuse("have neither query nor fragment", shown(url));
		}
		String base = url.toString().endsWith("/") ? url.toString() : url + "/";
		String root = (this.version != null) ? base + segment(this.version, base) + "/" : base;
		return UriEncoding.encode(URI.create(root));
	}

	private String segment(String version, String base) {
		if (version.isEmpty() || !version.chars().allMatch((c) -> c > ' ' && "/?#%\\".indexOf(c) < 0)) {
			throw new IllegalArgumentException(
					"%s must be one path segment but is '%s'".formatted(this.names.of("version", "version"), version));
		}
		if (base.endsWith("/" + version + "/")) {
			throw new IllegalArgumentException("%s already ends with the version '%s'; leave one of the two out"
				.formatted(serviceRootName(), version));
		}
		return version;
	}

	private static String shown(URI url) {
		return (url.toString().indexOf('@') < 0) ? url.toString() : "a URL with a user name";
	}

	private String serviceRootName() {
		return this.names.of("serviceRoot", "base-url");
	}

	private IllegalArgumentException refuse(String rule, @Nullable String shown) {
		return new IllegalArgumentException("%s must %s%s".formatted(serviceRootName(), rule,
				(shown != null) ? " but is '%s'".formatted(shown) : ""));
	}

}
