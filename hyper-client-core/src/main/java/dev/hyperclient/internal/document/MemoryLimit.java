package dev.hyperclient.internal.document;

import java.net.URI;

import dev.hyperclient.error.ResponseTooLargeException;

/**
 * The maximum heap that one document may take. Since a small document can have a very
 * large number of values, names or declarations, each of them counts with an estimate of
 * its size. Immutable.
 *
 * @param bytes the number of bytes that a document and its objects may take
 * @param textLength the maximum length of a single text, in characters
 * @param setting the name of the setting of the size of a document, for errors
 */
public record MemoryLimit(long bytes, int textLength, String setting) {

	/**
	 * How many times the maximum size of a document its bytes and objects may take.
	 * Typical documents take three to five times their size.
	 */
	private static final int MULTIPLE = 6;

	/** The part of the JVM's heap that the bytes and objects of a document may take. */
	private static final int HEAP_PART = 2;

	/**
	 * The part of the JVM's heap that a single text may have in characters. While it is
	 * read it takes up to six bytes for each.
	 */
	private static final int TEXT_PART = 32;

	/**
	 * Create the limit for documents up to a size. Bytes and objects may take six times
	 * that size, and half of the JVM's heap. A text that is being read may take as much
	 * once more.
	 * @param maxSize the maximum size of a document, in bytes
	 * @param setting the name of the setting of that size, for errors
	 * @return the limit
	 */
	public static MemoryLimit of(int maxSize, String setting) {
		long heap = Runtime.getRuntime().maxMemory();
		return new MemoryLimit(Math.min((long) maxSize * MULTIPLE, heap / HEAP_PART),
				(int) Math.min(maxSize, heap / TEXT_PART), setting);
	}

	/**
	 * Start to read a document.
	 * @param document its bytes
	 * @param uri where it came from, for errors
	 * @return what the document takes so far: its bytes
	 */
	public Usage read(byte[] document, URI uri) {
		Usage usage = new Usage(uri, document.length);
		usage.add(document.length);
		return usage;
	}

	/**
	 * The memory that one document takes. For one thread.
	 */
	public final class Usage {

		private final URI uri;

		private final int size;

		private long used;

		private Usage(URI uri, int size) {
			this.uri = uri;
			this.size = size;
		}

		/**
		 * Add what a part of the document takes.
		 * @param more an estimate, in bytes
		 * @throws ResponseTooLargeException if that is more than the document may take
		 */
		public void add(long more) {
			this.used += more;
			if (this.used > MemoryLimit.this.bytes) {
				throw exceeded("takes more than %d bytes of memory".formatted(MemoryLimit.this.bytes));
			}
		}

		/**
		 * Return the error for a text that is longer than allowed.
		 * @return the error
		 */
		public ResponseTooLargeException textTooLong() {
			return exceeded("has a text of more than %d characters".formatted(MemoryLimit.this.textLength));
		}

		private ResponseTooLargeException exceeded(String problem) {
			return new ResponseTooLargeException(this.uri,
					"%s was answered with a document of %d bytes that %s".formatted(this.uri, this.size, problem),
					"%s and the heap of the JVM (-Xmx) allow no more; raise them if such a document is expected"
						.formatted(MemoryLimit.this.setting),
					null);
		}

	}

}
