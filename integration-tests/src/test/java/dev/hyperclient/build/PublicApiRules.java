package dev.hyperclient.build;

import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.hyperclient.docs.Documents;
import io.micrometer.observation.Observation;

import org.springframework.util.ReflectionUtils;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.members;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

/**
 * The rules of the public API, as {@code docs/maintainers/decisions.md} gives their
 * reasons. {@link ArchitectureTests} check them.
 */
final class PublicApiRules {

	private static final Pattern QUANTITY = Pattern.compile("(?i).*(size|bytes|millis|seconds|minutes)");

	private static final DescribedPredicate<JavaClass> NUMBER = JavaClass.Predicates.equivalentTo(int.class)
		.or(JavaClass.Predicates.equivalentTo(long.class));

	private static final DescribedPredicate<JavaMember> API = DescribedPredicate.describe("are public API",
			PublicApiRules::isApi);

	private static final DescribedPredicate<JavaClass> API_TYPES = DescribedPredicate.describe("are public API",
			PublicApiTests::isApi);

	private static final DescribedPredicate<JavaClass> FUNCTIONAL = DescribedPredicate.describe("are functional",
			PublicApiRules::isFunctional);

	private static final List<CodeUnitCallTarget> CALLS_FROM_KOTLIN = new ClassFileImporter()
		.importPath(Documents.PROJECT.resolve("kotlin-tests/target/test-classes"))
		.stream()
		.flatMap((type) -> type.getCodeUnitCallsFromSelf().stream())
		.<CodeUnitCallTarget>map(JavaCall::getTarget)
		.toList();

	private static final DescribedPredicate<JavaClass> SETTINGS = DescribedPredicate.describe("are settings",
			(type) -> PublicApiTests.isApi(type)
					&& type.getSimpleName().matches("(?!.*Auto).*(Settings|Policy|Configuration)"));

	private static final DescribedPredicate<JavaClass> AUTHORIZERS = DescribedPredicate.describe("are authorizers",
			(type) -> PublicApiTests.isApi(type) && type.getSimpleName().endsWith("Authorizer"));

	private static final DescribedPredicate<JavaMethod> OF_BUILDER = DescribedPredicate.describe("are of a builder",
			(method) -> method.getOwner().getSimpleName().endsWith("Builder"));

	@ArchTest
	static final ArchRule signaturesHaveNoInternalTypes = members().that(API)
		.should(new ArchCondition<>("have no internal types") {

			@Override
			public void check(JavaMember member, ConditionEvents events) {
				types(member).filter((type) -> type.getPackageName().contains(".internal"))
					.forEach((type) -> events
						.add(SimpleConditionEvent.violated(member, member.getFullName() + " has " + type.getName())));
			}

		});

