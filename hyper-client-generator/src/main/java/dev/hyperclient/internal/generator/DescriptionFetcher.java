package dev.hyperclient.internal.generator;

import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.Startup;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.InvalidSettingException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.Setting;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.exchange.SettingNames;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Writes the description of a service to a file, to be checked in. Makes two requests,
 * for the documents of the root, with the rules of the client: redirects are followed on
 * the origin of the service only, and secrets are not sent unencrypted. References to the
 * service itself are written relative, so that the file is the same for each host of the
 * service. The file is replaced as a whole, and only by a valid description that differs.
 * Proxies are read from the system properties of the JVM. Immutable and thread-safe.
 */
public final class DescriptionFetcher {

	private static final String WADL = "application/vnd.sun.wadl+xml";

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

	private final URI url;

	private final Path file;

	private final @Nullable HttpAuthorizer authorizer;

	private final Duration timeout;

	/**
	 * Create a fetcher without credentials, with a timeout of one minute.
	 * @param url the base URL of the service with its version, such as
	 * {@code https://api.launchpad.net/devel/}
	 * @param file the file to write
	 */
	public DescriptionFetcher(URI url, Path file) {
		this(Objects.requireNonNull(url, "'url' must not be null"),
				Objects.requireNonNull(file, "'file' must not be null"), null, Duration.ofMinutes(1));
	}

	private DescriptionFetcher(URI url, Path file, @Nullable HttpAuthorizer authorizer, Duration timeout) {
		this.url = url;
		this.file = file;
		this.authorizer = authorizer;
		this.timeout = timeout;
	}

	/**
	 * Set the credentials.
	 * @param authorizer the authorizer, {@code null} for none
	 * @return a new fetcher
	 */
	public DescriptionFetcher withAuthorizer(@Nullable HttpAuthorizer authorizer) {
		return new DescriptionFetcher(this.url, this.file, authorizer, this.timeout);
	}

	/**
	 * Set the timeout of all requests together.
	 * @param timeout the timeout, positive
	 * @return a new fetcher
	 * @throws IllegalArgumentException if the timeout is not positive
	 */
	public DescriptionFetcher withTimeout(Duration timeout) {
		if (timeout.isZero() || timeout.isNegative()) {
			throw new IllegalArgumentException("'timeout' must be positive but is " + timeout);
		}
		return new DescriptionFetcher(this.url, this.file, this.authorizer, timeout);
	}

	/**
	 * Fetch the description, and write the file if it differs.
	 * @return what was done
	 * @throws GeneratorException if the service cannot be reached, does not serve a valid
	 * description, or if the file cannot be written. The file is unchanged. The message
	 * contains no credentials
	 */
	public FetchResult run() {
		Fetched fetched = fetch();
		byte[] content = DescriptionFile.withLines(DescriptionFile.portable(fetched.content(), fetched.application()));
		if (!isReadable(content)) {
			content = fetched.content();
			// Fails if the generator cannot read it either.
			DescriptionFile.parse(this.file, content);
		}
		return new FetchResult(OutputDirectory.replaceIfChanged(this.file, content),
				fetched.application().resourceTypes().size());
	}

	private record Fetched(byte[] content, WadlApplication application) {

	}

	private Fetched fetch() {
		AtomicReference<@Nullable ServiceResponse> description = new AtomicReference<>();
		try (ServiceRoot root = root();
				ServiceRoot observed = root.withAdditionalResponseListener((request, response) -> {
					if (WADL.equals(request.headers().getFirst("Accept"))) {
						description.set(response);
					}
				})) {
			WadlApplication application = WadlApplication.of(observed.type());
			return new Fetched(Objects.requireNonNull(description.get()).bytes(), application);
		}
		catch (ForeignOriginException ex) {
			throw failure(ex.problem()
					+ "; redirects are followed on the same origin only. If you trust the target, use it as the URL",
					ex);
		}
		catch (NotFound ex) {
			throw failure(
					"the URL (url) must be the URL of the root of a service, with its version: " + ex.getMessage(), ex);
		}
		catch (HyperClientException | InvalidSettingException ex) {
			throw failure(String.valueOf(ex.getMessage()), ex);
		}
	}

	private ServiceRoot root() {
		return root(this.url, this.authorizer, this.timeout, WebClient.builder());
	}

	/** Return a root that caches in memory, and does not retry. */
	static ServiceRoot root(URI url, @Nullable HttpAuthorizer authorizer, Duration timeout, WebClient.Builder client) {
		HttpClient http = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(CONNECT_TIMEOUT)
			.proxy(Optional.ofNullable(ProxySelector.getDefault()).orElseGet(() -> ProxySelector.of(null)))
			.build();
		return SettingNames.named(ServiceRoot.builder(authorizer), DescriptionFetcher::settingName)
			.serviceRoot(url)
			.name("description")
			.cache(HttpCache.builder().inMemory(DataSize.ofMegabytes(1)))
			.startup(Startup.LAZY)
			.callTimeout(timeout)
			.retryPolicy(RetryPolicy.none())
			.webClient(() -> client.clone().clientConnector(new JdkClientHttpConnector(http)).build())
			.build();
	}

	private static @Nullable String settingName(Setting setting) {
		return switch (setting) {
			case BASE_URL, VERSION -> "url";
			case CALL_TIMEOUT, CONNECT_TIMEOUT, READ_TIMEOUT -> "timeout";
			default -> null;
		};
	}

	private GeneratorException failure(String problem, Throwable cause) {
		String unchanged = Files.exists(this.file) ? "is unchanged: " : "is not written: ";
		return new GeneratorException(this.file, 0, unchanged + problem, cause);
	}

	private boolean isReadable(byte[] content) {
		try {
			DescriptionFile.parse(this.file, content);
			return true;
		}
		catch (GeneratorException ex) {
			return false;
		}
	}

}
