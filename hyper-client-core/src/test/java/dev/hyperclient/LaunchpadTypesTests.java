package dev.hyperclient;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ParamType;
import dev.hyperclient.internal.description.RepresentationDefinition;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.description.WadlParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Entries as arguments of all operations of Launchpad's descriptions, which are not part
 * of this project.
 */
class LaunchpadTypesTests {

	private static final Path DATA = Path.of("..", "..", "shared", "data");

	private final StubService service = new StubService();

	private final Map<String, Entry> entries = new HashMap<>();

	@AfterEach
	void stop() {
		this.service.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "1.0", "devel" })
	void eachParameterTakesItsTypeAndTypesWithTheSameMembers(String version) throws IOException {
		Path file = DATA.resolve("launchpad-%s.wadl".formatted(version));
		assumeTrue(Files.exists(file), () -> "The description of Launchpad is not at " + file);
		String wadl = Files.readString(file)
			.replace("https://api.launchpad.net/%s/".formatted(version), this.service.url(""));
		WadlApplication launchpad = WadlParser.parse(wadl.getBytes(StandardCharsets.UTF_8),
				URI.create(this.service.url("")));
		this.service.serveRoot(wadl, "{\"resource_type_link\": \"%s#service-root\"}".formatted(this.service.url("")));
		List<String> taken = new ArrayList<>();
		try (ServiceRoot root = this.service.client().build()) {
			for (ResourceType type : launchpad.resourceTypes()) {
				for (String name : type.operationNames()) {
					WadlMethod method = type.operation(name).orElseThrow();
					for (Param param : method.operationParams()) {
						ResourceType described = param.linkType().flatMap(launchpad::findResourceType).orElse(null);
						if (described != null && param.type() != ParamType.BINARY) {
							taken.addAll(takes(root, launchpad, operation(root, type, name), param, described));
						}
					}
				}
			}
			NamedOperation subscribe = operation(root, launchpad.findResourceTypeById("bug").orElseThrow(),
					"subscribe");
			assertThatIllegalArgumentException().isThrownBy(() -> subscribe.with("person", entry(root, "project")))
				.withMessageContaining("its type is 'project', which has no ");
		}
		assertThat(taken).contains("subscribe person team", "subscribe person person").hasSizeGreaterThan(300);
	}

	private List<String> takes(ServiceRoot root, WadlApplication launchpad, NamedOperation operation, Param param,
			ResourceType described) {
		List<String> taken = new ArrayList<>();
		for (ResourceType type : launchpad.resourceTypes()) {
			boolean same = type == described || (!keys(described).isEmpty() && keys(type).containsAll(keys(described)));
			if (same && !type.isCollection() && type != launchpad.rootType()) {
				operation.with(param.name(), entry(root, type.id()));
				taken.add("%s %s %s".formatted(operation.name(), param.name(), type.id()));
			}
		}
		return taken;
	}

	private static Set<String> keys(ResourceType type) {
		Set<String> keys = new HashSet<>();
		type.representation()
			.map(RepresentationDefinition::params)
			.ifPresent((params) -> params.forEach((param) -> keys.add(param.name())));
		return keys;
	}

	private NamedOperation operation(ServiceRoot root, ResourceType type, String name) {
		serve(type.id(), type.isCollection() ? ", \"entries\": [], \"start\": 0" : "");
		return ((type == WadlApplication.of(root.type()).rootType()) ? root : root.load(type.id())).operation(name);
	}

	private Entry entry(ServiceRoot root, String type) {
		return this.entries.computeIfAbsent(type, (id) -> {
			serve(id, "");
			return root.load(id, Entry.class);
		});
	}

	private void serve(String type, String more) {
		this.service.serveJson(type, """
				{"self_link": "%1$s%2$s", "resource_type_link": "%1$s#%2$s"%3$s}""".formatted(this.service.url(""),
				type, more));
	}

}
