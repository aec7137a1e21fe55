package dev.hyperclient.internal.description;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Writes a description in the form that {@link CompactReader} reads. For one description.
 * <p>
 * The form is a table of distinct texts, a list of types and representations with the
 * positions of their contents, and these contents. Numbers are positive and written in
 * seven bits per byte, the least significant first; positions in four bytes. A text is
 * written as its number in the table, an optional one as that number plus one.
 */
final class CompactWriter {

	private final WadlApplication application;

	private final Map<String, Integer> texts = new HashMap<>();

	private final ByteArrayOutputStream textBytes = new ByteArrayOutputStream();

	private final List<Integer> textEnds = new ArrayList<>();

	private final Map<String, Integer> types = new HashMap<>();

	private final Map<RepresentationDefinition, Integer> representations = new IdentityHashMap<>();

	private final ByteArrayOutputStream contents = new ByteArrayOutputStream();

	private ByteArrayOutputStream out = this.contents;

	CompactWriter(WadlApplication application) {
		this.application = application;
		application.resourceTypes().forEach((type) -> this.types.put(type.id(), this.types.size()));
		application.representations()
			.forEach((definition) -> this.representations.put(definition, this.representations.size()));
	}

	byte[] write() {
		List<Integer> positions = new ArrayList<>();
		for (ResourceType type : this.application.resourceTypes()) {
			positions.add(this.contents.size());
			type(type);
		}
		for (RepresentationDefinition definition : this.application.representations()) {
			positions.add(this.contents.size());
			definition(definition);
		}
		this.out = new ByteArrayOutputStream();
		index(positions);
		byte[] index = this.out.toByteArray();
		ByteBuffer result = ByteBuffer
			.allocate(4 * (this.textEnds.size() + 2) + this.textBytes.size() + index.length + this.contents.size());
		result.putInt(this.textEnds.size());
		this.textEnds.forEach(result::putInt);
		result.put(this.textBytes.toByteArray());
		result.putInt(index.length);
		return result.put(index).put(this.contents.toByteArray()).array();
	}

	private void index(List<Integer> positions) {
		text(this.application.base().toString());
		text(this.application.rootType().id());
		optionalText(this.application.rawDocumentation());
		number(this.types.size());
		number(this.representations.size());
		this.application.resourceTypes().forEach((type) -> text(type.id()));
		positions.forEach(this::number);
	}

	private void type(ResourceType type) {
		optionalText(type.rawDocumentation());
		list(type.methods(), this::method);
	}

	private void method(WadlMethod method) {
		text(method.name());
		optionalText(method.rawDocumentation());
		message(method.requestParams(), method.requestRepresentations());
		message(method.responseParams(), method.responseRepresentations());
	}

	private void message(List<Param> params, List<RepresentationDefinition> definitions) {
		list(params, this::param);
		list(definitions, (definition) -> {
			Integer number = this.representations.get(definition);
			number((number != null) ? number + 1 : 0);
			if (number == null) {
				definition(definition);
			}
		});
	}

	private void definition(RepresentationDefinition definition) {
		optionalText(definition.id());
		optionalText(definition.mediaType());
		optionalText(definition.rawDocumentation());
		list(definition.params(), this::param);
	}

	private <T> void list(List<T> elements, Consumer<T> writer) {
		number(elements.size());
		elements.forEach(writer);
	}

	private void param(Param param) {
		text(param.name());
		this.out.write((param.required() ? CompactReader.REQUIRED : 0) | (param.link() ? CompactReader.LINK : 0)
				| (param.type().ordinal() << CompactReader.TYPE_SHIFT));
		optionalText(param.typeName());
		optionalText(param.fixed());
		optionalText(param.rawDocumentation());
		TypeUri target = param.target();
		number((target != null) ? Objects.requireNonNull(this.types.get(target.id())) + 1 : 0);
		list(param.options(), this::text);
	}

	private void optionalText(@Nullable String text) {
		number((text != null) ? numberOf(text) + 1 : 0);
	}

	private void text(String text) {
		number(numberOf(text));
	}

	private int numberOf(String text) {
		Integer known = this.texts.putIfAbsent(text, this.texts.size());
		if (known != null) {
			return known;
		}
		this.textBytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
		this.textEnds.add(this.textBytes.size());
		return this.texts.size() - 1;
	}

	private void number(int value) {
		int rest = value;
		while (rest >= CompactReader.MORE) {
			this.out.write(rest | CompactReader.MORE);
			rest >>>= CompactReader.BITS;
		}
		this.out.write(rest);
	}

}
