package dev.hyperclient.autoconfigure.internal;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Evaluates {@link ConditionalOnEnabled} before the other properties are bound.
 */
final class OnEnabledCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		String key = metadata.getAnnotations().get(ConditionalOnEnabled.class).getString("value");
		boolean enabled = PropertyChecks.isEnabled(key, false, context.getEnvironment());
		return new ConditionOutcome(enabled, ConditionMessage.forCondition(ConditionalOnEnabled.class)
			.because("'" + key + "' is " + (enabled ? "" : "not ") + "true"));
	}

}
