package dev.hyperclient;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.call.CallObserver;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.convert.JacksonValueConverter;
import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.InvalidSettingException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.internal.description.DescriptionCache;
import dev.hyperclient.internal.document.MemoryLimit;
import dev.hyperclient.internal.exchange.AllowedOrigins;
import dev.hyperclient.internal.exchange.CallLog;
import dev.hyperclient.internal.exchange.CallObservers;
import dev.hyperclient.internal.exchange.ClientListeners;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.exchange.ExchangeSettings;
import dev.hyperclient.internal.exchange.SettingNames;
import dev.hyperclient.internal.files.CacheDirectories;
import dev.hyperclient.internal.json.JsonReader;
import dev.hyperclient.netty.InterimResponses;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;
import org.springframework.util.ConcurrentReferenceHashMap;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Builder for a {@link ServiceRoot}. Only {@link #serviceRoot(String)} is required.
 * Values are checked by the method that takes them or by {@link #build()}; only
 * {@link #build()} makes requests. Not thread-safe. <pre class="code">{@code
 * ServiceRoot root = ServiceRoot.builder(new BasicHttpAuthorizer("user", "secret"))
 * 	.serviceRoot("https://example.com/api")
 * 	.version("1.0")
 * 	.cache(directory)
 * 	.callTimeout(Duration.ofSeconds(20))
 * 	.build();
 * }</pre>
 *
 * @see ServiceRoot#builder(HttpAuthorizer)
 */
public final class ServiceRootBuilder {

	static {
		SettingNames.OfBuilder.PART.foundIn(ServiceRootBuilder.class, (builder) -> builder.internals);
	}

	private final SettingNames.OfBuilder internals = new SettingNames.OfBuilder();

	private final Map<String, CollectionType> collectionTypes = new HashMap<>();

	private @Nullable HttpAuthorizer authorizer;

	private @Nullable URI baseUrl;

	private String name = "default";

	private @Nullable String version;

	private HttpCacheBuilder cacheBuilder = HttpCache.builder();

	private @Nullable HttpCache cache;

	private @Nullable List<CacheRule> cacheRules;

	private @Nullable Path descriptionDirectory;

	private CallObserver callObserver = CallObservers.NONE;

	private ClientListeners listener = ClientListeners.NONE;

	private RetryPolicy retryPolicy = RetryPolicy.defaults();

	private CacheSettings staleness = CacheSettings.defaults();

	private boolean offline;

	private Supplier<WebClient> webClient = ServiceRootBuilder::defaultWebClient;

	private List<URI> allowedOrigins = List.of();

	private boolean allowPlainHttpCredentials;

	private boolean checkValues = true;

	private @Nullable Executor executor;

	private @Nullable Duration callTimeout = Duration.ofMinutes(2);

	private Startup startup = Startup.EAGER;

	private Duration validationInterval = Duration.ofMinutes(1);

	private ValueConverter valueConverter = new JacksonValueConverter(UnaryOperator.identity());

	private int maxResponseSize = 32 * 1024 * 1024;

	ServiceRootBuilder(@Nullable HttpAuthorizer authorizer) {
		this.authorizer = authorizer;
	}

	/**
	 * Set the authorizer, in place of any other.
	 * @param authorizer the authorizer, {@code null} for no authorization
	 * @return this builder
	 */
	public ServiceRootBuilder authorizer(@Nullable HttpAuthorizer authorizer) {
		this.authorizer = authorizer;
		return this;
	}

	/**
	 * Set the base URL of the service. Required.
	 * @param baseUrl an absolute http or https URL, with or without the version segment
	 * and trailing slash
	 * @return this builder
	 */
	public ServiceRootBuilder serviceRoot(URI baseUrl) {
		this.baseUrl = baseUrl;
		return this;
	}

	/**
	 * Set the base URL of the service, as {@link #serviceRoot(URI)}.
	 * @param baseUrl an absolute http or https URL
	 * @return this builder
	 * @throws IllegalArgumentException if the text is not a URL
	 */
	public ServiceRootBuilder serviceRoot(String baseUrl) {
		return serviceRoot(URI.create(baseUrl));
	}

	/**
	 * Set the name of the service, which is the last part of the name of its logger:
	 * {@code dev.hyperclient.client.<name>}. The default is {@code default}.
	 * @param name the name
	 * @return this builder
	 */
	public ServiceRootBuilder name(String name) {
		this.name = name;
		return this;
	}

	/**
	 * Set the version of the service.
	 * @param version the version segment, {@code null} if the base URL contains it
	 * @return this builder
	 */
	public ServiceRootBuilder version(@Nullable String version) {
		this.version = version;
		return this;
	}

	/**
	 * Store responses in a directory that is kept when the root is closed.
	 * @param directory the directory, created if it is missing; {@code null} for a
	 * temporary one. Not used if it belongs to another user, see
	 * {@link HttpCacheBuilder#directory}
	 * @return this builder
	 */
	public ServiceRootBuilder cache(@Nullable Path directory) {
		return cache(HttpCache.builder().directory(directory));
	}

	/**
	 * Set the builder of the cache, which is opened when the root is built and closed
	 * with it.
	 * @param builder the builder, which is not changed
	 * @return this builder
	 */
	public ServiceRootBuilder cache(HttpCacheBuilder builder) {
		this.cacheBuilder = builder;
		this.cache = null;
		return this;
	}

	/**
	 * Set an existing cache. It is not closed with the root.
	 * @param cache the cache
	 * @return this builder
	 */
	public ServiceRootBuilder cache(HttpCache cache) {
		this.cache = cache;
		return this;
	}

	/**
	 * Set rules for the requests to some URLs, for instance a freshness lifetime that
	 * their responses do not state. They replace the rules of the cache itself. Only the
	 * first rule that matches a request applies to it. {@code stale-if-error} has an
	 * effect up to the time of {@link #staleIfError}, {@code stale-while-revalidate} has
	 * none. A POST is never cached, since a named operation may write.
	 * @param rules the rules, without an HTTP service group and without a safe POST
	 * @return this builder
	 * @throws IllegalArgumentException if a rule has a group or a safe POST
	 */
	public ServiceRootBuilder cacheRules(List<CacheRule> rules) {
		for (CacheRule rule : rules) {
			// The requests of a service belong to no group, and a named operation may
			// write.
			Assert.isTrue(rule.serviceGroup() == null && !rule.safePost(),
					() -> "A rule with a service group or a safe POST has no effect for a service: " + rule);
		}
		this.cacheRules = List.copyOf(rules);
		return this;
	}

	/**
	 * Set the directory that keeps the parsed description of the service, so that the
	 * description is not parsed again when the next root is built from a stored response.
	 * The directory is created if it is missing, readable by the owner only. A
	 * description that has changed is parsed again and replaced. Several services may
	 * share the directory.
	 * @param directory the directory, not within the cache directory; {@code null} for
	 * one with the name of the cache directory and {@code -description}, or for none if
	 * the cache has no directory of its own: a temporary one, memory, another store, or
	 * an {@linkplain #cache(HttpCache) existing cache}
	 * @return this builder
	 */
	public ServiceRootBuilder descriptionDirectory(@Nullable Path directory) {
		this.descriptionDirectory = directory;
		return this;
	}

	/**
	 * Add a call observer around those that were added before.
	 * @param observer the observer, for instance
	 * {@link dev.hyperclient.observation.HyperClientCallObserver}
	 * @return this builder
	 */
	public ServiceRootBuilder addCallObserver(CallObserver observer) {
		this.callObserver = CallObservers.of(observer, this.callObserver);
		return this;
	}

	/**
	 * Add a listener for results of the cache, validations, retries and for loading the
	 * root, after previously added ones.
	 * @param listener the listener
	 * @return this builder
	 */
	public ServiceRootBuilder addListener(ClientListener listener) {
		this.listener = this.listener.with(listener);
		return this;
	}

	/**
	 * Set the retry policy.
	 * @param retryPolicy the policy
	 * @return this builder
	 */
	public ServiceRootBuilder retryPolicy(RetryPolicy retryPolicy) {
		this.retryPolicy = retryPolicy;
		return this;
	}

	/**
	 * Change the retry policy that is set, or the default one.
	 * @param customizer returns the policy to use
	 * @return this builder
	 */
	public ServiceRootBuilder customizeRetryPolicy(UnaryOperator<RetryPolicy> customizer) {
		return retryPolicy(customizer.apply(this.retryPolicy));
	}

	/**
	 * Set the time for which stored entries, collections, files and the stored root may
	 * be read after their lifetime, if the service cannot be reached, does not answer in
	 * time, or answers with 500, 502, 503 or 504 after all retries (RFC 5861, 4).
	 * {@link ServiceResource#isStale()} shows whether this has happened. A response that
	 * forbids it, as with {@code must-revalidate} or {@code no-cache}, is not used. A
	 * response that another client, such as the Python client, has stored is not used
	 * either, since its user is unknown. {@link ServiceResource#svcRefresh()} and the
	 * next read after a write still ask the service. The default is zero: never.
	 * @param time the time; a {@code stale-if-error} of the response shortens it
	 * @return this builder
	 * @throws IllegalArgumentException if the time is negative
	 */
	public ServiceRootBuilder staleIfError(Duration time) {
		this.staleness = this.staleness.withStaleIfError(time);
		return this;
	}

	/**
	 * Set the interval at which a service that has failed is tried. After three failed
	 * requests in a row, one request in each interval is sent, and the others are
	 * answered by the stale responses that {@link #staleIfError} permits. A request that
	 * no stored response can answer is sent. The next answer of the service ends the
	 * pause. The default is zero: each request is sent.
	 * @param interval the interval
	 * @return this builder
	 * @throws IllegalArgumentException if the interval is negative
	 */
	public ServiceRootBuilder pauseAfterFailures(Duration interval) {
		this.staleness = this.staleness.withPauseAfterFailures(interval);
		return this;
	}

	/**
	 * Set whether the root is offline when it is built, see
	 * {@link ServiceRoot#switchOffline}. The default is {@code false}.
	 * @param offline whether the root is offline
	 * @return this builder
	 */
	public ServiceRootBuilder offline(boolean offline) {
		this.offline = offline;
		return this;
	}

	/**
	 * Set the {@code WebClient} to use. It must not follow redirects, since that would
	 * send credentials to other servers. Its connect and read timeouts are independent of
	 * the {@link #callTimeout call timeout}.
	 * @param webClient supplies the client; called once, with the first request that is
	 * sent
	 * @return this builder
	 */
	public ServiceRootBuilder webClient(Supplier<WebClient> webClient) {
		this.webClient = webClient;
		return this;
	}

	/**
	 * Set the origins that are allowed in addition to the origin of the service, for
	 * instance for redirects of hosted files. A link, redirect or {@link ServiceRoot#load
	 * loaded} URL with another origin is rejected with
	 * {@link dev.hyperclient.error.ForeignOriginException}. The authorizer is not used
	 * for these origins; header fields that the {@link #webClient WebClient} adds are
	 * sent to them, too.
	 * @param origins URLs of scheme, host and port, in place of any others; none by
	 * default
	 * @return this builder
	 */
	public ServiceRootBuilder allowedOrigins(URI... origins) {
		this.allowedOrigins = List.of(origins);
		return this;
	}

	/**
	 * Set whether an authorizer that {@link HttpAuthorizer#sendsSecrets() sends secrets}
	 * may send them unencrypted over plain http to hosts other than loopback. The default
	 * is {@code false}.
	 * @param allow whether to allow it
	 * @return this builder
	 */
	public ServiceRootBuilder allowPlainHttpCredentials(boolean allow) {
		this.allowPlainHttpCredentials = allow;
		return this;
	}

	/**
	 * Set whether values of attributes and arguments are checked against the description
	 * before they are sent: dates, links, the types of fetched entries, allowed values,
	 * and whether an attribute is read-only; and whether a fetched entry has the type of
	 * its typed class. The default is {@code true}.
	 * @param check whether to check them
	 * @return this builder
	 */
	public ServiceRootBuilder checkValues(boolean check) {
		this.checkValues = check;
		return this;
	}

	/**
	 * Set the timeout of each method call, including all its requests, redirects, retries
	 * and waits, for instance of an update with all attempts, or of a save with the
	 * request for the new state. For iterators and streams, it applies to each step to
	 * the next entry. For the content of a {@link HostedFile}, it is the maximum wait for
	 * more bytes. The default is two minutes.
	 * @param timeout the timeout, positive; {@code null} for none
	 * @return this builder
	 * @throws IllegalArgumentException if the timeout is not positive
	 */
	public ServiceRootBuilder callTimeout(@Nullable Duration timeout) {
		Assert.isTrue(timeout == null || timeout.compareTo(Duration.ZERO) > 0,
				() -> "'callTimeout' must be positive but is " + timeout);
		this.callTimeout = timeout;
		return this;
	}

	/**
	 * Set the maximum size of a response in memory, which applies to all responses except
	 * the content of a {@link HostedFile}. The default is 32 MiB. Reading a JSON document
	 * or a description takes at most 12 times this size in heap: six times for its bytes
	 * and objects, and as much again while a single long text is read. If the heap is
	 * small, a document may take half of it, and a single text one character for each 32
	 * bytes of it. A response that takes more causes
	 * {@link dev.hyperclient.error.ResponseTooLargeException}. The size is measured after
	 * decompression.
	 * @param size the size of the decoded content, positive and less than 2 GiB
	 * @return this builder
	 * @throws IllegalArgumentException if the size is not in this range
	 */
	public ServiceRootBuilder maxResponseSize(DataSize size) {
		Assert.isTrue(size.toBytes() > 0 && size.toBytes() <= Integer.MAX_VALUE,
				() -> "'maxResponseSize' must be positive and less than 2 GiB but is " + size);
		this.maxResponseSize = (int) size.toBytes();
		return this;
	}

	/**
	 * Declare properties of a top-level collection that the description of the service
	 * does not contain.
	 * @param name the name of the collection, one of {@link ServiceRoot#svcCollections()}
	 * @param type the declaration
	 * @return this builder
	 */
	public ServiceRootBuilder collection(String name, CollectionType type) {
		this.collectionTypes.put(name, type);
		return this;
	}

	/**
	 * Set the time at which the root is fetched. The default is {@link Startup#EAGER}. In
	 * other modes, the first method that needs the root throws the exceptions of
	 * {@link #build}.
	 * @param startup the mode
	 * @return this builder
	 */
	public ServiceRootBuilder startup(Startup startup) {
		this.startup = startup;
		return this;
	}

	/**
	 * Set the minimum time between two validations of the root. After a call that the
	 * service answered, the root is validated on another thread unless it was fetched or
	 * validated within this time. A document that is fresh in the cache needs no request,
	 * any other one conditional request without retries. A changed description takes
	 * effect at once; existing resources keep using the previous one. A failure is logged
	 * and affects no call. A call that does not find a key validates the root itself, see
	 * {@link EntryCollection#get}. The default is one minute.
	 * @param interval the time; zero for no validations on another thread. A call that
	 * does not find a key then validates a root that is older than a minute
	 * @return this builder
	 * @throws IllegalArgumentException if the time is negative
	 */
	public ServiceRootBuilder validationInterval(Duration interval) {
		Assert.isTrue(!interval.isNegative(), () -> "'validationInterval' must be positive or zero but is " + interval);
		this.validationInterval = interval;
		return this;
	}

	/**
	 * Set the executor for validations of the root and for concurrent requests of
	 * {@link EntryIteration#readAhead()} and {@link EntryIteration#prefetch}. Its threads
	 * must be allowed to block. Tasks that it rejects or does not start in time run on
	 * the calling thread.
	 * @param executor the executor, which is not closed with the root; {@code null} for
	 * up to 32 threads of the root, which end when it is closed
	 * @return this builder
	 */
	public ServiceRootBuilder executor(@Nullable Executor executor) {
		this.executor = executor;
		return this;
	}

	/**
	 * Set the converter for values of types without built-in support: arguments and
	 * attributes to send, and the types of {@link Entry#to}. The default is a
	 * {@link JacksonValueConverter}.
	 * @param valueConverter the converter
	 * @return this builder
	 */
	public ServiceRootBuilder valueConverter(ValueConverter valueConverter) {
		this.valueConverter = valueConverter;
		return this;
	}

	/**
	 * Build the root. Makes two GETs, for the description and the root, that the cache
	 * may answer; no request before the first use if another {@link #startup} is set.
	 * @return the root
	 * @throws InvalidSettingException if the base URL is missing or invalid, if secrets
	 * would be sent over plain http, or if the directory of parsed descriptions is within
	 * the cache directory
	 * @throws HyperClientException if the root cannot be fetched or is invalid
	 */
	public ServiceRoot build() {
		BaseUrl rules = new BaseUrl(this.internals.names);
		URI root = rules.normalize(this.baseUrl, this.version);
		AllowedOrigins origins = new AllowedOrigins(root, this.allowedOrigins, this.internals.names);
		if (!this.allowPlainHttpCredentials) {
			rules.requireEncryption(root, this.authorizer);
		}
		DescriptionCache descriptions = descriptions();
		CallLog log = CallLog.of(this.name);
		RootValidation validation = new RootValidation(this.validationInterval);
		ExchangeClient exchange = new ExchangeClient(new ExchangeSettings(
				new ExchangeSettings.Service(root, origins, this.authorizer, this.internals.certificates), caching(),
				new ExchangeSettings.Events(this.callObserver, this.listener.with(validation), log), this.retryPolicy,
				new ExchangeSettings.Transport(transport(), this.callTimeout, this.maxResponseSize),
				this.internals.names));
		try {
			exchange.switchOffline(this.offline);
			MemoryLimit limit = MemoryLimit.of(this.maxResponseSize,
					this.internals.names.of(Setting.MAX_RESPONSE_SIZE));
			RootDocuments documents = new RootDocuments(exchange,
					new RootLoader(exchange, root, this.listener, log, this.internals.names, limit, descriptions),
					this.validationInterval);
			CallThreads threads = CallThreads.of(this.executor, this.name, this.callObserver);
			ServiceContext context = new ServiceContext(exchange, root, Map.copyOf(this.collectionTypes), documents,
					new DefaultEntry.LinkConverter(this.valueConverter), threads, new JsonReader(limit),
					this.internals.names,
					new ValueCheck(this.checkValues, this.internals.names.quoted(Setting.CHECK_VALUES)),
					new ConcurrentReferenceHashMap<>(), new AtomicLong());
			validation.start(documents, exchange, threads, log);
			if (this.startup == Startup.EAGER) {
				documents.get();
			}
			exchange.started();
			BackgroundStart start = (this.startup == Startup.BACKGROUND)
					? BackgroundStart.of(documents, root, this.retryPolicy.sleeper(), this.name) : null;
			return new DefaultServiceRoot(this.authorizer, context, this.version != null, start);
		}
		catch (RuntimeException | Error ex) {
			exchange.close();
			throw ex;
		}
	}

	/**
	 * Return the supplier of the client. For a start in the background the client is
	 * created by this thread: it may consist of Spring beans, which another thread must
	 * not request while the application context starts.
	 */
	private Supplier<WebClient> transport() {
		if (this.startup != Startup.BACKGROUND) {
			return this.webClient;
		}
		WebClient created = this.webClient.get();
		return () -> created;
	}

	private static WebClient defaultWebClient() {
		WebClient.Builder builder = WebClient.builder().exchangeStrategies(new ExchangeSettings.ByteStrategies());
		InterimResponses.connector().ifPresent(builder::clientConnector);
		return builder.build();
	}

	private ExchangeSettings.Caching caching() {
		HttpCache used = (this.cache != null) ? this.cache : this.cacheBuilder.build();
		return new ExchangeSettings.Caching((this.cacheRules != null) ? used.withRules(this.cacheRules) : used,
				this.cache == null, this.staleness.staleIfError(), this.staleness.pauseAfterFailures());
	}

	private DescriptionCache descriptions() {
		Path responses = (this.cache == null) ? CacheDirectories.pathOf(this.cacheBuilder).orElse(null) : null;
		boolean trusted = this.cache == null && CacheDirectories.isTrusted(this.cacheBuilder);
		return DescriptionCache.of(this.descriptionDirectory, responses,
				this.internals.names.of(Setting.DESCRIPTION_DIRECTORY), trusted);
	}

}
