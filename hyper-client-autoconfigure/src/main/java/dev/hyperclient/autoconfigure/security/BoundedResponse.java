package dev.hyperclient.autoconfigure.security;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

import dev.hyperclient.http.Deadline;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/**
 * A response of a token endpoint, bounded in size and in the time that reading it takes.
 * A read-timeout bounds each read alone.
 */
final class BoundedResponse implements ClientHttpResponse {

	private static final int MAX_LENGTH = 64 * 1024;

	private final ClientHttpResponse response;

	private final Duration timeout;

	private final Deadline deadline;

	private @Nullable BoundedInputStream body;

	BoundedResponse(ClientHttpResponse response, Duration timeout) {
		this.response = response;
		this.timeout = timeout;
		this.deadline = Deadline.after(timeout);
	}

	@Override
	public HttpStatusCode getStatusCode() throws IOException {
		return this.response.getStatusCode();
	}

	@Override
	public String getStatusText() throws IOException {
		return this.response.getStatusText();
	}

	@Override
	public HttpHeaders getHeaders() {
		return this.response.getHeaders();
	}

	@Override
	public InputStream getBody() throws IOException {
		if (this.body == null) {
			this.body = new BoundedInputStream(this.response.getBody());
		}
		return this.body;
	}

	/** The response itself would read to the end, and there may be none. */
	@Override
	public void close() {
		try {
			if (((BoundedInputStream) getBody()).drain()) {
				this.response.close();
			}
		}
		catch (IOException ex) {
			this.response.close();
		}
	}

	private final class BoundedInputStream extends FilterInputStream {

		private int length;

		private BoundedInputStream(InputStream in) {
			super(in);
		}

		@Override
		public int read() throws IOException {
			int read = this.in.read();
			count((read < 0) ? read : 1);
			return read;
		}

		@Override
		public int read(byte[] target, int offset, int count) throws IOException {
			int read = this.in.read(target, offset, count);
			count(read);
			return read;
		}

		private void count(int read) throws IOException {
			this.length += Math.max(read, 0);
			if (this.length > MAX_LENGTH) {
				throw stopped("the response of the authorization server is longer than %d bytes".formatted(MAX_LENGTH));
			}
			Deadline deadline = BoundedResponse.this.deadline;
			if (deadline.bounded() && deadline.remaining().isNegative()) {
				throw stopped("the response of the authorization server did not arrive within "
						+ BoundedResponse.this.timeout);
			}
		}

		private IOException stopped(String reason) throws IOException {
			this.in.close();
			return new IOException(reason);
		}

		/** Whether what is left is short. */
		private boolean drain() {
			try {
				transferTo(OutputStream.nullOutputStream());
				return true;
			}
			catch (IOException ex) {
				return false;
			}
		}

	}

}
