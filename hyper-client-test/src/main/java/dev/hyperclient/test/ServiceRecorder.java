package dev.hyperclient.test;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.text.LinkName;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import org.springframework.http.HttpMethod;

/**
 * Records a real service for tests: its description, and each JSON representation that a
 * client reads, in the format that {@code FakeService.replay} reads. Request and response
 * header fields and hosted files are not recorded, and neither are user information of
 * URLs and parameters of URLs that are named like credentials. Thread-safe.
 *
 * <pre class="code">{@code
 * try (ServiceRecorder recorder = ServiceRecorder.recording(root, folder).redact("email")) {
 * 	recorder.root().collection("bugs").slice(0, 5);
 * }
 * }</pre>
 */
public final class ServiceRecorder implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(ServiceRecorder.class);

	private static final String WADL = "application/vnd.sun.wadl+xml";

	private static final String JSON = "application/json";

	private static final int OK = 200;

	private static final int SERVER_ERROR = 500;

	private static final Set<Integer> REMOVED = Set.of(404, 410);

	private final ServiceRoot original;

	private final URI base;

	private final RecordingFolder folder;

	private final RecordedBase recordedBase;

	private RecordedContent content = new RecordedContent(Map.of());

	private @Nullable ServiceRoot root;

	private ServiceRecorder(ServiceRoot original, Path path) {
		this.original = original;
		this.base = RecordedDescription.application(original).base();
		this.folder = RecordingFolder.toWrite(path, RecordedDescription.application(original));
		this.recordedBase = new RecordedBase(this.base, this.folder.base());
	}

	/**
	 * Create a recorder.
	 * @param root the root of the service. Its settings, credentials and cache are used
	 * @param folder the folder, created if it is missing. A recording of the same service
	 * in it is updated, even if the service has another URL now
	 * @return the recorder
	 * @throws IllegalArgumentException if the folder is not writable, or if it contains
	 * anything except a recording of the service
	 * @throws HyperClientException if the root cannot be fetched
	 */
	public static ServiceRecorder recording(ServiceRoot root, Path folder) {
		return new ServiceRecorder(root, folder.toAbsolutePath().normalize());
	}

	/**
	 * Replace the values of attributes and links in all representations, at any depth, by
	 * the value that a service sends in place of values that a user may not see. Requests
	 * with an argument of such a name are not recorded. {@link #root()} treats existing
	 * files of the folder in the same way.
	 * @param attributes the names, without suffixes of links
	 * @return this recorder
	 * @throws IllegalArgumentException if the description has no attribute, link or
	 * parameter of a name
	 * @throws IllegalStateException after {@link #root()}
	 */
	public ServiceRecorder redact(String... attributes) {
		for (String attribute : attributes) {
			substitute(attribute, RecordedContent.REDACTED);
		}
		return this;
	}

	/**
	 * Replace the values of an attribute or link as {@link #redact(String...)} does, but
	 * by a value that clients of the replayed service can read.
	 * @param attribute the name, without suffix of a link
	 * @param substitute the value
	 * @return this recorder
	 * @throws IllegalArgumentException if the description has no attribute, link or
	 * parameter of the name
	 * @throws IllegalStateException after {@link #root()}
	 */
	public synchronized ServiceRecorder substitute(String attribute, String substitute) {
		requireNotStarted();
		RecordedDescription.requireKnown("attribute", LinkName.of(attribute),
				RecordedDescription.names(RecordedDescription.application(this.original)));
		this.content = this.content.withSubstitute(attribute, substitute);
		return this;
	}

	private void requireNotStarted() {
		if (this.root != null) {
			throw new IllegalStateException("Call redact(...) before root(), which starts the recording");
		}
	}

	/**
	 * Start the recording, and return a root whose responses are recorded, including
	 * responses from the cache. It is closed with this recorder. Content that must not be
	 * recorded is removed from all files of the folder.
	 * @return the root, always the same
	 * @throws HyperClientException if the root cannot be fetched
	 */
	public synchronized ServiceRoot root() {
		if (this.root == null) {
			this.folder.clean(this.content);
			ServiceRoot recorded = this.original.withAdditionalResponseListener(this::record);
			recorded.type();
			this.root = recorded;
		}
		return this.root;
	}

	/**
	 * Compare a recording with the present service: all types, attributes, operations,
	 * parameters and options of its description, and the attributes of the recorded
	 * representations and the kinds of their values. Other values are not compared. Each
	 * recorded URL is requested once. The service may have another URL than at the time
	 * of the recording.
	 * @param root the root of the service
	 * @param folder the folder with the recording
	 * @return the differences, one line for each; empty if there are none
	 * @throws IllegalArgumentException if the folder has no recording of the service
	 * @throws HyperClientException if the service fails
	 */
	public static List<String> differences(ServiceRoot root, Path folder) {
		RecordingFolder recorded = RecordingFolder.toRead(folder);
		byte[] description = recorded.description();
		recorded.requireService(RecordedDescription.application(root));
		RecordedBase toPresent = new RecordedBase(recorded.base(), RecordedDescription.application(root).base());
		RecordingDifferences differences = new RecordingDifferences();
		AtomicReference<@Nullable JsonNode> last = new AtomicReference<>();
		try (ServiceRoot present = root
			.withAdditionalResponseListener((request, response) -> last.set(json(request, response)))) {
			present.svcRefresh();
			differences.compare(RecordedDescription.application(description), RecordedDescription.application(present));
			Map<String, JsonNode> representations = new TreeMap<>(recorded.representations());
			representations.forEach((url, body) -> {
				JsonNode now = load(present, toPresent.replaced(url), last, differences);
				if (now != null) {
					differences.compare(url, body, now);
				}
			});
		}
		return differences.list();
	}

	private static @Nullable JsonNode load(ServiceRoot root, String url, AtomicReference<@Nullable JsonNode> last,
			RecordingDifferences differences) {
		last.set(null);
		try {
			root.load(url);
		}
		catch (HTTPError ex) {
			if (ex.status() >= SERVER_ERROR) {
				throw ex;
			}
			differences.add("%s: '%s' (status %d)".formatted(REMOVED.contains(ex.status()) ? "removed" : "not readable",
					url, ex.status()));
			return null;
		}
		catch (HyperClientException ex) {
			// Results of operations do not name their type, so they are no resources.
			if (last.get() == null) {
				throw ex;
			}
		}
		return last.get();
	}

	private synchronized void record(ServiceRequest request, ServiceResponse response) {
		if (isRead(request, response, WADL)) {
			String wadl = new String(response.bytes(), StandardCharsets.ISO_8859_1);
			this.folder.writeDescription(this.recordedBase
				.replaced(SecretParameters.withoutUserInformation(wadl).getBytes(StandardCharsets.ISO_8859_1)));
			return;
		}
		JsonNode body = json(request, response);
		if (body == null) {
			return;
		}
		String url = this.content.relative(request.uri(), this.original.uri(), this.base);
		if (url != null) {
			this.folder.write(this.recordedBase.replaced(url), this.recordedBase.replaced(this.content.clean(body)));
		}
		else {
			logger.warn(
					"The response to '%s' of '%s' is not recorded: its URL is not below %s, or has an argument that is redacted"
						.formatted(request.call().operation(), request.call().resourceType(), this.base));
		}
	}

	private static @Nullable JsonNode json(ServiceRequest request, ServiceResponse response) {
		if (!isRead(request, response, JSON)) {
			return null;
		}
		try {
			return RecordingFolder.MAPPER.readTree(new String(response.bytes(), StandardCharsets.UTF_8));
		}
		catch (JacksonException ex) {
			// The client reports it.
			return null;
		}
	}

	/**
	 * Return whether a response is a document of a media type. Content of hosted files is
	 * requested with any media type.
	 */
	private static boolean isRead(ServiceRequest request, ServiceResponse response, String mediaType) {
		return request.method() == HttpMethod.GET && response.status() == OK && !response.body().isStreamed()
				&& mediaType.equals(request.headers().getFirst("Accept"));
	}

	/**
	 * End the recording, and close the root whose responses are recorded.
	 */
	@Override
	public synchronized void close() {
		if (this.root != null) {
			this.root.close();
		}
	}

	/**
	 * Replaces the URL of a root by the URL of another root of the same service, for
	 * example on another port. A folder keeps the URL of its first recording.
	 *
	 * @param from the URL to replace, as it is in the description
	 * @param to the URL that replaces it
	 */
	private record RecordedBase(URI from, URI to) {

		String replaced(String text) {
			if (this.from.equals(this.to)) {
				return text;
			}
			return text.replace(this.from.toString(), this.to.toString()).replace(encoded(this.from), encoded(this.to));
		}

		byte[] replaced(byte[] document) {
			// The URLs are ASCII, so that the encoding of the document is of no
			// importance.
			return replaced(new String(document, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1);
		}

		JsonNode replaced(JsonNode body) {
			return this.from.equals(this.to) ? body
					: RecordingFolder.MAPPER.readTree(replaced(RecordingFolder.MAPPER.writeValueAsString(body)));
		}

		private static String encoded(URI url) {
			return URLEncoder.encode(url.toString(), StandardCharsets.UTF_8);
		}

	}

}
