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
 * Keeps each token in one file of its own, all in one directory, in the format of
 * {@link CredentialsFile}. Each file says which application and which service it is for;
 * one that has got into the place of another is an error, not a token.
 * <p>
 * Only the owner may read the files, and the directory if it is made here. Links in the
 * directory are not followed. Several processes may use it at the same time; the last one
 * to save wins. Nothing is kept in memory. Thread-safe.
 */
public final class FileTokenStore implements TokenStore {

	private final Path directory;

	/**
	 * Use a directory, which is made with the first token if it is missing.
	 * @param directory the directory
	 */
	public FileTokenStore(Path directory) {
		this.directory = directory.toAbsolutePath().normalize();
	}

	@Override
	public Optional<AccessToken> find(URI serviceRoot, Consumer consumer) {
		URI root = ServiceAddress.normalize("serviceRoot", serviceRoot);
		CredentialsFile file = file(root, consumer);
		return file.content().map((content) -> {
			if (!content.credentials().consumer().key().equals(consumer.key())
					|| !root.toString().equals(content.serviceRoot())) {
				throw file.error("is for another application or another service",
						"Remove it, and let the application get a token of its own", null);
			}
			return content.credentials().accessToken();
		});
	}

	@Override
	public void save(URI serviceRoot, Consumer consumer, AccessToken token) {
		URI root = ServiceAddress.normalize("serviceRoot", serviceRoot);
		file(root, consumer).write(new StoredCredentials(consumer, token), root.toString());
	}

	@Override
	public void remove(URI serviceRoot, Consumer consumer) {
		file(ServiceAddress.normalize("serviceRoot", serviceRoot), consumer).delete();
	}

	/**
	 * Named for a digest, since keys have characters and lengths that names of files do
	 * not, and file systems take upper case for lower case. A key has no line end.
	 */
	private CredentialsFile file(URI root, Consumer consumer) {
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
