package dev.hyperclient.health;

import java.time.Duration;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceStatus;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Asks a service whether its root is still the one that the client knows: one conditional
 * request, without retries.
 */
public class HyperClientHealthIndicator extends AbstractHealthIndicator {

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	private final ServiceRoot serviceRoot;

	/**
	 * An indicator for one service.
	 * @param serviceRoot the root of the service
	 */
	public HyperClientHealthIndicator(ServiceRoot serviceRoot) {
		super("The service could not be asked for its root");
		this.serviceRoot = serviceRoot;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		builder.withDetail("address", this.serviceRoot.uri().toString());
		ServiceStatus status = this.serviceRoot.validate(TIMEOUT);
		builder.up()
			.withDetail("rootFetched", status.fetched())
			.withDetail("rootCurrent", status.current())
			.withDetail("latencyMillis", status.latency().toMillis());
	}

}
