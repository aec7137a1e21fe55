package dev.hyperclient.internal.description;

/**
 * A part of the description of a service. The whole in its parsed form is known to other
 * modules of the same version only.
 */
public abstract class DescriptionHolder {

	final WadlApplication application;

	/**
	 * Create a part.
	 * @param application the description that it belongs to
	 */
	protected DescriptionHolder(WadlApplication application) {
		this.application = application;
	}

}
