package dev.hyperclient.observation;

import java.util.Locale;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.http.CallTags;
import dev.hyperclient.observation.HyperClientObservationDocumentation.HighCardinalityKeyNames;
import dev.hyperclient.observation.HyperClientObservationDocumentation.LowCardinalityKeyNames;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;

/**
 * Default {@link HyperClientObservationConvention}. Has a method for each key, for
 * subclasses to override. Thread-safe, as subclasses must be.
 */
public class DefaultHyperClientObservationConvention implements HyperClientObservationConvention {

	/**
	 * The name of the observation.
	 */
	public static final String NAME = "hyper.client.call";

	private static final KeyValue NO_STATUS = KeyValue.of(LowCardinalityKeyNames.STATUS, "IO_ERROR");

	private static final KeyValue NO_OUTCOME = KeyValue.of(LowCardinalityKeyNames.OUTCOME, "UNKNOWN");

	private static final KeyValue NO_CACHE_OUTCOME = KeyValue.of(LowCardinalityKeyNames.CACHE_OUTCOME,
			KeyValue.NONE_VALUE);

	private static final KeyValue NO_EXCEPTION = KeyValue.of(LowCardinalityKeyNames.EXCEPTION, KeyValue.NONE_VALUE);

	@Override
	public String getName() {
		return NAME;
	}

	@Override
	public String getContextualName(HyperClientObservationContext context) {
		CallTags call = context.getRequest().call();
		return call.operation() + " " + call.resourceType();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(HyperClientObservationContext context) {
		return KeyValues.of(client(context), resourceType(context), operation(context), method(context), uri(context),
				status(context), outcome(context), cacheOutcome(context), exception(context));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(HyperClientObservationContext context) {
		return KeyValues.of(httpUrl(context));
	}

	/**
	 * Return the key value for the name of the client.
	 * @param context the context of the call
	 * @return the key value
	 */
	protected KeyValue client(HyperClientObservationContext context) {
		return KeyValue.of(LowCardinalityKeyNames.CLIENT, context.getClientName());
	}

	/**
	 * Return the key value for the resource type of the call.
	 * @param context the context of the call
	 * @return the key value
	 */
	protected KeyValue resourceType(HyperClientObservationContext context) {
		return KeyValue.of(LowCardinalityKeyNames.RESOURCE_TYPE, context.getRequest().call().resourceType());
	}

	/**
	 * Return the key value for the operation of the call.
	 * @param context the context of the call
	 * @return the key value
	 */
	protected KeyValue operation(HyperClientObservationContext context) {
		return KeyValue.of(LowCardinalityKeyNames.OPERATION, context.getRequest().call().operation());
	}

	/**
	 * Return the key value for the HTTP method.
	 * @param context the context of the call
	 * @return the key value
	 */
	protected KeyValue method(HyperClientObservationContext context) {
		return KeyValue.of(LowCardinalityKeyNames.METHOD, context.getRequest().method().name());
	}

	/**
	 * Return the key value for the template of the URL.
	 * @param context the context of the call
	 * @return the key value
	 */
	protected KeyValue uri(HyperClientObservationContext context) {
		return KeyValue.of(LowCardinalityKeyNames.URI, context.getRequest().call().uriTemplate());
	}

	/**
	 * Return the key value for the status code, or the value for no response.
	 * @param context the context of the call
	 * @return the key value
	 */
	protected KeyValue status(HyperClientObservationContext context) {
		@Nullable Integer status = context.getStatus();
		return (status != null) ? KeyValue.of(LowCardinalityKeyNames.STATUS, String.valueOf(status)) : NO_STATUS;
	}

	/**
	 * Return the key value for the class of the status code, or the value for no
	 * response.
	 * @param context the context of the call
	 * @return the key value
	 */
	protected KeyValue outcome(HyperClientObservationContext context) {
		@Nullable Integer status = context.getStatus();
		HttpStatus.@Nullable Series series = (status != null) ? HttpStatus.Series.resolve(status) : null;
		if (series == null) {
			return NO_OUTCOME;
		}
		return KeyValue.of(LowCardinalityKeyNames.OUTCOME,
				(series == HttpStatus.Series.SUCCESSFUL) ? "SUCCESS" : series.name());
	}

	/**
	 * Return the key value for the outcome of the cache, if there is one.
	 * @param context the context of the call
	 * @return the key value
	 */
	protected KeyValue cacheOutcome(HyperClientObservationContext context) {
		@Nullable CacheOutcome outcome = context.getCacheOutcome();
		return (outcome != null)
				? KeyValue.of(LowCardinalityKeyNames.CACHE_OUTCOME, outcome.name().toLowerCase(Locale.ROOT))
				: NO_CACHE_OUTCOME;
	}

	/**
	 * Return the key value for the class of the exception, if the call failed.
	 * @param context the context of the call
	 * @return the key value
	 */
	protected KeyValue exception(HyperClientObservationContext context) {
		@Nullable Throwable error = context.getError();
		return (error != null) ? KeyValue.of(LowCardinalityKeyNames.EXCEPTION, error.getClass().getSimpleName())
				: NO_EXCEPTION;
	}

	/**
	 * Return the key value for the URL.
	 * @param context the context of the call
	 * @return the key value
	 */
	protected KeyValue httpUrl(HyperClientObservationContext context) {
		return KeyValue.of(HighCardinalityKeyNames.HTTP_URL, context.getRequest().uri().toString());
	}

}
