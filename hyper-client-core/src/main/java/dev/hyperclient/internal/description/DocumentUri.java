package dev.hyperclient.internal.description;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;

import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.internal.document.UriEncoding;
import dev.hyperclient.internal.http.Origin;
import org.jspecify.annotations.Nullable;

/**
 * The URL a description was fetched from, without a fragment. Decides which references
 * point into the description, and creates exceptions with that URL.
 */
record DocumentUri(URI uri) {

	DocumentUri {
		if (!uri.isAbsolute() || uri.isOpaque()) {
			throw new IllegalArgumentException("'documentUri' must be an absolute URL, but is " + uri);
		}
		uri = withFragment(uri, null);
	}

	URI resolve(String reference) throws URISyntaxException {
		URI parsed = UriEncoding.parse(reference);
		return parsed.isAbsolute() ? parsed : this.uri.resolve(parsed);
	}

	URI withFragment(String fragment) {
		return withFragment(this.uri, fragment);
	}

	/**
	 * Return whether a reference differs at most in its fragment and a trailing slash.
	 * Called for each entry. {@link URI#normalize()} normalizes neither ports nor case.
	 */
	boolean contains(URI reference) {
		return Origin.of(this.uri).equals(Origin.of(reference)) && sameAuthority(reference) && samePath(reference);
	}

	private boolean samePath(URI reference) {
		return withoutSlash(this.uri.getRawPath()).equals(withoutSlash(reference.getRawPath()))
				&& Objects.equals(this.uri.getRawQuery(), reference.getRawQuery());
	}

	/** Return what {@link Origin} does not compare. */
	private boolean sameAuthority(URI reference) {
		if (this.uri.getHost() == null) {
			// URI does not accept host names with an underscore, which containers have.
			return equalsIgnoreCase(this.uri.getRawAuthority(), reference.getRawAuthority());
		}
		return Objects.equals(this.uri.getRawUserInfo(), reference.getRawUserInfo());
	}

	private static boolean equalsIgnoreCase(@Nullable String left, @Nullable String right) {
		return (left == null) ? right == null : left.equalsIgnoreCase(right);
	}

	private static String withoutSlash(@Nullable String path) {
		if (path == null) {
			return "";
		}
		return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
	}

	private static URI withFragment(URI uri, @Nullable String fragment) {
		try {
			String whole = uri.toString();
			int hash = whole.indexOf('#');
			String document = (hash < 0) ? whole : whole.substring(0, hash);
			// Only this constructor escapes the fragment, and only the fragment.
			return URI.create((fragment == null) ? document : document + new URI(null, null, fragment));
		}
		catch (URISyntaxException ex) {
			throw new IllegalArgumentException(ex);
		}
	}

	ServiceDescriptionException failure(String problem, @Nullable Throwable cause) {
		return failure(problem, null, cause, null);
	}

	/**
	 * Return the exception for a reference that does not point into the description.
	 * @param spelling the reference as it is written
	 * @param reference the same, absolute
	 */
	ServiceDescriptionException foreignReference(int line, String spelling, URI reference) {
		String problem = "'" + spelling + "' refers to another document. References must have the scheme, host, port"
				+ " and path of the URL that the description was fetched from";
		if (reference.isOpaque() || reference.getRawAuthority() == null || !samePath(reference)) {
			return failure(line, problem, null);
		}
		URI linked = withFragment(reference, null);
		return failure("line " + line + ": " + problem,
				"Make the service or its reverse proxy honour X-Forwarded-Proto and X-Forwarded-Host, so that it writes"
						+ " links that begin with " + this.uri.getScheme() + "://" + this.uri.getRawAuthority()
						+ ", or use " + linked + " as the service root",
				null, linked);
	}

	private ServiceDescriptionException failure(String problem, @Nullable String advice, @Nullable Throwable cause,
			@Nullable URI linked) {
		return new ServiceDescriptionException(this.uri,
				"The description of the service at " + this.uri + " cannot be used: " + problem, advice, cause, linked);
	}

	ServiceDescriptionException failure(int line, String problem, @Nullable Throwable cause) {
		return failure("line " + line + ": " + problem, cause);
	}

}
