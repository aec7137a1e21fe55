import java.util.List;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.launchpad.Launchpad;

// tag::launchpad-main[]
public class TriagedBugs {

	public static void main(String[] args) {
		try (ServiceRoot root = Launchpad.PRODUCTION.builder().build()) {
			Entry project = root.collection("projects").get(args[0]);
			for (Entry task : project.operation("searchTasks").with("status", List.of("Triaged")).invoke().collection()) {
				System.out.println(task.getString("title"));
			}
		}
	}

}
// end::launchpad-main[]
