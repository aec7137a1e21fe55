package dev.hyperclient.docs;

import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.micrometer.observation.Observation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.members;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

/**
 * The rules of the public API, as {@code docs/maintainers/decisions.md} gives their
 * reasons.
 */
@AnalyzeClasses(packages = "dev.hyperclient",
		importOptions = { ImportOption.DoNotIncludeTests.class, ModuleConventionsTests.PublishedModules.class })
class PublicApiRulesTests {

	private static final Pattern QUANTITY = Pattern.compile("(?i).*(size|bytes|millis|seconds|minutes)");

	private static final DescribedPredicate<JavaClass> NUMBER = JavaClass.Predicates.equivalentTo(int.class)
		.or(JavaClass.Predicates.equivalentTo(long.class));

	private static final DescribedPredicate<JavaMember> API = DescribedPredicate.describe("are public API",
			PublicApiRulesTests::isApi);

	private static final DescribedPredicate<JavaClass> SETTINGS = DescribedPredicate.describe("are settings",
			(type) -> PublicApiTests.isApi(type)
					&& type.getSimpleName().matches("(?!.*Auto).*(Settings|Policy|Configuration)"));

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

	@ArchTest
	static final ArchRule descriptionIsNamedWithoutItsFormat = codeUnits().that(API)
		.should()
		.haveFullNameNotMatching("(?i).*wadl.*");

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
		.areDeclaredInClassesThat(SETTINGS)
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
	static final ArchRule listenersAreAdded = methods().that(API)
		.and()
		.haveNameMatching(".+(Listener|Observer)")
		.should()
		.haveNameMatching("(add|withAdditional)([A-Z].*)?(Listener|Observer)");

	@ArchTest
	static final ArchRule whatTakesAListenerAddsIt = methods().that(API)
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
				boolean measured = member.isConstructor() && member.getOwner().isRecord();
				if (!measured && member.getRawParameterTypes().stream().anyMatch(NUMBER)) {
					Arrays.stream(((Executable) member.reflect()).getParameters())
						.filter((parameter) -> parameter.getType() == int.class || parameter.getType() == long.class)
						.filter((parameter) -> QUANTITY.matcher(parameter.getName()).matches())
						.forEach((parameter) -> events
							.add(SimpleConditionEvent.violated(member, member.getFullName() + " has " + parameter)));
				}
			}

		});

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
