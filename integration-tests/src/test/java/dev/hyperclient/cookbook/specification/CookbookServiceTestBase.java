package dev.hyperclient.cookbook.specification;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.cookbook.service.CookbookSettings;
import dev.hyperclient.retry.RetryPolicy;
import dev.hyperclient.testservice.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * A cookbook service with its seed data, a client of it, and the recorded requests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CookbookServiceTestBase {

	static final String JSON = "application/json";

	static final String WADL = "application/vnd.sun.wadl+xml";

	@AutoClose
	final CookbookService service = new CookbookService(CookbookSettings.onAnyPort());

	ServiceRoot root;

	private int seenRequests;

	@BeforeEach
	void openRoot() {
		this.service.reset();
		this.root = client().build();
		forgetRequests();
	}

	@AfterEach
	void closeRoot() {
		this.root.close();
	}

	ServiceRootBuilder client() {
		return ServiceRoot.builder(null)
			.serviceRoot(this.service.baseUrl())
			.version("1.0")
			.retryPolicy(RetryPolicy.none())
			.collection("recipes", CollectionType.collectionOf("recipe").withKeyPath("recipes/{key}"))
			.collection("cookbooks", CollectionType.collectionOf("cookbook").withKeyPath("cookbooks/{key}"));
	}

	/** Create a cookbook. */
	static Entry create(ServiceRoot root, String name) {
		return root.collection("cookbooks")
			.operation("create")
			.with("name", name)
			.with("cuisine", "General")
			.with("copyright_date", LocalDate.of(1994, 1, 1))
			.with("last_printing", LocalDate.of(2009, 1, 1).atStartOfDay())
			.with("price", new BigDecimal("1.23"))
			.invoke()
			.entry();
	}

	String url(String path) {
		return this.service.baseUrl() + path;
	}

	/**
	 * Return the requests since the last call, as lines such as
	 * {@code GET /1.0/recipes 200}.
	 */
	List<String> requests() {
		List<RecordedRequest> all = this.service.requests();
		List<String> requests = all.subList(this.seenRequests, all.size())
			.stream()
			.map((request) -> request.method() + " " + request.target() + " " + request.status())
			.toList();
		this.seenRequests = all.size();
		return requests;
	}

	void forgetRequests() {
		this.seenRequests = this.service.requests().size();
	}

}
