package dev.hyperclient.testservice;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Decides about each request before it is handled. Implementations must be thread-safe.
 */
@FunctionalInterface
public interface RequestGuard {

	/**
	 * Check a request.
	 * @param request the request
	 * @return the caller
	 * @throws RequestRefusedException if the request is refused
	 */
	Caller check(GuardedRequest request);

	/**
	 * Return the value of {@code WWW-Authenticate} for every response with status 401,
	 * even if the service itself has refused the request.
	 * @return the challenge
	 */
	default String challenge() {
		return challenge("Basic", "service");
	}

	/**
	 * Return a guard that permits every request as anonymous.
	 * @param realm the realm of the challenge, in visible ASCII
	 * @return the guard
	 */
	static RequestGuard open(String realm) {
		return of(challenge("Basic", realm), (request) -> Caller.ANONYMOUS);
	}

	/**
	 * Return a guard that requires a user name and a password (RFC 7617).
	 * @param realm the realm of the challenge, in visible ASCII
	 * @param users whether a user name and a password are valid
	 * @return the guard
	 */
	static RequestGuard basic(String realm, BiPredicate<String, String> users) {
		return of(challenge("Basic", realm) + ", charset=\"UTF-8\"", (request) -> {
			String[] sent = basicCredentials(request).split(":", 2);
			return Optional.of(sent)
				.filter((parts) -> parts.length == 2 && users.test(parts[0], parts[1]))
				.map((parts) -> new Caller(parts[0], true))
				.orElseThrow(() -> RequestRefusedException.unauthorized("The user name or the password is not right."));
		});
	}

	private static String basicCredentials(GuardedRequest request) {
		try {
			byte[] decoded = Base64.getDecoder().decode(request.credentials("Basic"));
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(decoded)).toString();
		}
		catch (IllegalArgumentException | CharacterCodingException ex) {
			throw RequestRefusedException.unauthorized("Basic credentials must be UTF-8 in Base64.");
		}
	}

	/**
	 * Return a guard with a challenge.
	 * @param challenge the challenge
	 * @param check returns the caller of a request, or throws a
	 * {@link RequestRefusedException}
	 * @return the guard
	 */
	static RequestGuard of(String challenge, Function<GuardedRequest, Caller> check) {
		record Guard(String challenge, Function<GuardedRequest, Caller> function) implements RequestGuard {

			@Override
			public Caller check(GuardedRequest request) {
				return this.function.apply(request);
			}

		}
		return new Guard(challenge, check);
	}

	/**
	 * Create a challenge with a scheme and a realm.
	 * @param scheme the scheme
	 * @param realm the realm, in visible ASCII
	 * @return the value of {@code WWW-Authenticate}
	 */
	static String challenge(String scheme, String realm) {
		Advice.require(
				!realm.isBlank() && realm.chars().allMatch((character) -> character >= 0x20 && character <= 0x7e),
				"A realm must be visible ASCII text: '%s'", realm);
		return scheme + " realm=\"" + realm.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
	}

}
