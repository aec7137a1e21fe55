package dev.hyperclient.typed;

import java.net.URI;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.ServiceRoot;

/**
 * Base class of the generated root of a service, which has its top-level collections and
 * entries. It does not close the {@link ServiceRoot}. Thread-safe.
 */
public abstract class TypedRoot extends ValueBased<ServiceRoot> {

	/**
	 * Create a typed root. Makes no request.
	 * @param root the root
	 */
	protected TypedRoot(ServiceRoot root) {
		super(root, "root");
	}

	/**
	 * Return the root itself, for all that this type has no method for.
	 * @return the root
	 */
	public final ServiceRoot root() {
		return based();
	}

	/**
	 * Return the URL of the root.
	 * @return the absolute URL
	 */
	public final URI uri() {
		return based().uri();
	}

	/**
	 * Compare the description that the service serves with what this client was generated
	 * from. What the service has in addition is no difference. Makes no request if the
	 * root has been fetched.
	 * @return what is missing or of another kind, in the order of the types; empty if
	 * there is nothing, unmodifiable
	 */
	public final List<String> differences() {
		return DescriptionComparison.differences(based(), generatedFrom());
	}

	/**
	 * Return what this client was generated from, in a format that only the generator
	 * knows.
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

}
