package dev.hyperclient.testservice;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Clocks that tests move.
 */
class MovableClockTests {

	private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

	@Test
	void clockStandsStillUntilItIsMoved() {
		MovableClock clock = new MovableClock(NOON);
		clock.advance(Duration.ofMinutes(1));
		assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(60));
		clock.set(NOON.minusSeconds(5));
		assertThat(clock.instant()).isEqualTo(NOON.minusSeconds(5));
		clock.reset();
		assertThat(clock.instant()).isEqualTo(NOON);
	}

	@Test
	void clockWithAnotherZoneIsMovedTogetherWithTheFirst() {
		MovableClock clock = new MovableClock(NOON);
		ZoneId zone = ZoneId.of("Europe/Paris");
		assertThat(clock.withZone(zone).getZone()).isEqualTo(zone);
		clock.advance(Duration.ofDays(1));
		assertThat(clock.withZone(zone).instant()).isEqualTo(NOON.plus(Duration.ofDays(1)));
	}

	@Test
	void clockOfTheSystemGoesOnFromTheTimeThatIsSet() {
		MovableClock clock = new MovableClock();
		assertThat(clock.instant()).isBetween(Instant.now().minusSeconds(60), Instant.now());
		clock.set(NOON);
		assertThat(clock.instant()).isBetween(NOON, NOON.plusSeconds(60));
	}

	@Test
	void clockDoesNotGoBeyondTheYear9999() {
		MovableClock clock = new MovableClock(NOON);
		clock.advance(Duration.ofDays(365));
		assertThatIllegalArgumentException().isThrownBy(() -> clock.advance(Duration.ofSeconds(Long.MAX_VALUE)))
			.withMessageContaining("PT2562047788015215H30M7S from 2027-01-01T12:00:00Z")
			.withMessageContaining("year of four digits");
		assertThatIllegalArgumentException().isThrownBy(() -> clock.advance(Duration.ofMillis(Long.MAX_VALUE)));
		assertThatIllegalArgumentException().isThrownBy(() -> clock.set(Instant.MAX));
		assertThat(clock.instant()).isEqualTo("2027-01-01T12:00:00Z");
	}

}
