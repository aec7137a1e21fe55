package dev.hyperclient.generator;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.generator.ClientModel.ParameterModel;
import dev.hyperclient.generator.ClientModel.TypeModel;
import dev.hyperclient.internal.description.DescriptionHolder;
import org.jspecify.annotations.Nullable;

/**
 * The names in the classes that are generated from a description without an overlay. For
 * Hyper Client itself. Immutable and thread-safe.
 */
public final class TypedNames {

	private final ClassNames classNames;

	private final Map<String, String> classes = new HashMap<>();

	private final Map<String, Members> members = new HashMap<>();

	/**
	 * Find the names.
	 * @param root the root of the service, whose description is fetched if necessary
	 * @param rootName the simple name of the class of the root
	 */
	public TypedNames(ServiceRoot root, String rootName) {
		Path none = Path.of("");
		ModelBuilder builder = new ModelBuilder(
				GeneratorConfiguration.of(none, "com.example", none).withRootName(rootName),
				DescriptionHolder.applicationOf(root.type()), Overlay.NONE, new OverlayProblems(none));
		this.classNames = builder.classes();
		ClientModel model = builder.build();
		model.types().forEach((type) -> {
			this.classes.put(type.id(), type.className());
			this.members.put(type.id(), members(type));
		});
		this.classes.remove(model.root().id());
	}

	private static Members members(TypeModel type) {
		Map<String, String> getters = new HashMap<>();
		Map<String, String> setters = new HashMap<>();
		type.attributes().forEach((attribute) -> {
			getters.put(attribute.name(), attribute.getter());
			setters.computeIfAbsent(attribute.name(), (name) -> attribute.setter());
		});
		type.links().forEach((link) -> {
			getters.put(link.kind().key(link.name()), link.getter());
			setters.computeIfAbsent(link.kind().key(link.name()), (name) -> link.setter());
		});
		Map<String, Operation> named = new HashMap<>();
		type.operations().forEach((operation) -> {
			Map<String, String> optional = new LinkedHashMap<>();
			operation.optional().forEach((parameter) -> optional.put(parameter.name(), parameter.javaName()));
			named.put(operation.name(),
					new Operation(operation.method(), operation.required().stream().map(ParameterModel::name).toList(),
							optional, operation.optionsClass()));
		});
		return new Members(getters, setters, named);
	}

	/**
	 * Return the class of a type.
	 * @param type the id of the type
	 * @return the simple name, empty if none is generated
	 */
	public Optional<String> classOf(@Nullable String type) {
		return Optional.ofNullable(this.classes.get(type));
	}

	/**
	 * Return the class of the values that a description lists.
	 * @param name the name of the attribute or parameter
	 * @param values the values
	 * @return the simple name, empty if none is generated
	 */
	public Optional<String> optionClass(String name, List<String> values) {
		return this.classNames.option(name, values);
	}

	/**
	 * Return the methods of the class of a type.
	 * @param type the id of the type
	 * @return the names
	 */
	public Members of(String type) {
		return this.members.getOrDefault(type, new Members(Map.of(), Map.of(), Map.of()));
	}

	/**
	 * Names of the methods of a class.
	 *
	 * @param getters by the keys of the representation, such as {@code dish_link}
	 * @param setters by the same keys
	 * @param operations by their names
	 */
	public record Members(Map<String, String> getters, Map<String, String> setters, Map<String, Operation> operations) {

	}

	/**
	 * Names of an operation.
	 *
	 * @param method the method
	 * @param required the parameters in its signature
	 * @param optional the names of the methods of the options by parameters
	 * @param options the class of the options, {@code null} without optional parameters
	 */
	public record Operation(String method, List<String> required, Map<String, String> optional,
			@Nullable String options) {

	}

}