	/** Otherwise an internal type is seen in Javadoc, by completion and by japicmp. */
	@ArchTest
	static final ArchRule supertypesAreNotInternal = classes().that(API_TYPES)
		.should(new ArchCondition<>("have no internal supertypes") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				Stream.concat(type.getAllRawSuperclasses().stream(), type.getAllRawInterfaces().stream())
					.filter((supertype) -> supertype.getPackageName().contains(".internal"))
					.forEach((supertype) -> events
						.add(SimpleConditionEvent.violated(type, type.getName() + " extends " + supertype.getName())));
			}

		});

	@ArchTest
	static final ArchRule descriptionIsNamedWithoutItsFormat = codeUnits().that(API)
		.should()
		.haveFullNameNotMatching("(?i).*wadl.*");

	@ArchTest
	static final ArchRule methodsAreNotNamedAsKeywordsOfKotlin = methods().that(API)
		.should()
		.haveNameNotMatching("as|fun|in|is|object|typealias|typeof|val|var|when");

	@ArchTest
	static final ArchRule settingsAreNoRecords = classes().that(SETTINGS)
		.should()
		.notBeRecords()
		.andShould()
		.haveModifier(JavaModifier.FINAL)
		.andShould()
		.haveOnlyPrivateConstructors();

	@ArchTest
	static final ArchRule settingsAreChangedByWith = methods().that(API)
		.and()
		.areDeclaredInClassesThat(SETTINGS.or(AUTHORIZERS))
		.and()
		.areNotStatic()
		.and(DescribedPredicate.describe("return their own type",
				(method) -> method.getRawReturnType().equals(method.getOwner())))
		.should()
		.haveNameStartingWith("with");

	@ArchTest
	static final ArchRule builderMethodsHaveTheNameOfTheSetting = methods().that(API)
		.and(OF_BUILDER)
		.should()
		.haveNameNotMatching("(with|set|get|is)[A-Z].*");

	@ArchTest
	static final ArchRule builderMethodsThatChangeASettingAreNamedCustomize = methods().that(API)
		.and(OF_BUILDER)
		.and()
		.haveRawParameterTypes(UnaryOperator.class)
		.should()
		.haveNameStartingWith("customize");

	@ArchTest
	static final ArchRule nothingIsSetOtherwise = methods().that(API)
		.and()
		.areDeclaredInClassesThat()
		.areNotAssignableTo(Observation.Context.class)
		.should()
		.haveNameNotMatching("set[A-Z].*");

	@ArchTest
	static final ArchRule methodsThatTakeListenerAddIt = methods().that(API)
		.and(DescribedPredicate.describe("take a listener of this project",
				(method) -> method.getRawParameterTypes()
					.stream()
					.anyMatch((type) -> type.getPackageName().startsWith("dev.hyperclient")
							&& type.getSimpleName().matches(".+(Listener|Observer)"))))
		.should()
		.haveNameMatching("add.+|withAdditional.+|andThen");

	@ArchTest
	static final ArchRule sizesAndTimesAreNoNumbers = codeUnits().that(API)
		.should(new ArchCondition<>("have no numbers for sizes and times") {

			@Override
			public void check(JavaCodeUnit member, ConditionEvents events) {
				if (member.getRawParameterTypes().stream().anyMatch(NUMBER)) {
					Arrays.stream(((Executable) member.reflect()).getParameters())
						.filter((parameter) -> parameter.getType() == int.class || parameter.getType() == long.class)
						.filter((parameter) -> QUANTITY.matcher(parameter.getName()).matches())
						.filter((parameter) -> !isMeasured(member.getOwner(), parameter))
						.forEach((parameter) -> events
							.add(SimpleConditionEvent.violated(member, member.getFullName() + " has " + parameter)));
				}
			}

		});

	/** Otherwise a lambda of Kotlin must name the interface. */
	@ArchTest
	static final ArchRule overloadsDoNotDifferInAFunctionalInterface = classes().that(API_TYPES)
		.should(new ArchCondition<>("have no overloads that take different functional interfaces at one position") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				List<JavaCodeUnit> members = membersOf(type).toList();
				for (JavaCodeUnit member : members) {
					members.stream()
						.filter((overload) -> isAmbiguous(member, overload))
						.forEach((overload) -> events.add(SimpleConditionEvent.violated(member,
								member.getFullName() + " is ambiguous with " + overload.getFullName())));
				}
			}

		});

	@ArchTest
	static final ArchRule functionalParametersAreUsedFromKotlin = classes().that(API_TYPES)
		.should(new ArchCondition<>("have functional parameters that kotlin-tests uses") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				membersOf(type).filter((member) -> member.getRawParameterTypes().stream().anyMatch(FUNCTIONAL))
					.filter((member) -> !overrides(member))
					.filter((member) -> CALLS_FROM_KOTLIN.stream().noneMatch((call) -> isCallOf(call, member)))
					.forEach((member) -> events.add(SimpleConditionEvent.violated(member,
							member.getFullName() + " is called nowhere in kotlin-tests; add a call with a lambda")));
			}

		});

	private static Stream<JavaCodeUnit> membersOf(JavaClass type) {
		return Stream.concat(type.getCodeUnits().stream(), PublicApiTests.inherited(type))
			.filter((member) -> member.getModifiers().contains(JavaModifier.PUBLIC)
					&& !member.getModifiers().contains(JavaModifier.SYNTHETIC));
	}

	/** A measured size is a number, which a method of the same name returns. */
	private static boolean isMeasured(JavaClass type, Parameter parameter) {
		return type.tryGetMethod(parameter.getName())
			.filter((method) -> method.getRawReturnType().isEquivalentTo(parameter.getType()))
			.isPresent();
	}

	private static boolean isAmbiguous(JavaCodeUnit member, JavaCodeUnit overload) {
		List<JavaClass> types = member.getRawParameterTypes();
		List<JavaClass> others = overload.getRawParameterTypes();
		return member.getName().equals(overload.getName()) && types.size() == others.size()
				&& IntStream.range(0, types.size())
					.anyMatch((i) -> !types.get(i).equals(others.get(i)) && FUNCTIONAL.test(types.get(i))
							&& FUNCTIONAL.test(others.get(i)));
	}

	private static boolean isFunctional(JavaClass type) {
		JavaClass element = type.getBaseComponentType();
		return element.isInterface() && Arrays.stream(element.reflect().getMethods())
			.filter((method) -> Modifier.isAbstract(method.getModifiers()))
			.filter((method) -> !ReflectionUtils.isObjectMethod(method))
			.count() == 1;
	}

	private static boolean overrides(JavaCodeUnit member) {
		return Stream
			.concat(member.getOwner().getAllRawSuperclasses().stream(),
					member.getOwner().getAllRawInterfaces().stream())
			.anyMatch((supertype) -> !member.isConstructor() && supertype
				.tryGetMethod(member.getName(),
						member.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new))
				.isPresent());
	}

	private static boolean isCallOf(CodeUnitCallTarget call, JavaCodeUnit member) {
		return call.getName().equals(member.getName()) && call.getOwner().isAssignableTo(member.getOwner().getName())
				&& HasName.Utils.namesOf(call.getRawParameterTypes())
					.equals(HasName.Utils.namesOf(member.getRawParameterTypes()));
	}

	/** Protected members of a final class cannot be used. */
	private static boolean isApi(JavaMember member) {
		Set<JavaModifier> modifiers = member.getModifiers();
		return PublicApiTests.isApi(member.getOwner()) && !modifiers.contains(JavaModifier.SYNTHETIC)
				&& (modifiers.contains(JavaModifier.PUBLIC) || (modifiers.contains(JavaModifier.PROTECTED)
						&& !member.getOwner().getModifiers().contains(JavaModifier.FINAL)));
	}

	private static Stream<JavaClass> types(JavaMember member) {
		if (member instanceof JavaCodeUnit unit) {
			return Stream
				.of(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream(),
						unit.getTypeParameters().stream())
				.flatMap((types) -> types)
				.flatMap((type) -> type.getAllInvolvedRawTypes().stream());
		}
		return ((JavaField) member).getType().getAllInvolvedRawTypes().stream();
	}

}
