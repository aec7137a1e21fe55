package dev.hyperclient.docs.httpcache;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpResponse;

// tag::retry-after[]
final class RetryAfter {

	static ClientHttpResponse send(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
			throws IOException {
		ClientHttpResponse response = execution.execute(request, body);
		for (int retry = 0; retry < 3 && HttpMethod.GET.equals(request.getMethod()); retry++) {
			int status = response.getStatusCode().value();
			String wait = response.getHeaders().getFirst(HttpHeaders.RETRY_AFTER);
			if ((status != 429 && status != 503) || wait == null || !wait.matches("\\d{1,9}|.* GMT")) {
				return response;
			}
			long millis = !wait.endsWith("GMT") ? 1000 * Long.parseLong(wait)
					: response.getHeaders().getFirstDate(HttpHeaders.RETRY_AFTER) - System.currentTimeMillis();
			response.close();
			try {
				TimeUnit.MILLISECONDS.sleep(Math.min(millis, 30_000));
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new InterruptedIOException("Interrupted before a retry");
			}
			response = execution.execute(request, body);
		}
		return response;
	}

}
// end::retry-after[]
