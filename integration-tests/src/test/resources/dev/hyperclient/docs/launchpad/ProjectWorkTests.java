// tag::launchpad-work-test[]
package com.example;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.example.launchpad.SnapBuild;
import dev.hyperclient.test.HyperClientTest;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

@HyperClientTest(ProjectWork.class)
class ProjectWorkTests {

	static final FakeService service = FakeService
		.describedBy("launchpad", Path.of("src/main/hyper-client/launchpad.wadl"))
		.entry("~ann", "person", Map.of("name", "ann"))
		.entry("bugs/1", "bug", Map.of("title", "Slow"))
		.entry("bugs/1/task", "bug_task", Map.of("bug", "bugs/1"))
		.collection("bugs/1/bug_tasks", "bugs/1/task")
		.entry("kettle", "project", Map.of("name", "kettle"))
		.entry("kettle/merge/7", "branch_merge_proposal",
				Map.of("queue_status", "Needs review", "description", "Boil faster"))
		.operation("project", "getMergeProposals", (call) -> List.of(call.find("kettle/merge/7").orElseThrow()))
		.entry("~ann/snap", "snap", Map.of("name", "kettle"))
		.entry("~ann/snap/1", "snap_build", Map.of("title", "amd64 build"))
		.collection("~ann/snap/builds", "~ann/snap/1")
		.operation("snaps", "getByName", (call) -> call.find("~ann/snap").orElseThrow())
		.start();

	@Autowired
	ProjectWork work;

	@Test
	void assignsBug() {
		this.work.assign(1, "ann");
		assertThat(service).received("PATCH", "/bugs/1/task").withIfMatch().withBodyContaining("~ann");
	}

	@Test
	void listsMergeProposals() {
		assertThat(this.work.proposals("kettle")).containsExactly("Needs review: Boil faster");
	}

	@Test
	void followsBuild() {
		SnapBuild build = this.work.latestBuild("ann", "kettle");
		service.change("~ann/snap/1",
				Map.of("datebuilt", "2026-01-31T12:00:00Z", "build_log_url", "https://example.com/log"));
		assertThat(this.work.awaitLog(build)).contains(URI.create("https://example.com/log"));
	}

}
// end::launchpad-work-test[]
