package dev.hyperclient.autoconfigure.internal;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/**
 * Checks of properties. The records that hold the values do not know the keys that
 * messages name.
 *
 * @param prefix the common prefix of the keys, without a dot at the end
 */
public record PropertyChecks(String prefix) {

	private static final Logger logger = LoggerFactory.getLogger(PropertyChecks.class);

	/** A smaller cache is more likely a value without a unit. */
	private static final DataSize MIN_CACHE_SIZE = DataSize.ofKilobytes(64);

	/**
	 * Return the value of a property that enables something, before the others are bound.
	 * A value that is not a boolean fails: a typing error must not disable anything
	 * silently.
	 * @param key the key, which may have capitals and underscores in the name of a
	 * service
	 * @param defaultValue the value if the property is missing or empty
	 * @param environment the environment of the application
	 * @return the value
	 * @throws org.springframework.boot.context.properties.bind.BindException if the value
	 * is not a boolean
	 */
	public static boolean isEnabled(String key, boolean defaultValue, Environment environment) {
		return Binder.get(environment)
			.bind(ConfigurationPropertyName.adapt(key, '.'), Bindable.of(Boolean.class))
			.orElse(defaultValue);
	}

	/**
	 * Require that a value has no placeholder, which Spring Boot leaves in it if it
	 * cannot be resolved.
	 * @param key the full key
	 * @param value the value, which is not shown since it may be a secret, {@code null}
	 * for none
	 */
	public static void requireResolved(String key, @Nullable Object value) {
		if (value != null && value.toString().contains("${")) {
			throw ConfigurationException.ofProperty(key, null, "contains the placeholder ${...}, which is not resolved",
					"a value without ${, or set the environment variable or property that the placeholder names");
		}
	}

	/**
	 * Return the full key of a property.
	 * @param property the key without the prefix
	 * @return the key
	 */
	public String key(String property) {
		return this.prefix + "." + property;
	}

	/**
	 * Require a value.
	 * @param valid whether the value can be used
	 * @param property the key without the prefix
	 * @param requirement what the value must be
	 * @param value the value to show, {@code null} to show none
	 * @param example a correct value
	 */
	public void require(boolean valid, String property, String requirement, @Nullable Object value, String example) {
		if (!valid) {
			throw ConfigurationException.ofProperty(key(property), value, "must be " + requirement,
					"a value such as " + example);
		}
	}

	public void positive(String property, @Nullable Duration value, String example) {
		require(value == null || (!value.isZero() && !value.isNegative()), property, "positive", value, example);
	}

	public void notNegative(String property, Duration value, String example) {
		require(!value.isNegative(), property, "positive or zero", value, example);
	}

	public void positive(String property, @Nullable DataSize value, String example) {
		require(value == null || value.toBytes() > 0, property, "positive", value, example);
	}

	/**
	 * Require a positive size, and warn if few responses fit into it.
	 * @param property the key without the prefix
	 * @param size the size, or {@code null} for none
	 * @param example a correct value
	 */
	public void cacheSize(String property, @Nullable DataSize size, String example) {
		positive(property, size, example);
		if (size != null && size.compareTo(MIN_CACHE_SIZE) < 0) {
			logger.warn("'{}' is {} bytes, so few responses are cached. Set it to a value with a unit, such as {}.",
					key(property), size.toBytes(), example);
		}
	}

	/**
	 * Require a positive size as {@link #cacheSize}, and warn if it exceeds the heap.
	 * @param property the key without the prefix
	 * @param size the size, or {@code null} for none
	 * @param example a correct value
	 */
	public void memorySize(String property, @Nullable DataSize size, String example) {
		cacheSize(property, size, example);
		long heap = Runtime.getRuntime().maxMemory();
		if (size != null && size.toBytes() > heap) {
			logger.warn("'{}' is {} MB, but the heap has at most {} MB. Set it to a part of the heap, such as {}.",
					key(property), size.toMegabytes(), DataSize.ofBytes(heap).toMegabytes(), example);
		}
	}

	/**
	 * Check the prefix of keys in Redis.
	 * @param property the key without the prefix
	 * @param value the value, or {@code null} for none
	 * @param example a correct value
	 */
	public void redisPrefix(String property, @Nullable String value, String example) {
		require(value == null || value.matches("[\\w.:-]+"), property, "letters, digits and the characters . _ - :",
				value, example);
	}

	/**
	 * Warn of a time that is more likely a number without a unit.
	 * @param property the key without the prefix
	 * @param time the time, or {@code null} for none
	 * @param example a correct value
	 */
	public void seconds(String property, @Nullable Duration time, String example) {
		if (time != null && !time.isZero() && time.toSeconds() == 0) {
			logger.warn("'{}' is {} ms. Set it to a value with a unit, such as {}.", key(property), time.toMillis(),
					example);
		}
	}

	/**
	 * Warn of a property that has no effect.
	 * @param isSet whether it is set
	 * @param property the key without the prefix
	 * @param reason why, a clause
	 */
	public void effective(boolean isSet, String property, String reason) {
		if (isSet) {
			logger.warn("'{}' has no effect, since {}.", key(property), reason);
		}
	}

	/**
	 * Return whether a property or one below it is set.
	 * @param property the key without the prefix
	 * @param environment the environment of the application
	 * @return whether it is set, even if it is set to its default value
	 */
	public boolean isSet(String property, Environment environment) {
		ConfigurationPropertyName name = ConfigurationPropertyName.of(key(property));
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source.getConfigurationProperty(name) != null
					|| source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Require that two properties are not both set.
	 * @param property the key of one, without the prefix
	 * @param isSet whether it is set
	 * @param other the key of the other, without the prefix
	 * @param isOtherSet whether it is set
	 */
	public void exclusive(String property, boolean isSet, String other, boolean isOtherSet) {
		if (isSet && isOtherSet) {
			throw new ConfigurationException("'%s' and '%s' cannot be combined".formatted(key(property), key(other)),
					"Remove one of them.");
		}
	}

	/**
	 * Require another property for one that is set.
	 * @param isSet whether the property is set
	 * @param property its key without the prefix
	 * @param isOtherSet whether the other one is set
	 * @param other the key of the other one, without the prefix
	 */
	public void requireBoth(boolean isSet, String property, boolean isOtherSet, String other) {
		if (isSet && !isOtherSet) {
			throw ConfigurationException.incomplete(key(property), key(other), "");
		}
	}

}
