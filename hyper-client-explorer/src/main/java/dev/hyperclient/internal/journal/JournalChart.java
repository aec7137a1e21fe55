package dev.hyperclient.internal.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Outcomes and times of the last five minutes, as bars for a picture and as rows for a
 * table. A bar is five seconds wide. Older requests than the journal has are missing.
 *
 * @param bars the number of requests by outcome, stacked
 * @param times the median and the 95th percentile of the times of the requests that were
 * sent, the percentile first, since the median covers it
 * @param maxCount the number at the top of the picture, at least 1
 * @param maxMillis the time at the top of the picture in milliseconds, at least 1
 * @param minutes the rows of the table, the latest minute first
 * @param summary the counts of the whole time
 */
record JournalChart(List<Bar> bars, List<Bar> times, long maxCount, long maxMillis, List<Minute> minutes,
		JournalSummary summary) {

	private static final int BARS = 60;

	private static final int SECONDS = 5;

	private static final int BARS_OF_A_MINUTE = 60 / SECONDS;

	private static final int STEP = 10;

	private static final int WIDTH = 8;

	private static final double HEIGHT = 100;

	private static final double MEDIAN = 0.5;

	private static final double P95 = 0.95;

	static JournalChart of(Collection<JournaledRequest> requests, Instant now) {
		List<List<JournaledRequest>> groups = IntStream.range(0, BARS)
			.<List<JournaledRequest>>mapToObj((i) -> new ArrayList<>())
			.toList();
		for (JournaledRequest request : requests) {
			long age = Math.max(0, Duration.between(request.time(), now).toSeconds() / SECONDS);
			if (age < BARS) {
				groups.get((int) age).add(request);
			}
		}
		long maxCount = Math.max(1, groups.stream().mapToInt(List::size).max().orElse(0));
		long maxMillis = Math.max(1, groups.stream().mapToLong((group) -> percentile(group, P95)).max().orElse(0));
		List<Bar> bars = new ArrayList<>();
		List<Bar> times = new ArrayList<>();
		for (int age = 0; age < BARS; age++) {
			int x = (BARS - 1 - age) * STEP;
			addBars(groups.get(age), x, HEIGHT / maxCount, bars);
			addTime("p95", percentile(groups.get(age), P95), x, HEIGHT / maxMillis, times);
			addTime("median", percentile(groups.get(age), MEDIAN), x, HEIGHT / maxMillis, times);
		}
		return new JournalChart(bars, times, maxCount, maxMillis, minutes(groups),
				summary(groups.stream().flatMap(List::stream).toList()));
	}

	private static void addBars(List<JournaledRequest> requests, int x, double scale, List<Bar> bars) {
		double y = HEIGHT;
		for (JournaledRequest.Outcome outcome : JournaledRequest.Outcome.values()) {
			double height = scale * count(requests, outcome);
			if (height > 0) {
				y -= height;
				bars.add(new Bar(x, y, WIDTH, height, outcome.style()));
			}
		}
	}

	private static void addTime(String style, long millis, int x, double scale, List<Bar> times) {
		double height = scale * millis;
		if (height > 0) {
			times.add(new Bar(x, HEIGHT - height, WIDTH, height, style));
		}
	}

	private static List<Minute> minutes(List<List<JournaledRequest>> groups) {
		return IntStream.range(0, BARS / BARS_OF_A_MINUTE).mapToObj((minute) -> {
			List<JournaledRequest> requests = groups.subList(minute * BARS_OF_A_MINUTE, (minute + 1) * BARS_OF_A_MINUTE)
				.stream()
				.flatMap(List::stream)
				.toList();
			String label = (minute == 0) ? "last minute" : minute + " to " + (minute + 1) + " minutes ago";
			List<Long> counts = Arrays.stream(JournaledRequest.Outcome.values())
				.map((outcome) -> count(requests, outcome))
				.toList();
			return new Minute(label, counts, percentile(requests, MEDIAN), percentile(requests, P95));
		}).toList();
	}

	private static JournalSummary summary(List<JournaledRequest> requests) {
		JournalSummary summary = JournalSummary.EMPTY;
		for (JournaledRequest request : requests) {
			summary = summary.plus(request);
		}
		return summary;
	}

	private static long count(List<JournaledRequest> requests, JournaledRequest.Outcome outcome) {
		return requests.stream().filter((request) -> request.outcome() == outcome).count();
	}

	/** Return the shortest time that this share of the requests does not exceed. */
	private static long percentile(List<JournaledRequest> requests, double share) {
		long[] millis = requests.stream()
			.filter((request) -> request.outcome().isSent())
			.mapToLong(JournaledRequest::millis)
			.sorted()
			.toArray();
		return (millis.length == 0) ? 0 : millis[(int) Math.ceil(share * millis.length) - 1];
	}

	/** Return the columns of the table, in the order of {@link Minute#counts}. */
	public List<JournaledRequest.Outcome> outcomes() {
		return List.of(JournaledRequest.Outcome.values());
	}

	/**
	 * A bar of the picture, which is 600 wide and 100 high.
	 *
	 * @param x the left edge
	 * @param y the upper edge
	 * @param width the width
	 * @param height the height
	 * @param style the CSS class
	 */
	record Bar(double x, double y, double width, double height, String style) {
	}

	/**
	 * A row of the table.
	 *
	 * @param label the time
	 * @param counts the number of requests of each outcome
	 * @param median half of the requests that were sent took at most this time, in
	 * milliseconds
	 * @param p95 19 of 20 requests that were sent took at most this time, in milliseconds
	 */
	record Minute(String label, List<Long> counts, long median, long p95) {
	}

}
