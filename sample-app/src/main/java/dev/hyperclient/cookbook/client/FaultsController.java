package dev.hyperclient.cookbook.client;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

import dev.hyperclient.Entry;
import dev.hyperclient.cookbook.api.CookbookRoot;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.testservice.RecordedRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.server.ResponseStatusException;

/**
 * The page that makes the embedded service fail and shows what the client makes of it. An
 * experiment makes its call, so its response is what a caller of this application would
 * get: an entry as JSON, or the problem details of an exception. All users share the
 * service and so its faults.
 */
@Controller
@Profile("!service")
@RequestMapping("/faults")
class FaultsController {

	private static final String REQUESTS = "Service-Requests";

	private static final int MAX_REQUESTS = 12;

	private final CookbookRoot root;

	private final ConfiguredService configured;

	private final ObjectProvider<CookbookService> services;

	private final Lock oneAtATime = new ReentrantLock();

	private final AtomicInteger runs = new AtomicInteger();

	FaultsController(CookbookRoot root, ConfiguredService configured, ObjectProvider<CookbookService> services) {
		this.root = root;
		this.configured = configured;
		this.services = services;
	}

	@GetMapping
	String show(Model model) {
		if (this.configured.isEmbedded()) {
			model.addAttribute("experiments", Experiment.values());
		}
		return "faults";
	}

	/**
	 * Runs one experiment at a time, so that no other one changes its faults. The header
	 * field {@value #REQUESTS} of the response, also of an error, has the requests for
	 * the recipe that reached the service.
	 */
	@PostMapping("/{id}")
	@ResponseBody
	Entry run(@PathVariable String id, HttpServletResponse response) {
		Experiment experiment = Arrays.stream(Experiment.values())
			.filter((one) -> one.id().equals(id))
			.findFirst()
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		CookbookService service = service();
		this.oneAtATime.lock();
		try {
			long last = lastRequest(service);
			try {
				return run(experiment, service);
			}
			finally {
				response.setHeader(REQUESTS, requests(service, last));
			}
		}
		finally {
			this.oneAtATime.unlock();
		}
	}

	private Entry run(Experiment experiment, CookbookService service) {
		int run = this.runs.incrementAndGet();
		service.faults().clear();
		// A stored response would be read in place of an error, and be revalidated: a 304
		// has no content to break off.
		this.root.root().cache().evict(this.root.uri().resolve(Experiment.RECIPE));
		if (experiment.isConcurrentChange()) {
			return change(service, experiment);
		}
		if (experiment == Experiment.AWAY) {
			recipe();
		}
		experiment.start(service.faults());
		if (experiment.seconds() > 0) {
			CompletableFuture.delayedExecutor(experiment.seconds(), TimeUnit.SECONDS).execute(() -> {
				if (this.runs.get() == run) {
					service.faults().clear();
				}
			});
		}
		return recipe();
	}

	/** Ends the faults, and with a request that is answered the pause after failures. */
	@PostMapping("/reset")
	@ResponseBody
	Map<String, String> reset() {
		service().faults().clear();
		this.root.root().svcRefresh();
		return Map.of("faults", service().faults().toString());
	}

	/** Return a recipe as a caller of this application would get it. */
	@GetMapping("/recipe")
	@ResponseBody
	Entry recipe() {
		return this.root.recipes().get(4).entry();
	}

	private static long lastRequest(CookbookService service) {
		return service.requests().stream().mapToLong(RecordedRequest::number).max().orElse(0);
	}

	/** Other pages may make requests at the same time. */
	private static String requests(CookbookService service, long last) {
		return service.requests()
			.stream()
			.filter((request) -> request.number() > last && request.path().endsWith("/" + Experiment.RECIPE))
			.limit(MAX_REQUESTS)
			.map((request) -> "%s %s %s".formatted(request.method(), request.path(),
					(request.status() != 0) ? request.status() : "none"))
			.collect(Collectors.joining(", "));
	}

	/** Restore the recipe afterwards, also if its change is refused. */
	private Entry change(CookbookService service, Experiment experiment) {
		Entry recipe = recipe();
		String before = recipe.getString("instructions");
		service.change(Experiment.RECIPE, Map.of("instructions", "Changed by another user."));
		try {
			if (experiment == Experiment.UPDATE) {
				recipe
					.update((current) -> current.set("instructions", current.getString("instructions") + " And mine."));
			}
			else {
				recipe.set("instructions", "Mine.").save();
			}
			return recipe;
		}
		finally {
			service.change(Experiment.RECIPE, Map.of("instructions", before));
		}
	}

	private CookbookService service() {
		if (!this.configured.isEmbedded()) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		return this.services.getObject();
	}

}
