package dev.hyperclient.internal.policy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.springframework.http.HttpHeaders;
import org.springframework.util.function.SingletonSupplier;

/**
 * The key of the hashes that stand for users. Readers of the store cannot compare them
 * with passwords or tokens without it. Immutable and thread-safe.
 */
public final class IdentityKey {

	/** Shorter secrets can be guessed. */
	public static final int MIN_LENGTH = 16;

	/**
	 * Fields that many APIs use in place of {@code Authorization}, in lower case, which
	 * is found faster.
	 */
	private static final List<String> KEYS = List.of("x-api-key", "api-key", "apikey", "x-auth-token", "x-access-token",
			"private-token", "x-vault-token", "ocp-apim-subscription-key");

	/**
	 * The request fields that name a user.
	 */
	public static final List<String> CREDENTIALS = Stream
		.concat(Stream.of(HttpHeaders.AUTHORIZATION, HttpHeaders.COOKIE), KEYS.stream())
		.toList();

	private static final String COOKIES = "hyper-client-cookies:";

	/** Begins what is derived from other fields than {@code Authorization}. */
	private static final String OTHERS = "hyper-client-keys:";

	private static final String MAC = "HmacSHA256";

	private static final String OF_ANONYMOUS = calculate("");

	/** The last hash, since most clients have one identity. */
	private static volatile Known last = new Known("", OF_ANONYMOUS);

	private static final IdentityKey OF_PROCESS = new IdentityKey(IdentityKey::random, false);

	/** The key of the process is created when it is needed: often it never is. */
	private final Supplier<SecretKeySpec> key;

	private final String id;

	private final boolean isConfigured;

	private IdentityKey(Supplier<byte[]> key, boolean configured) {
		this.key = SingletonSupplier.of(() -> new SecretKeySpec(key.get(), MAC));
		this.isConfigured = configured;
		this.id = configured ? mac("key").substring(0, 16) : "process";
	}

	/**
	 * Return the random key of this process, which is never stored.
	 */
	public static IdentityKey ofProcess() {
		return OF_PROCESS;
	}

	/**
	 * Create a key that outlives this process.
	 * @param secret the secret
	 * @throws IllegalArgumentException if it is too short
	 */
	public static IdentityKey of(String secret) {
		if (secret.length() < MIN_LENGTH) {
			throw new IllegalArgumentException("'identityKey' must have at least " + MIN_LENGTH + " characters");
		}
		return new IdentityKey(() -> secret.getBytes(StandardCharsets.UTF_8), true);
	}

	/**
	 * Return a text that distinguishes this key from others without revealing it:
	 * {@code process} for the key of any process, otherwise hexadecimal digits.
	 */
	public String id() {
		return this.id;
	}

	/**
	 * Whether identities with another key can never be used again by this cache.
	 */
	public boolean supersedes(String otherId) {
		return this.isConfigured && !otherId.isEmpty() && !otherId.equals(this.id);
	}

	/**
	 * Return an identity as this cache stores it, so that another cache with another key
	 * has another one for the same name. Unchanged with the key of the process: then the
	 * identities of the application are valid after a restart.
	 * @param identity the opaque identity, empty for anonymous
	 */
	public String keyed(String identity) {
		if (identity.isEmpty() || !this.isConfigured || isOfCookies(identity)) {
			return identity;
		}
		return (isWithoutAuthorization(identity) ? OTHERS : "") + mac("identity\n" + identity);
	}

	/**
	 * Return an identity derived from the credentials of a request: a hash of the fields
	 * that name a user.
	 * @param request the header fields of the request
	 * @return the identity, empty without the fields
	 */
	public String ofCredentials(HttpHeaders request) {
		List<String> authorization = request.getOrEmpty(HttpHeaders.AUTHORIZATION);
		List<String> cookies = request.getOrEmpty(HttpHeaders.COOKIE);
		String keys = "";
		for (String name : KEYS) {
			List<String> values = request.getOrEmpty(name);
			// Most requests have none of them, and each one comes here.
			if (!values.isEmpty()) {
				keys += "\n\n" + name + ":" + String.join("\n", values);
			}
		}
		if (authorization.isEmpty() && cookies.isEmpty() && keys.isEmpty()) {
			return "";
		}
		// Field values contain no line end.
		String hash = mac(
				"credentials\n" + String.join("\n", authorization) + "\n\n" + String.join("\n", cookies) + keys);
		if (!authorization.isEmpty()) {
			return hash;
		}
		return keys.isEmpty() ? COOKIES + hash : OTHERS + hash;
	}

	/**
	 * Whether an identity was derived from cookies alone. Unlike other credentials, they
	 * need not mean that the response depends on the user.
	 */
	public static boolean isOfCookies(String identity) {
		return identity.startsWith(COOKIES);
	}

	/**
	 * Whether an identity is known not to depend on an {@code Authorization} field:
	 * empty, or derived from other fields or a certificate, which precedes it in a line.
	 */
	static boolean isWithoutAuthorization(String identity) {
		String ofFields = identity.substring(identity.lastIndexOf('\n') + 1);
		return ofFields.isEmpty() || isOfCookies(ofFields) || ofFields.startsWith(OTHERS);
	}

	private String mac(String text) {
		try {
			Mac mac = Mac.getInstance(MAC);
			mac.init(this.key.get());
			return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("This Java platform does not provide " + MAC, ex);
		}
	}

	private static byte[] random() {
		byte[] key = new byte[32];
		new SecureRandom().nextBytes(key);
		return key;
	}

	/**
	 * Return the hash of an identity.
	 * @param identity the opaque identity, empty for anonymous
	 * @return SHA-256 in lower-case hexadecimal digits
	 */
	public static String hash(String identity) {
		Known known = identity.isEmpty() ? null : last;
		if (known == null) {
			return OF_ANONYMOUS;
		}
		if (!known.identity().equals(identity)) {
			known = new Known(identity, calculate(identity));
			last = known;
		}
		return known.hash();
	}

	/**
	 * Return the hash of a text that is not used again.
	 */
	public static String calculate(String text) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("This Java platform does not provide SHA-256", ex);
		}
	}

	private record Known(String identity, String hash) {
	}

}
