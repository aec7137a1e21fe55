package dev.hyperclient.docs.launchpad;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.example.launchpad.BugTask;
import com.example.launchpad.BugTaskStatus;
import com.example.launchpad.Distribution;
import com.example.launchpad.Launchpad;
import com.example.launchpad.Person;
import com.example.launchpad.Webhook;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.ServerError;
import dev.hyperclient.retry.RetryPolicy;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.typed.TypedCollection;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.util.unit.DataSize;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Java code of the page about the bugs of a team, and its tests. LaunchpadGuideTests generates the client and runs
 * them.
 */
class BugWatchTests {

	private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

	@AutoClose
	private static final FakeService service = FakeService
		.describedBy("launchpad", Path.of("src/main/hyper-client/launchpad.wadl"))
		.entry("ubuntu", "distribution", Map.of("name", "ubuntu"))
		.entry("~cooks", "team", Map.of("name", "cooks"))
		.entry("bugs/1", "bug", Map.of("id", 1, "title", "Slow"))
		.entry("ubuntu/+bug/1", "bug_task", Map.of("bug", "bugs/1", "status", "New"))
		.operation("distribution", "searchTasks", (call) -> List.of(call.find("ubuntu/+bug/1").orElseThrow()))
		.operation("distribution", "newWebhook", (call) -> call.create("ubuntu/+webhook/1", "webhook", Map.of()))
		.start();

	@AutoClose
	private final ServiceRoot root = dev.hyperclient.launchpad.Launchpad.PRODUCTION.builder()
		.serviceRoot(service.baseUrl())
		.version(null)
		.cache(HttpCache.inMemory(DataSize.ofMegabytes(1)))
		.retryPolicy(RetryPolicy.none())
		.staleIfError(Duration.ofHours(12))
		.build();

	private final Launchpad launchpad = new Launchpad(this.root);

	private final List<BugTask> handled = new ArrayList<>();

	@BeforeEach
	void reset() {
		service.reset();
	}

	@Test
	void readsTasksChangedSinceTheWatermarkMinusOneHour() throws InterruptedException {
		BugWatch watch = new BugWatch(this.launchpad, this.handled::add, NOON);
		watch.poll();
		assertThat(this.handled).hasSize(1);
		assertThat(service).received("GET", "/ubuntu")
			.withArgument("modified_since", NOON.minusSeconds(3600).atOffset(ZoneOffset.UTC))
			.withArgument("structural_subscriber", this.launchpad.people().getReference("cooks"));
		assertThat(watch.watermark()).isAfter(NOON);
	}

	@Test
	void holdsTheWatermarkIfTheSearchFails() {
		BugWatch watch = new BugWatch(this.launchpad, this.handled::add, NOON);
		this.launchpad.distributions().get("ubuntu");
		service.faults().failNext(500, 2);
		assertThatExceptionOfType(ServerError.class).isThrownBy(watch::poll);
		assertThat(watch.watermark()).isEqualTo(NOON);
	}

	@Test
	void holdsTheWatermarkIfTheListIsStale() throws InterruptedException {
		BugWatch watch = new BugWatch(this.launchpad, (task) -> {
			this.handled.add(task);
			if (this.handled.size() == 1) {
				throw new IllegalStateException("not handled");
			}
		}, NOON);
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(watch::poll);
		assertThat(watch.watermark()).isEqualTo(NOON);
		service.faults().failNext(500, 2);
		watch.poll();
		assertThat(this.handled).hasSize(2);
		assertThat(watch.watermark()).isEqualTo(NOON);
		watch.poll();
		assertThat(watch.watermark()).isAfter(NOON);
	}

	@Test
	void showsTheLastListWhileTheServiceIsDown() {
		assertThat(asOf()).isEmpty();
		service.faults().failNext(500, 2);
		assertThat(asOf()).isPresent();
	}

	private Optional<Instant> asOf() {
		// tag::follow-list[]
		Person team = launchpad.people().getReference("cooks");
		TypedCollection<BugTask> open = launchpad.distributions()
			.get("ubuntu")
			.searchTasks(new Distribution.SearchTasksOptions().structuralSubscriber(team)
				.status(List.of(BugTaskStatus.NEW, BugTaskStatus.TRIAGED)));
		Optional<Instant> asOf = open.collection().staleTime(); // empty: it has just been read
		// end::follow-list[]
		assertThat(open.slice(0, 20)).hasSize(1);
		return asOf;
	}

	@Test
	void createsWebhook() {
		String secret = "secret";
		// tag::follow-new-webhook[]
		Webhook webhook = launchpad.distributions()
			.get("ubuntu")
			.newWebhook(URI.create("https://example.com/launchpad"), List.of("bug:0.1", "bug:comment:0.1"),
					new Distribution.NewWebhookOptions().active(true).secret(secret));
		// end::follow-new-webhook[]
		assertThat(webhook.uri().getPath()).endsWith("/ubuntu/+webhook/1");
		assertThat(service).received("POST", "/ubuntu").withArgument("secret", secret);
	}

}
