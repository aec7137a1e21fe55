package dev.hyperclient.token;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

import dev.hyperclient.authorizer.AccessToken;

/**
 * A {@link TokenStore} that keeps each token in a separate file of one directory, in the
 * format of {@link CredentialsFile}. Each file names the application and the service that
 * it is for; a file with other names is an error.
 * <p>
 * Only the owner can read the files, and the directory if it is created by this class.
 * Symbolic links in the directory are not followed. Several processes may share the
 * directory; the last saved token replaces earlier ones. Tokens are not kept in memory.
 * Thread-safe.
 */
public final class FileTokenStore implements TokenStore {

	private final Path directory;

	/**
	 * Create a store in a directory, which is created with the first token if it is
	 * missing.
	 * @param directory the directory
	 */
	public FileTokenStore(Path directory) {
		this.directory = directory.toAbsolutePath().normalize();
	}

	@Override
	public Optional<AccessToken> find(URI serviceRoot, OAuthConsumer consumer) {
		URI root = OAuthTokenFlow.normalize("serviceRoot", serviceRoot);
		CredentialsFile file = file(root, consumer);
		return file.content().map((content) -> {
			if (!content.credentials().consumer().key().equals(consumer.key())
					|| !root.toString().equals(content.serviceRoot())) {
				throw file.error("is for another application or another service", "Delete it and get a new token",
						null);
			}
			return content.credentials().accessToken();
		});
	}

	@Override
	public void save(URI serviceRoot, OAuthConsumer consumer, AccessToken token) {
		URI root = OAuthTokenFlow.normalize("serviceRoot", serviceRoot);
		file(root, consumer).write(new StoredCredentials(consumer, token), root.toString());
	}

	@Override
	public void remove(URI serviceRoot, OAuthConsumer consumer) {
		file(OAuthTokenFlow.normalize("serviceRoot", serviceRoot), consumer).delete();
	}

	/**
	 * The name is a digest, since keys may have characters and lengths that file names
	 * may not, and file systems may ignore case. A key does not contain line ends.
	 */
	private CredentialsFile file(URI root, OAuthConsumer consumer) {
		String name = HexFormat.of().formatHex(sha256(consumer.key() + "\n" + root)) + ".ini";
		return new CredentialsFile(this.directory.resolve(name), LinkOption.NOFOLLOW_LINKS);
	}

	private static byte[] sha256(String text) {
		try {
			return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	/**
	 * Return the directory.
	 */
	@Override
	public String toString() {
		return this.directory.toString();
	}

}
