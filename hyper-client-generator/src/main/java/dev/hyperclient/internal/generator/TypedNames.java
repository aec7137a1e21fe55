package dev.hyperclient.internal.generator;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.generator.ClientModel.ParameterModel;
import dev.hyperclient.internal.generator.ClientModel.TypeModel;
import org.jspecify.annotations.Nullable;

/**
 * The names in the classes that are generated from a description without an overlay. For
 * Hyper Client itself. Immutable and thread-safe.
 */
public final class TypedNames {

	private final ClassNames classNames;

	private final Map<String, String> classes = new HashMap<>();

	private final Map<String, Map<String, String>> getters = new HashMap<>();

	private final Map<String, Map<String, String>> setters = new HashMap<>();

	private final Map<String, Map<String, Operation>> operations = new HashMap<>();

	/**
	 * Find the names.
	 * @param root the root of the service, whose description is fetched if necessary
	 * @param rootName the simple name of the class of the root
	 */
	public TypedNames(ServiceRoot root, String rootName) {
		Path none = Path.of("");
		ModelBuilder builder = new ModelBuilder(
				GeneratorConfiguration.of(none, "com.example", none).withRootName(rootName),
				WadlApplication.of(root.type()), Overlay.NONE, new OverlayProblems(none));
		this.classNames = builder.classes();
		ClientModel model = builder.build();
		model.types().forEach((type) -> {
			this.classes.put(type.id(), type.className());
			addMembers(type);
		});
		this.classes.remove(model.root().id());
	}

	private void addMembers(TypeModel type) {
		Map<String, String> ownGetters = this.getters.computeIfAbsent(type.id(), (id) -> new HashMap<>());
		Map<String, String> ownSetters = this.setters.computeIfAbsent(type.id(), (id) -> new HashMap<>());
		type.attributes().forEach((attribute) -> {
			ownGetters.put(attribute.name(), attribute.getter());
			ownSetters.computeIfAbsent(attribute.name(), (name) -> attribute.setter());
		});
		type.links().forEach((link) -> {
			ownGetters.put(link.kind().key(link.name()), link.getter());
			ownSetters.computeIfAbsent(link.kind().key(link.name()), (name) -> link.setter());
		});
		Map<String, Operation> named = this.operations.computeIfAbsent(type.id(), (id) -> new HashMap<>());
		type.operations().forEach((operation) -> {
			Map<String, String> optional = new LinkedHashMap<>();
			operation.optional().forEach((parameter) -> optional.put(parameter.name(), parameter.javaName()));
			named.put(operation.name(),
					new Operation(operation.method(), operation.required().stream().map(ParameterModel::name).toList(),
							optional, operation.optionsClass()));
		});
	}

	/**
	 * Return the class of a type.
	 * @param type the id of the type, or {@code null}
	 * @return the simple name, empty if none is generated or the id is {@code null}
	 */
	public Optional<String> classOf(@Nullable String type) {
		return Optional.ofNullable(this.classes.get(type));
	}

	/**
	 * Return the class of the values that a description lists.
	 * @param values the values
	 * @return the simple name, empty if none is generated
	 */
	public Optional<String> optionClass(List<String> values) {
		return this.classNames.option(values);
	}

	/**
	 * Return the getters of the class of a type.
	 * @param type the id of the type
	 * @return the names by the keys of the representation, such as {@code dish_link}
	 */
	public Map<String, String> getters(String type) {
		return this.getters.getOrDefault(type, Map.of());
	}

	/**
	 * Return the setters of the class of a type.
	 * @param type the id of the type
	 * @return the names by the keys of the representation
	 */
	public Map<String, String> setters(String type) {
		return this.setters.getOrDefault(type, Map.of());
	}

	/**
	 * Return the methods for an operation.
	 * @param type the id of the type
	 * @param operation the name of the operation
	 * @return the names, empty if there are none
	 */
	public Optional<Operation> operation(String type, String operation) {
		return Optional.ofNullable(this.operations.getOrDefault(type, Map.of()).get(operation));
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
