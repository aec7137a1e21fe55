package dev.hyperclient.error;

import java.net.URI;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The service's description of itself cannot be read, or does not match the service.
 */
public class ServiceDescriptionException extends HyperClientException {

	/** URL of the service by its own links, {@code null} if it does not differ. */
	private final @Nullable URI linkedRoot;

	/**
	 * Create an exception for a service whose links may have another scheme, host or port
	 * than the requested URL.
	 * @param uri the requested URL
	 * @param problem the problem, without a full stop at the end
	 * @param advice the remedy, {@code null} for none
	 * @param cause the cause, {@code null} for none
	 * @param linkedRoot the URL of the service root by its own links, {@code null} if
	 * they do not differ
	 */
	public ServiceDescriptionException(URI uri, String problem, @Nullable String advice, @Nullable Throwable cause,
			@Nullable URI linkedRoot) {
		super(uri, problem, advice, cause);
		this.linkedRoot = linkedRoot;
	}

	/**
	 * Return the URL of the service root by the service's own links, if they have another
	 * scheme, host or port than the requested URL.
	 * @return the absolute URL, or empty if they do not differ or something else is wrong
	 */
	public final Optional<URI> linkedRoot() {
		return Optional.ofNullable(this.linkedRoot);
	}

}
