package dev.hyperclient.cache.spring;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.FastByteArrayOutputStream;

/**
 * A request that follows redirects, each of which is a request to the cache. Not
 * thread-safe.
 */
final class RedirectingClientHttpRequest implements ClientHttpRequest, StreamingHttpOutputMessage {

	private final ClientHttpRequestFactory factory;

	private final ClientHttpRequest first;

	private @Nullable OutputStream buffer;

	private @Nullable Body body;

	/**
	 * Create a request.
	 * @param factory creates requests to the cache, which buffer what is written to
	 * {@link #getBody} and stream {@link #setBody}
	 */
	RedirectingClientHttpRequest(ClientHttpRequestFactory factory, URI uri, HttpMethod method) throws IOException {
		this.factory = factory;
		this.first = factory.createRequest(uri, method);
	}

	@Override
	public HttpMethod getMethod() {
		return this.first.getMethod();
	}

	@Override
	public URI getURI() {
		return this.first.getURI();
	}

	@Override
	public HttpHeaders getHeaders() {
		return this.first.getHeaders();
	}

	@Override
	public Map<String, Object> getAttributes() {
		return this.first.getAttributes();
	}

	@Override
	public OutputStream getBody() throws IOException {
		OutputStream opened = this.first.getBody();
		this.buffer = opened;
		return opened;
	}

	@Override
	public void setBody(Body body) {
		((StreamingHttpOutputMessage) this.first).setBody(body);
		this.body = body;
	}

	@Override
	public ClientHttpResponse execute() throws IOException {
		// The cache adds conditions to those of the request.
		HttpHeaders headers = HttpHeaders.copyOf(getHeaders());
		Body sent = repeatableBody();
		boolean isRepeatable = this.body == null || sent != null;
		ClientHttpRequest request = this.first;
		ClientHttpResponse response = request.execute();
		for (int i = 0; i < Redirect.MAX; i++) {
			Redirect redirect = redirect(request, response);
			if (redirect == null || (redirect.keepsBody() && !isRepeatable)) {
				return response;
			}
			RedirectContent.discard(request, response);
			redirect.removeFrom(headers);
			request = this.factory.createRequest(redirect.uri(), redirect.method());
			request.getHeaders().putAll(headers);
			request.getAttributes().putAll(getAttributes());
			if (!redirect.keepsBody()) {
				sent = null;
				isRepeatable = true;
			}
			if (sent != null) {
				((StreamingHttpOutputMessage) request).setBody(sent);
			}
			response = request.execute();
		}
		return response;
	}

	private @Nullable Body repeatableBody() {
		if (this.buffer instanceof FastByteArrayOutputStream bytes && bytes.size() > 0) {
			return bytes::writeTo;
		}
		return (this.body != null && this.body.repeatable()) ? this.body : null;
	}

	private static @Nullable Redirect redirect(ClientHttpRequest request, ClientHttpResponse response)
			throws IOException {
		boolean passedOn = false;
		try {
			Redirect redirect = Redirect.of(request.getMethod(), request.getURI(), response.getStatusCode().value(),
					response.getHeaders());
			passedOn = true;
			return redirect;
		}
		finally {
			if (!passedOn) {
				response.close();
			}
		}
	}

}
