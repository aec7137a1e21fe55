// tag::launchpad-work[]
package com.example;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import com.example.launchpad.BranchMergeProposalStatus;
import com.example.launchpad.Launchpad;
import com.example.launchpad.Person;
import com.example.launchpad.Project;
import com.example.launchpad.SnapBuild;
import org.springframework.stereotype.Component;

@Component
class ProjectWork {

	private final Launchpad launchpad;

	ProjectWork(Launchpad launchpad) {
		this.launchpad = launchpad;
	}

	void assign(int bug, String name) {
		Person person = this.launchpad.people().get(name);
		this.launchpad.bugs().get(bug).bugTasks().at(0).update((task) -> task.setAssignee(person));
	}

	List<String> proposals(String project) {
		Project.GetMergeProposalsOptions open = new Project.GetMergeProposalsOptions()
			.status(List.of(BranchMergeProposalStatus.NEEDS_REVIEW));
		return this.launchpad.projects().get(project).getMergeProposals(open).stream()
			.map((proposal) -> proposal.queueStatus() + ": " + proposal.description()).toList();
	}

	SnapBuild latestBuild(String owner, String snap) {
		Person person = this.launchpad.people().get(owner);
		return this.launchpad.snaps().getByName(person, snap).orElseThrow().builds().at(0);
	}

	Optional<URI> awaitLog(SnapBuild build) {
		build.svcRefresh(); // one conditional request
		// More of them, until it is built. Each refreshes build, too, which reads from its entry.
		build.entry().await((refreshed) -> build.datebuilt() != null, Duration.ofHours(2));
		return Optional.ofNullable(build.buildLogUrl());
	}

}
// end::launchpad-work[]
