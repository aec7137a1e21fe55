package dev.hyperclient.cookbook.client;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

import dev.hyperclient.testservice.Faults;

/**
 * Something that goes wrong between the client and the embedded service.
 */
enum Experiment {

	UNAVAILABLE("503 twice",
			"The next two answers are 503. The client waits, sends the request again, and the caller "
					+ "notices nothing but the time.",
			(faults) -> faults.failNext("GET", Experiment.RECIPE, 503).failNext("GET", Experiment.RECIPE, 503)),

	SLOW("Slow", "The next answer takes three seconds. The caller waits, unless hyper-client.call-timeout is shorter.",
			(faults) -> faults.delayNext(Duration.ofSeconds(3))),

	DOWN("Down",
			"Each answer is 503, for 20 seconds or until you reset. The client gives up after its retries, and the "
					+ "health check says DOWN.",
			(faults) -> faults.failNext(503, 1000)),

	AWAY("Away",
			"Each answer is 504, as of a proxy that does not reach the service, for five minutes or until you reset. "
					+ "The recipe is read from the cache, and so are the other pages: they say of when they are.",
			(faults) -> faults.failNext(504, 100_000)),

	BROKEN("Half an answer",
			"The connection breaks in the middle of the next answer. Half an entry is never returned or stored.",
			Faults::breakNext),

	HTML("A login page", "A proxy answers with an HTML page and status 200. It is not taken for an entry.",
			Faults::htmlNext),

	CONFLICT("Changed by another user", "Another user changes the recipe between reading and saving it. If-Match makes "
			+ "the service refuse the change that would overwrite it.", (faults) -> {
			}),

	UPDATE("The same with update()", "Entry.update reads the recipe again and repeats the change, so nothing is lost "
			+ "and the caller notices nothing.", (faults) -> {
			});

	static final String RECIPE = "recipes/4";

	private final String title;

	private final String description;

	private final Consumer<Faults> action;

	Experiment(String title, String description, Consumer<Faults> action) {
		this.title = title;
		this.description = description;
		this.action = action;
	}

	public String id() {
		return name().toLowerCase(Locale.ROOT);
	}

	public String title() {
		return this.title;
	}

	public String description() {
		return this.description;
	}

	void start(Faults faults) {
		this.action.accept(faults);
	}

	/** Return after how many seconds the faults end, zero if they end with the call. */
	int seconds() {
		return switch (this) {
			case DOWN -> 20;
			case AWAY -> 300;
			default -> 0;
		};
	}

	/** Return whether a change of another user precedes the change of the client. */
	boolean isConcurrentChange() {
		return this == CONFLICT || this == UPDATE;
	}

}
