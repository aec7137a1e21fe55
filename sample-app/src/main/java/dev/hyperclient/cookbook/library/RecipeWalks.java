package dev.hyperclient.cookbook.library;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.internal.journal.JournalRecording;
import dev.hyperclient.internal.journal.JournalSummary;
import dev.hyperclient.internal.journal.RequestJournal;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Reads all recipes on one thread for all users, and keeps the results of the last eight
 * walks. The home page shows them too. Thread-safe.
 */
@Component("recipeWalks")
@Profile("!service")
class RecipeWalks implements DisposableBean {

	private static final int MAX_WALKS = 8;

	private static final Duration MAX_TIME = Duration.ofSeconds(30);

	private final ServiceRoot root;

	private final RequestJournal journal;

	private final ExecutorService thread = Executors.newSingleThreadExecutor((work) -> {
		Thread created = new Thread(work, "recipe-walk");
		created.setDaemon(true);
		return created;
	});

	private final Deque<Walk> walks = new ArrayDeque<>();

	private final AtomicInteger changes = new AtomicInteger();

	private boolean running;

	RecipeWalks(@Qualifier("library") ServiceRoot root, RequestJournal journal) {
		this.root = root;
		this.journal = journal;
	}

	/**
	 * Start walks, one after the other.
	 * @param settings the settings of each walk
	 * @return {@code false} if walks are running, so that nothing was started
	 */
	synchronized boolean start(List<WalkSettings> settings) {
		if (this.running) {
			return false;
		}
		this.running = true;
		this.thread.execute(() -> {
			try {
				settings.forEach(this::walk);
			}
			finally {
				end();
			}
		});
		return true;
	}

	/**
	 * Change the first recipe.
	 * @return its new instructions
	 */
	String change() {
		String instructions = "Cook until done, " + this.changes.incrementAndGet() + " times changed.";
		Entry recipe = (Entry) this.root.load("recipes/1");
		recipe.set("instructions", instructions);
		recipe.save();
		return instructions;
	}

	private void walk(WalkSettings settings) {
		Walk walk = new Walk(settings);
		synchronized (this) {
			this.walks.addLast(walk);
			while (this.walks.size() > MAX_WALKS) {
				this.walks.removeFirst();
			}
		}
		try {
			// The description is not part of the walk.
			this.root.svcCollections();
			if (!settings.keepCache()) {
				this.root.cache().clear();
				this.root.svcRefresh();
			}
			this.journal.record(walk.recording, () -> read(walk));
		}
		catch (RuntimeException ex) {
			walk.failure = ex.getMessage();
		}
		finally {
			walk.end = System.nanoTime();
		}
	}

	private void read(Walk walk) {
		walk.begin = System.nanoTime();
		try (Stream<Entry> recipes = walk.settings.apply(this.root.collection("recipes").iteration()).stream()) {
			recipes.forEach((recipe) -> {
				recipe.entry("dish").getString("name");
				if (walk.recipes == 0) {
					walk.first = recipe.getString("instructions");
				}
				walk.recipes++;
				if (walk.time().compareTo(MAX_TIME) > 0) {
					throw new IllegalStateException("Stopped after " + MAX_TIME.toSeconds() + " s");
				}
			});
		}
	}

	private synchronized void end() {
		this.running = false;
	}

	public synchronized boolean isRunning() {
		return this.running;
	}

	/** Return the walks for the page, the latest last. */
	public synchronized List<Row> rows() {
		long maxSent = this.walks.stream().mapToLong((walk) -> walk.recording.summary().sent()).max().orElse(0);
		long maxMillis = this.walks.stream().mapToLong((walk) -> walk.time().toMillis()).max().orElse(0);
		List<Row> rows = new ArrayList<>();
		for (Walk walk : this.walks) {
			JournalSummary counts = walk.recording.summary();
			long millis = walk.time().toMillis();
			rows.add(new Row(walk.settings.text(), walk.recipes, walk.first, counts, millis,
					share(counts.sent(), maxSent), share(millis, maxMillis), walk.end == 0, walk.failure));
		}
		return rows;
	}

	private static long share(long part, long whole) {
		return (whole > 0) ? 100 * part / whole : 0;
	}

	@Override
	public void destroy() {
		this.thread.shutdownNow();
	}

	/**
	 * A walk, which one thread changes and others read.
	 */
	private static final class Walk {

		private final WalkSettings settings;

		private final JournalRecording recording = new JournalRecording();

		private volatile int recipes;

		private volatile @Nullable String first;

		private volatile long begin;

		private volatile long end;

		private volatile @Nullable String failure;

		Walk(WalkSettings settings) {
			this.settings = settings;
		}

		Duration time() {
			if (this.begin == 0) {
				return Duration.ZERO;
			}
			return Duration.ofNanos(((this.end != 0) ? this.end : System.nanoTime()) - this.begin);
		}

	}

	/**
	 * A walk as the page shows it.
	 *
	 * @param settings the settings as text
	 * @param recipes the number of recipes that have been read
	 * @param first the instructions of the first one, or {@code null}
	 * @param counts the counts of the requests
	 * @param millis the time in milliseconds
	 * @param sentShare the requests in percent of the walk with the most
	 * @param millisShare the time in percent of the slowest walk
	 * @param running whether it goes on
	 * @param failure what stopped it, or {@code null}
	 */
	record Row(String settings, int recipes, @Nullable String first, JournalSummary counts, long millis, long sentShare,
			long millisShare, boolean running, @Nullable String failure) {
	}

}
