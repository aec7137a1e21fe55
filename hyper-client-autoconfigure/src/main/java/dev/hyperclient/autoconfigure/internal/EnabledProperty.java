package dev.hyperclient.autoconfigure.internal;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/**
 * Reads a property that enables something, before the other properties are bound. A value
 * that is not a boolean fails: a typing error must not disable anything silently.
 */
public final class EnabledProperty {

	private EnabledProperty() {
	}

	/**
	 * Return the value of a property.
	 * @param key the key, which may have capitals and underscores in the name of a
	 * service
	 * @param defaultValue the value if the property is missing or empty
	 * @param environment the environment of the application
	 * @return the value
	 * @throws org.springframework.boot.context.properties.bind.BindException if the value
	 * is not a boolean
	 */
	public static boolean value(String key, boolean defaultValue, Environment environment) {
		return Binder.get(environment)
			.bind(ConfigurationPropertyName.adapt(key, '.'), Bindable.of(Boolean.class))
			.orElse(defaultValue);
	}

}
