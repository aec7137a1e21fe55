package dev.hyperclient.error;

/**
 * A setting of a client is missing or cannot be used, so the client cannot be built.
 */
public class InvalidSettingException extends IllegalArgumentException {

	private final Setting setting;

	/**
	 * Create an exception.
	 * @param setting the setting to correct
	 * @param message the problem
	 */
	public InvalidSettingException(Setting setting, String message) {
		super(message);
		this.setting = setting;
	}

	/**
	 * Return the setting to correct.
	 * @return the setting
	 */
	public Setting setting() {
		return this.setting;
	}

}
