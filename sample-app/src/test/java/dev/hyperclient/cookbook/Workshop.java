package dev.hyperclient.cookbook;

import java.net.URI;
import java.util.Map;

import dev.hyperclient.testservice.FakeService;

/**
 * A service of another kind than the cookbook service, for the pages that work with any.
 */
public final class Workshop implements AutoCloseable {

	private final FakeService service = FakeService.builder("workshop")
		.documentation("Machines, and the tools that belong to them.")
		.type("machine", "machines", (machine) -> {
			machine.text("name");
			machine.entry(Map.of("name", "Lathe"));
		})
		.type("tool", "tools", (tool) -> {
			tool.integer("id").text("name").link("machine", "machine");
			tool.entry(Map.of("id", 1, "name", "Chuck", "machine", "Lathe"));
			tool.entry(Map.of("id", 2, "name", "Chisel", "machine", "Lathe"));
		})
		.start();

	/**
	 * Return the base URL of all versions.
	 * @return the URL, which ends with a slash
	 */
	public URI baseUrl() {
		return this.service.baseUrl().resolve("../");
	}

	@Override
	public void close() {
		this.service.close();
	}

}
