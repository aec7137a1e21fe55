package dev.hyperclient.internal.rule;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a rule cannot be used. The message is the problem and the action.
 */
public final class InvalidRuleException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final String action;

	/**
	 * Create an exception.
	 * @param problem what is wrong, without a full stop
	 * @param action what to write instead, without a full stop
	 */
	InvalidRuleException(String problem, String action) {
		this(problem, action, null);
	}

	private InvalidRuleException(String problem, String action, @Nullable Throwable cause) {
		super(problem + ". " + action + ".", cause);
		this.problem = problem;
		this.action = action;
	}

	/**
	 * Return this exception with the number of the rule.
	 */
	InvalidRuleException ofRule(int number) {
		return new InvalidRuleException("Rule %d: %s".formatted(number, this.problem), this.action, this);
	}

	/**
	 * Return what is wrong.
	 * @return the problem, without a full stop
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * Return what to write instead.
	 * @return the action, without a full stop
	 */
	public String action() {
		return this.action;
	}

}
