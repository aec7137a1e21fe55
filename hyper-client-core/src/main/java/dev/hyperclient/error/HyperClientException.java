package dev.hyperclient.error;

import java.net.URI;
import java.util.Optional;

import dev.hyperclient.internal.error.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * Base class of all exceptions of the client. Unchecked, as in Spring. Control characters
 * are replaced in the message, so that a service cannot control a terminal.
 */
public abstract class HyperClientException extends RuntimeException {

	/** The URL concerned. */
	private final URI uri;

	private final String problem;

	private final String separator;

	private volatile @Nullable String advice;

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param message the problem and the remedy
	 * @param cause the cause, {@code null} for none
	 */
	protected HyperClientException(URI uri, String message, @Nullable Throwable cause) {
		this(uri, message, null, cause);
	}

	/**
	 * Create an exception whose message is the problem and the advice.
	 * @param uri the URL concerned
	 * @param problem the problem, without a full stop at the end
	 * @param advice the remedy, a sentence without its full stop; {@code null} for none
	 * @param cause the cause, {@code null} for none
	 */
	protected HyperClientException(URI uri, String problem, @Nullable String advice, @Nullable Throwable cause) {
		this(uri, problem, ". ", advice, cause);
	}

	HyperClientException(URI uri, String problem, String separator, @Nullable String advice,
			@Nullable Throwable cause) {
		super(PrintableText.lines(problem), cause);
		this.uri = uri;
		this.problem = PrintableText.lines(problem);
		this.separator = separator;
		this.advice = advice;
	}

	/**
	 * Return the problem, followed by the advice.
	 */
	@Override
	public final String getMessage() {
		String known = this.advice;
		return (known != null) ? this.problem + this.separator + PrintableText.lines(known) : this.problem;
	}

	/**
	 * Add a sentence about the failed request that its caller knows, for instance about
	 * an earlier request that was carried out.
	 * @param sentence a sentence without its full stop, which follows the present advice
	 */
	public final void addAdvice(String sentence) {
		String known = this.advice;
		this.advice = (known != null) ? known + ". " + sentence : sentence;
	}

	/**
	 * Return the URL whose request or representation failed.
	 * @return the absolute URL
	 */
	public final URI uri() {
		return this.uri;
	}

	/**
	 * Return the problem: the message without the {@linkplain #advice() advice}.
	 * @return the problem
	 */
	public final String problem() {
		return this.problem;
	}

	/**
	 * Return the advice, if the message has a separate sentence for it.
	 * @return a sentence without its full stop, or empty
	 */
	public final Optional<String> advice() {
		return Optional.ofNullable(this.advice);
	}

}
