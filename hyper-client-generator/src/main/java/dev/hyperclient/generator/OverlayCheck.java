package dev.hyperclient.generator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

import dev.hyperclient.KeyLookup;
import dev.hyperclient.generator.Overlay.Rule;
import dev.hyperclient.internal.text.Candidates;
import dev.hyperclient.wadl.Param;
import dev.hyperclient.wadl.ResourceType;
import dev.hyperclient.wadl.WadlApplication;
import dev.hyperclient.wadl.WadlMethod;

/**
 * Requires that each rule of an overlay applies to something that the description has.
 */
final class OverlayCheck {

	private final Path file;

	private final WadlApplication application;

	OverlayCheck(Path file, WadlApplication application) {
		this.file = file;
		this.application = application;
	}

	void check(OverlayReader.Result overlay) {
		overlay.overlay().rules().forEach(this::check);
		overlay.overlay().keys().forEach((collection, path) -> {
			int line = overlay.keyLines().getOrDefault(collection, 0);
			require(this.application.rootType().svcCollections(), collection, line, "the root has no collection");
			try {
				KeyLookup.path(path);
			}
			catch (IllegalArgumentException ex) {
				throw new GeneratorException(this.file, line, String.valueOf(ex.getMessage()), ex);
			}
		});
	}

	private void check(Rule rule) {
		require(this.application.resourceTypes().stream().map(ResourceType::id).toList(), rule.type(), rule.line(),
				"the description has no resource type");
		List<ResourceType> types = this.application.resourceTypes()
			.stream()
			.filter((type) -> Rule.matches(rule.type(), type.id()))
			.toList();
		switch (rule.subject()) {
			case TYPE -> {
				// All that it has to match.
			}
			case ATTRIBUTE -> require(attributes(types), rule.member(), rule.line(),
					"'%s' has no attribute or link".formatted(rule.type()));
			case OPERATION -> requireOperation(types, rule);
			case PARAMETER -> {
				requireOperation(types, rule);
				require(parameters(types, rule.member()), rule.parameter(), rule.line(),
						"'%s' of '%s' has no parameter".formatted(rule.member(), rule.type()));
			}
		}
	}

	private void requireOperation(List<ResourceType> types, Rule rule) {
		require(types.stream().flatMap((type) -> type.operationNames().stream()).distinct().toList(), rule.member(),
				rule.line(), "'%s' has no operation".formatted(rule.type()));
	}

	private static List<String> attributes(List<ResourceType> types) {
		List<String> names = new ArrayList<>();
		for (ResourceType type : types) {
			type.representation().ifPresent((fields) -> fields.params().forEach((param) -> names.add(param.name())));
			names.addAll(type.svcEntries());
			names.addAll(type.svcCollections());
		}
		return names;
	}

	private static List<String> parameters(List<ResourceType> types, String operation) {
		return types.stream()
			.flatMap((type) -> type.operationNames()
				.stream()
				.filter((name) -> Rule.matches(operation, name))
				.flatMap((name) -> type.operation(name).stream()))
			.map(WadlMethod::operationParams)
			.flatMap(List::stream)
			.map(Param::name)
			.distinct()
			.toList();
	}

	private void require(Collection<String> known, String name, int line, String problem) {
		if (known.stream().noneMatch((candidate) -> Rule.matches(name, candidate))) {
			throw new GeneratorException(this.file, line, "%s '%s'%s".formatted(problem, name,
					Candidates.hint(name, List.copyOf(new LinkedHashSet<>(known)))), null);
		}
	}

}
