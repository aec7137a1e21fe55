package dev.hyperclient.docs.launchpad;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.example.launchpad.BranchMergeProposal;
import com.example.launchpad.Bug;
import com.example.launchpad.BugTask;
import com.example.launchpad.BugTaskStatus;
import com.example.launchpad.Launchpad;
import com.example.launchpad.Project;
import dev.hyperclient.FileArgument;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.typed.TypedCollection;

/**
 * Java code of the page about Launchpad with generated types. LaunchpadTypedSnippetsTests generates these types,
 * compiles this class and calls each method.
 */
public final class LaunchpadTypedSnippets {

	private final List<String> printed = new ArrayList<>();

	private final Launchpad launchpad;

	public LaunchpadTypedSnippets(ServiceRoot root) {
		this.launchpad = new Launchpad(root);
	}

	public List<String> search() {
		Launchpad launchpad = this.launchpad;
		// tag::launchpad-typed-search[]
		Project project = launchpad.projects().get("launchpad");
		TypedCollection<BugTask> tasks = project.searchTasks(new Project.SearchTasksOptions()
			.status(List.of("New", "Triaged"))
			.importance(List.of("High", "Critical"))
			.tags(List.of("ui")));
		try (Stream<BugTask> all = tasks.iteration().pageSize(75).readAhead().prefetch(BugTask::bug).stream()) {
			all.forEach((task) -> print(task.status(), task.bug().title()));
		}
		// end::launchpad-typed-search[]
		return this.printed;
	}

	public List<String> proposals() {
		Project project = this.launchpad.projects().get("launchpad");
		// tag::launchpad-typed-proposals[]
		for (BranchMergeProposal proposal : project
			.getMergeProposals(new Project.GetMergeProposalsOptions().status(List.of("Needs review")))) {
			print(proposal.queueStatus(), proposal.webLink());
		}
		// end::launchpad-typed-proposals[]
		return this.printed;
	}

	public void write(Path trace) {
		Launchpad launchpad = this.launchpad;
		// tag::launchpad-typed-write[]
		Bug bug = launchpad.bugs().get(1);
		bug.comment("Fixed in 1.2.", new Bug.CommentOptions().subject("Fixed"));
		bug.addAttachment("It happens with 1.2, too.", new Bug.AddAttachmentOptions()
			.data(FileArgument.of(trace))
			.filename("trace.txt")
			.contentType("text/plain")
			.description("Stack trace"));
		BugTask task = bug.bugTasks().at(0);
		task.setStatus(BugTaskStatus.TRIAGED).save();
		// end::launchpad-typed-write[]
	}

	public List<String> differences() {
		return this.launchpad.differences();
	}

	private void print(Object... columns) {
		this.printed.add(List.of(columns).toString());
	}

}
