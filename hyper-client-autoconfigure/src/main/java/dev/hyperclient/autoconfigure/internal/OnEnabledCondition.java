package dev.hyperclient.autoconfigure.internal;

import java.util.Map;
import java.util.Objects;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Evaluates {@link ConditionalOnEnabled}.
 */
final class OnEnabledCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Map<String, Object> attributes = metadata.getAnnotationAttributes(ConditionalOnEnabled.class.getName());
		String key = (String) Objects.requireNonNull(Objects.requireNonNull(attributes).get("value"));
		boolean enabled = EnabledProperty.value(key, false, context.getEnvironment());
		return new ConditionOutcome(enabled, ConditionMessage.forCondition(ConditionalOnEnabled.class)
			.because("'" + key + "' is " + (enabled ? "" : "not ") + "true"));
	}

}
