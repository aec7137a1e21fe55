package dev.hyperclient.build;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

import org.springframework.util.ReflectionUtils;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.members;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

/**
 * Those rules of the public API that break a promise if they are broken; the others of
 * {@code docs/maintainers/decisions.md} are seen in review of the list of the API.
 * {@link ArchitectureTests} check them.
 */
final class PublicApiRules {

	private static final DescribedPredicate<JavaMember> API = DescribedPredicate.describe("are public API",
			PublicApiRules::isApi);

	private static final DescribedPredicate<JavaClass> API_TYPES = DescribedPredicate.describe("are public API",
			PublicApiTests::isApi);

	private static final DescribedPredicate<JavaClass> FUNCTIONAL = DescribedPredicate.describe("are functional",
			PublicApiRules::isFunctional);

	private static final DescribedPredicate<JavaClass> SETTINGS = DescribedPredicate.describe("are settings",
			(type) -> PublicApiTests.isApi(type)
					&& type.getSimpleName().matches("(?!.*Auto).*(Settings|Policy|Configuration)"));

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
	static final ArchRule methodsThatTakeListenerAddIt = methods().that(API)
		.and(DescribedPredicate.describe("take a listener of this project",
				(method) -> method.getRawParameterTypes()
					.stream()
					.anyMatch((type) -> type.getPackageName().startsWith("dev.hyperclient")
							&& type.getSimpleName().matches(".+(Listener|Observer)"))))
		.should()
		.haveNameMatching("add.+|withAdditional.+|andThen");

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

	private static Stream<JavaCodeUnit> membersOf(JavaClass type) {
		return Stream.concat(type.getCodeUnits().stream(), PublicApiTests.inherited(type))
			.filter((member) -> member.getModifiers().contains(JavaModifier.PUBLIC)
					&& !member.getModifiers().contains(JavaModifier.SYNTHETIC));
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
