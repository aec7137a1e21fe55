package dev.hyperclient.internal.concurrent;

import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.internal.text.UrlText;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;

/**
 * Waits for results of other threads.
 */
public final class Futures {

	private Futures() {
	}

	/**
	 * Wait for a result until a deadline. An unchecked exception of the other thread is
	 * rethrown as it is.
	 * @param <T> the type of the result
	 * @param future the future result
	 * @param deadline the deadline
	 * @return the result
	 * @throws TimeoutException if the deadline passes
	 * @throws InterruptedException if this thread is interrupted
	 * @throws IllegalStateException if the other thread ended with a checked exception
	 */
	public static <T extends @Nullable Object> T await(Future<T> future, Deadline deadline)
			throws TimeoutException, InterruptedException {
		try {
			return deadline.bounded() ? future.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS) : future.get();
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw new IllegalStateException(ex.getCause());
		}
	}

	/**
	 * Restore the interrupt status of this thread, which was interrupted while it waited.
	 * @param method the method of the request
	 * @param uri the URL of the request
	 * @param purpose why the thread waited, for instance "for a token", for the message
	 * @param ex the exception that reports it
	 * @return the exception to throw
	 */
	public static TransportException interrupted(HttpMethod method, URI uri, String purpose, Exception ex) {
		return interrupted(uri, method + " " + UrlText.of(uri), purpose, ex);
	}

	/**
	 * Restore the interrupt status of this thread, which was interrupted while it waited.
	 * @param request the request
	 * @param purpose why the thread waited
	 * @param ex the exception that reports it
	 * @return the exception to throw
	 */
	public static TransportException interrupted(ServiceRequest request, String purpose, Exception ex) {
		return interrupted(request.uri(), request.toString(), purpose, ex);
	}

	private static TransportException interrupted(URI uri, String request, String purpose, Exception ex) {
		Thread.currentThread().interrupt();
		return new TransportException(uri,
				"%s: the thread was interrupted while it waited %s".formatted(request, purpose), ex);
	}

}
