package dev.hyperclient.convert;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.NullUnmarked;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;

import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;

/**
 * Finds the properties of a type in the deserializer that Jackson uses for it, so that
 * naming strategy, annotations and mix-ins have been applied.
 */
final class TypeProperties {

	private static final Set<Class<?>> OPTIONALS = Set.of(Optional.class, OptionalInt.class, OptionalLong.class,
			OptionalDouble.class);

	private TypeProperties() {
	}

	/** Return the properties, empty if the type is not read property by property. */
	static Optional<List<TypeProperty>> of(Class<?> type, DeserializationContext context) {
		ValueDeserializer<?> deserializer = context.findRootValueDeserializer(context.constructType(type));
		if (!(deserializer instanceof BeanDeserializerBase bean)
				|| bean.getValueInstantiator().canCreateUsingDelegate()) {
			return Optional.empty();
		}
		List<TypeProperty> properties = new ArrayList<>();
		bean.properties().forEachRemaining((property) -> {
			if (!property.isIgnorable() && !property.isInjectionOnly()
					&& property.getAnnotation(JsonAnySetter.class) == null) {
				properties.add(property(property, type, context));
			}
		});
		return Optional.of(List.copyOf(properties));
	}

	private static TypeProperty property(SettableBeanProperty property, Class<?> type, DeserializationContext context) {
		List<String> fields = new ArrayList<>();
		fields.add(property.getName());
		property.findAliases(context.getConfig()).forEach((alias) -> fields.add(alias.getSimpleName()));
		JavaType declared = property.getType();
		Class<?> value = declared.isReferenceType() ? declared.getReferencedType().getRawClass()
				: declared.getRawClass();
		boolean defaulted = KotlinDetector.isKotlinType(type) && !property.isRequired();
		return new TypeProperty(name(property, type), fields, value, nullness(declared, property.getMember()),
				defaulted);
	}

	/** Return the name in the source, or that in the representation if it is unknown. */
	private static String name(SettableBeanProperty property, Class<?> type) {
		AnnotatedMember member = property.getMember();
		if (!(member instanceof AnnotatedParameter component)) {
			return (member instanceof AnnotatedField) ? member.getName() : property.getName();
		}
		Parameter parameter = executable(component).getParameters()[component.getIndex()];
		return (type.isRecord() || parameter.isNamePresent()) ? parameter.getName() : property.getName();
	}

	private static Nullness nullness(JavaType type, AnnotatedMember member) {
		if (type.isPrimitive()) {
			return Nullness.NON_NULL;
		}
		if (OPTIONALS.contains(type.getRawClass())) {
			return Nullness.NULLABLE;
		}
		if (member instanceof AnnotatedParameter parameter) {
			return isNullableInKotlin(parameter) ? Nullness.NULLABLE
					: ofParameter(executable(parameter), parameter.getIndex());
		}
		if (member instanceof AnnotatedMethod method && method.getParameterCount() == 1) {
			return ofParameter(method.getAnnotated(), 0);
		}
		return (member instanceof AnnotatedField field)
				? inScope(Nullness.forField(field.getAnnotated()), field.getAnnotated().getAnnotatedType(),
						field.getAnnotated().getDeclaringClass(), field.getAnnotated().getDeclaringClass())
				: Nullness.UNSPECIFIED;
	}

	private static Nullness ofParameter(Executable executable, int index) {
		return inScope(Nullness.forMethodParameter(MethodParameter.forExecutable(executable, index)),
				executable.getAnnotatedParameterTypes()[index], executable, executable.getDeclaringClass());
	}

	/**
	 * Whether a parameter is nullable of a constructor that takes value classes. Kotlin
	 * hides it, and Spring knows its accessor, which has one more parameter.
	 */
	private static boolean isNullableInKotlin(AnnotatedParameter parameter) {
		Class<?>[] types = executable(parameter).getParameterTypes();
		return KotlinDetector.isKotlinType(parameter.getDeclaringClass())
				&& Arrays.stream(parameter.getDeclaringClass().getDeclaredConstructors())
					.filter((accessor) -> accessor.isSynthetic() && accessor.getParameterCount() == types.length + 1
							&& Arrays.equals(Arrays.copyOf(accessor.getParameterTypes(), types.length), types))
					.anyMatch((accessor) -> ofParameter(accessor, parameter.getIndex()) == Nullness.NULLABLE);
	}

	/**
	 * Return the nullness where it is not declared at the type itself. Spring knows
	 * Kotlin and annotations of packages and top-level classes, but not of enclosing
	 * classes.
	 */
	private static Nullness inScope(Nullness known, AnnotatedType type, AnnotatedElement member, Class<?> declaring) {
		if (known == Nullness.NULLABLE || KotlinDetector.isKotlinType(declaring)) {
			return known;
		}
		return (type.isAnnotationPresent(NonNull.class) || isNullMarked(member, declaring)) ? Nullness.NON_NULL
				: Nullness.UNSPECIFIED;
	}

	private static boolean isNullMarked(AnnotatedElement member, Class<?> declaring) {
		List<AnnotatedElement> scopes = new ArrayList<>();
		scopes.add(member);
		for (Class<?> type = declaring; type != null; type = type.getEnclosingClass()) {
			scopes.add(type);
		}
		scopes.add(declaring.getPackage());
		scopes.add(declaring.getModule());
		for (AnnotatedElement scope : scopes) {
			if (scope.isAnnotationPresent(NullMarked.class) || scope.isAnnotationPresent(NullUnmarked.class)) {
				return scope.isAnnotationPresent(NullMarked.class);
			}
		}
		return false;
	}

	private static Executable executable(AnnotatedParameter parameter) {
		return (Executable) parameter.getOwner().getAnnotated();
	}

}
