package dev.hyperclient.typed;

import java.net.URI;
import java.util.List;
import java.util.Objects;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.ServiceRoot;
import org.jspecify.annotations.Nullable;

/**
 * Base class of the generated root of a service, which has its top-level collections and
 * entries. It does not close the {@link ServiceRoot}. Thread-safe. With the generated
 * type {@code CookbookRoot}: <pre class="code">{@code
 * CookbookRoot cookbook = new CookbookRoot(root);
 * Recipe recipe = cookbook.recipes().get(4);
 * }</pre>
 */
public abstract class TypedRoot {

	private final ServiceRoot root;

	/**
	 * Create a typed root. Makes no request.
	 * @param root the root
	 */
	protected TypedRoot(ServiceRoot root) {
		this.root = Objects.requireNonNull(root, "'root' must not be null");
	}

	/**
	 * Return the root itself, whose methods complement this type. Makes no request.
	 * @return the root
	 */
	public final ServiceRoot root() {
		return this.root;
	}

	/**
	 * Return the URL of the root. Makes no request.
	 * @return the absolute URL
	 */
	public final URI uri() {
		return this.root.uri();
	}

	/**
	 * Compare the description that the service serves with the description that this
	 * client was generated from. Additions of the service are not reported. Makes no
	 * request if the root has been fetched.
	 * @return the members that are missing or of another kind, in the order of the types;
	 * unmodifiable, empty if there are none
	 */
	public final List<String> differences() {
		return DescriptionComparison.differences(this.root, generatedFrom());
	}

	/**
	 * Return the description that this client was generated from, in a format that only
	 * the generator knows. Makes no request.
	 * @return a text for each type
	 */
	protected abstract List<String> generatedFrom();

	/** A mapper of the application must not write the properties of this class. */
	@JsonValue
	final Object json() {
		throw new IllegalStateException(
				"%s cannot be written as JSON: it is the root of a service. Return one of its entries, a slice of one of its collections, or your own record"
					.formatted(uri()));
	}

	/**
	 * Return whether another object is of the same generated type and has the same root.
	 */
	@Override
	public final boolean equals(@Nullable Object other) {
		return other instanceof TypedRoot typed && typed.getClass() == getClass() && typed.root.equals(this.root);
	}

	@Override
	public final int hashCode() {
		return this.root.hashCode();
	}

	@Override
	public final String toString() {
		return this.root.toString();
	}

}
