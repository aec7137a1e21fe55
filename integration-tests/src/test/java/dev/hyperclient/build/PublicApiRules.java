package dev.hyperclient.build;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.hyperclient.docs.Documents;

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

	private static final List<CodeUnitCallTarget> CALLS_FROM_KOTLIN = new ClassFileImporter()
		.importPath(Documents.PROJECT.resolve("kotlin-tests/target/test-classes"))
		.stream()
		.flatMap((type) -> type.getCodeUnitCallsFromSelf().stream())
		.<CodeUnitCallTarget>map(JavaCall::getTarget)
		.toList();

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
