package dev.hyperclient.docs.launchpad;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Consumer;
import java.util.stream.Stream;

import com.example.launchpad.BugTask;
import com.example.launchpad.Distribution;
import com.example.launchpad.Launchpad;
import com.example.launchpad.Person;
import dev.hyperclient.typed.TypedCollection;
import org.springframework.scheduling.annotation.Scheduled;

// tag::follow-watch[]
class BugWatch {

	private final Launchpad launchpad;

	private final Consumer<BugTask> handler;

	private Instant watermark;

	BugWatch(Launchpad launchpad, Consumer<BugTask> handler, Instant watermark) {
		this.launchpad = launchpad;
		this.handler = handler;
		this.watermark = watermark;
	}

	@Scheduled(fixedDelay = 300_000)
	void poll() throws InterruptedException {
		Instant start = Instant.now();
		Person team = this.launchpad.people().getReference("cooks");
		Distribution.SearchTasksOptions changed = new Distribution.SearchTasksOptions().structuralSubscriber(team)
			.modifiedSince(this.watermark.minus(Duration.ofHours(1)).atOffset(ZoneOffset.UTC));
		TypedCollection<BugTask> found = this.launchpad.distributions().get("ubuntu").searchTasks(changed);
		boolean stale = found.collection().staleTime().isPresent();
		int number = 0;
		try (Stream<BugTask> tasks = found.stream()) {
			for (BugTask task : (Iterable<BugTask>) tasks::iterator) {
				this.handler.accept(task);
				stale = stale || task.entry().isStale();
				if (++number % 75 == 0) {
					Thread.sleep(2000); // before the next page
				}
			}
		}
		if (!stale) {
			this.watermark = start;
		}
	}

	Instant watermark() {
		return this.watermark;
	}

}
// end::follow-watch[]
