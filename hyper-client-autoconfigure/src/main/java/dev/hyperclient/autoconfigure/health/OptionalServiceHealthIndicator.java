package dev.hyperclient.autoconfigure.health;

import dev.hyperclient.health.HyperClientHealthIndicator;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Reports a service that the application can do without: its failure does not change the
 * health of the application.
 */
final class OptionalServiceHealthIndicator implements HealthIndicator {

	private final HyperClientHealthIndicator indicator;

	OptionalServiceHealthIndicator(HyperClientHealthIndicator indicator) {
		this.indicator = indicator;
	}

	@Override
	public Health health() {
		Health health = this.indicator.health();
		boolean available = !health.getStatus().equals(Status.DOWN);
		// UNKNOWN comes after UP when statuses are aggregated, and is sent with 200.
		return Health.status(available ? health.getStatus() : Status.UNKNOWN)
			.withDetail("available", available)
			.withDetails(health.getDetails())
			.build();
	}

}
