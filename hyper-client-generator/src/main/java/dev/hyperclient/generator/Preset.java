package dev.hyperclient.generator;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.hyperclient.generator.Overlay.Rule;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.WadlApplication;

/**
 * Overlays for known services, which are part of this generator.
 */
final class Preset {

	static final List<String> NAMES = List.of("launchpad");

	private Preset() {
	}

	static byte[] content(String name) {
		try (InputStream content = Objects.requireNonNull(Preset.class.getResourceAsStream(name + ".json"))) {
			return content.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return the rules that apply to a description. The versions of a service differ, and
	 * what a description states itself is not corrected: it may be newer than the preset.
	 * @throws GeneratorException if the description is that of another service
	 */
	static Overlay overlay(String name, Path description, WadlApplication application) {
		OverlayProblems problems = new OverlayProblems(Path.of(name + ".json"));
		Overlay overlay = OverlayReader.read(content(name), problems);
		problems.throwIfAny();
		if (overlay.rules().stream().noneMatch((rule) -> application.findResourceTypeById(rule.type()).isPresent())) {
			throw new GeneratorException(description,
					"has no resource type of the preset '%s', which is for another service; remove 'preset'"
						.formatted(name));
		}
		List<Rule> rules = new ArrayList<>();
		for (Rule rule : overlay.rules()) {
			if (rule.subject() == Rule.Subject.ATTRIBUTE && isUntyped(application, rule)) {
				rules.add(new Rule(rule.subject(), rule.type(), rule.member(), "", rule.correction(), 0));
			}
		}
		Map<String, Overlay.Key> keys = new LinkedHashMap<>(overlay.keys());
		keys.keySet().retainAll(application.rootType().svcCollections());
		// The names of lists that the description lacks have no effect.
		Map<String, Overlay.Key> values = new LinkedHashMap<>();
		overlay.values().forEach((className, owner) -> values.put(className, new Overlay.Key(owner.path(), 0)));
		return new Overlay(rules, keys, values);
	}

	private static boolean isUntyped(WadlApplication application, Rule rule) {
		return application.findResourceTypeById(rule.type())
			.flatMap((type) -> type.attribute(rule.member()))
			.filter((Param param) -> !param.isResourceLink() && ValueKind.of(param) == ValueKind.ANY)
			.isPresent();
	}

}
