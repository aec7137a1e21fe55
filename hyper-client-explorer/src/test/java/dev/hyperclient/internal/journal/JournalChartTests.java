package dev.hyperclient.internal.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The picture and the table of a {@link JournalChart}.
 */
class JournalChartTests {

	private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

	@Test
	void requestsOfTheSameSecondsAreStacked() {
		JournalChart chart = chart(request(1, JournaledRequest.Outcome.HIT, 0),
				request(2, JournaledRequest.Outcome.MISS, 40), request(2, JournaledRequest.Outcome.MISS, 60),
				request(2, JournaledRequest.Outcome.REVALIDATED, 80));
		assertThat(chart.maxCount()).isEqualTo(4);
		assertThat(chart.bars()).containsExactly(new JournalChart.Bar(590, 75, 8, 25, "hit"),
				new JournalChart.Bar(590, 50, 8, 25, "revalidated"), new JournalChart.Bar(590, 0, 8, 50, "miss"));
	}

	@Test
	void timesAreMedianAndPercentileOfRequestsThatWereSent() {
		JournalChart chart = chart(request(1, JournaledRequest.Outcome.HIT, 0),
				request(2, JournaledRequest.Outcome.MISS, 10), request(2, JournaledRequest.Outcome.MISS, 80),
				request(3, JournaledRequest.Outcome.REVALIDATED, 20), request(62, JournaledRequest.Outcome.MISS, 40));
		assertThat(chart.maxMillis()).isEqualTo(80);
		assertThat(chart.times()).containsExactly(new JournalChart.Bar(590, 0, 8, 100, "p95"),
				new JournalChart.Bar(590, 75, 8, 25, "median"), new JournalChart.Bar(470, 50, 8, 50, "p95"),
				new JournalChart.Bar(470, 50, 8, 50, "median"));
		assertThat(chart.minutes()).extracting(JournalChart.Minute::median).containsExactly(20L, 40L, 0L, 0L, 0L);
		assertThat(chart.minutes()).extracting(JournalChart.Minute::p95).containsExactly(80L, 40L, 0L, 0L, 0L);
	}

	@Test
	void oneSlowRequestOfTwentyIsBeyondThePercentile() {
		JournalChart chart = chart(IntStream.rangeClosed(1, 20)
			.mapToObj((i) -> request(1, JournaledRequest.Outcome.MISS, (i == 20) ? 9000 : i))
			.toArray(JournaledRequest[]::new));
		assertThat(chart.minutes()).first()
			.isEqualTo(new JournalChart.Minute("last minute", chart.minutes().get(0).counts(), 10, 19));
	}

	@Test
	void olderRequestsAreLeftOutAndLaterOnesAreInTheLatestBar() {
		JournalChart chart = chart(request(299, JournaledRequest.Outcome.MISS, 1),
				request(301, JournaledRequest.Outcome.MISS, 1), request(-1, JournaledRequest.Outcome.MISS, 1));
		assertThat(chart.summary().sent()).isEqualTo(2);
		assertThat(chart.bars()).extracting(JournalChart.Bar::x).containsExactlyInAnyOrder(0.0, 590.0);
	}

	@Test
	void chartOfNothingHasNoBars() {
		assertThat(chart().bars()).isEmpty();
		assertThat(chart().maxCount()).isEqualTo(1);
	}

	private static JournalChart chart(JournaledRequest... requests) {
		return JournalChart.of(List.of(requests), NOW);
	}

	private static JournaledRequest request(long secondsAgo, JournaledRequest.Outcome outcome, long millis) {
		return new JournaledRequest(NOW.minusSeconds(secondsAgo), "cookbook", "GET", "/1.0/recipes/4", 200, outcome,
				Duration.ofMillis(millis), 10L, 0);
	}

}
